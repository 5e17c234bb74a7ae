package org.sunda.otp;

import org.jspecify.annotations.Nullable;
import org.sunda.process.ExitReason;
import org.sunda.process.Self;
import org.sunda.term.Atom;
import org.sunda.term.Term;
import org.sunda.term.Tuple2;

/// What is logged about processes that end other than in good order: one record for each, in the words of
/// SASL.
final class Reports {
    private static final System.Logger LOGGER = System.getLogger(Reports.class.getPackageName());

    /// How much of a term is shown: a peer decides how large a message is.
    private static final int SHOWN = 2_000;

    private Reports() {}

    /// Whether that is an end that nobody needs to look at.
    static boolean isInOrder(Term reason) {
        return reason.equals(Atom.NORMAL)
                || reason.equals(ExitReason.SHUTDOWN)
                || reason instanceof Tuple2(Term tag, Term _) && tag.equals(ExitReason.SHUTDOWN);
    }

    /// A process ends by a failure.
    ///
    /// @param message what it was handling, if anything
    static void crash(Loop loop, Self self, Term reason, @Nullable Throwable thrown, @Nullable Term message) {
        StringBuilder text = new StringBuilder();
        line(text, "** " + loop.kind() + " " + shown(loop.id(self)) + " terminating");
        if (message != null) {
            line(text, "** Last message in was " + shown(message));
        }
        line(text, "** When state == " + shown(loop.shownState()));
        line(text, "** Reason for termination ==");
        log(text.append("** ").append(shown(reason)), thrown);
    }

    /// An event handler has failed, and its manager goes on without it.
    static void handlerCrash(Term handler, Term manager, Term event, Term state, Term reason) {
        StringBuilder text = new StringBuilder();
        line(text, "** gen_event handler " + shown(handler) + " crashed.");
        line(text, "** Was installed in " + shown(manager));
        line(text, "** Last event was: " + shown(event));
        line(text, "** When handler state == " + shown(state));
        log(text.append("** Reason == ").append(shown(reason)), null);
    }

    /// What a supervisor has to say about a child.
    ///
    /// @param context `child_terminated`, `start_error`, `shutdown` or `shutdown_error`
    static void supervisor(Term supervisor, String context, Term reason, Term offender) {
        StringBuilder text = new StringBuilder();
        line(text, "    supervisor: " + shown(supervisor));
        line(text, "    errorContext: " + context);
        line(text, "    reason: " + shown(reason));
        log(text.append("    offender: ").append(shown(offender)), null);
    }

    /// Something that nobody should have sent.
    static void unexpected(Term process, Term message) {
        LOGGER.log(
                System.Logger.Level.WARNING, () -> shown(process) + " received unexpected message: " + shown(message));
    }

    /// What `sys:trace/2` shows.
    static void debug(Term process, String event) {
        LOGGER.log(System.Logger.Level.INFO, () -> "*DBG* " + shown(process) + " " + event);
    }

    static String shown(Term term) {
        return term.toString(SHOWN);
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append(System.lineSeparator());
    }

    private static void log(StringBuilder text, @Nullable Throwable thrown) {
        if (thrown == null) {
            LOGGER.log(System.Logger.Level.ERROR, text::toString);
        } else {
            LOGGER.log(System.Logger.Level.ERROR, text::toString, thrown);
        }
    }
}
