package org.sunda.process;

import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.ListTerm;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// The exit reasons that Erlang gives names to, and how Java's exceptions look among them.
public final class ExitReason {
    /// There is no such process.
    public static final Atom NOPROC = Atom.of("noproc");

    /// The connection to the process's node was lost, or cannot be made.
    public static final Atom NOCONNECTION = Atom.of("noconnection");

    /// Ends a process even if it traps exits.
    public static final Atom KILL = Atom.of("kill");

    /// What others see of a process that was ended by `kill`.
    public static final Atom KILLED = Atom.of("killed");

    /// Ended in order by whoever is in charge.
    public static final Atom SHUTDOWN = Atom.of("shutdown");

    /// A deadline has passed.
    public static final Atom TIMEOUT = Atom.of("timeout");

    /// One more than [org.sunda.process.ProcessSettings] allows.
    public static final Atom SYSTEM_LIMIT = Atom.of("system_limit");

    private static final Atom JAVA_EXCEPTION = Atom.of("java_exception");

    /// Enough to know what was wrong, little enough to be sent to every link and monitor.
    private static final int MESSAGE_CHARACTERS = 2_000;

    /// How much of a reason, which another node may have sent, stands in the message of an exception.
    static final int PRINTED = 1_000;

    private ExitReason() {}

    /// The exit reason for what a process has thrown: the reason itself for [ProcessExit] and
    /// [ExitException], and for all other throwables `{{java_exception, Class, Message}, Stack}`, in which
    /// class and message are binaries and
    /// the stack is as [StackTerm] says. Long messages and stacks are cut.
    public static Term of(Throwable thrown) {
        return switch (thrown) {
            case ProcessExit exit -> exit.reason();
            case ExitException exit -> exit.reason();
            case ErrorException error -> Tuple.of(error.reason(), ListTerm.nil());
            default -> ofJava(thrown);
        };
    }

    /// What a process throws may be anybody's class. Whatever its methods do, there is an exit reason.
    private static Term ofJava(Throwable thrown) {
        Binary name = Binary.utf8(thrown.getClass().getName());
        try {
            String message = String.valueOf(thrown.getMessage());
            String some = message.substring(0, Math.min(message.length(), MESSAGE_CHARACTERS));
            return Tuple.of(Tuple.of(JAVA_EXCEPTION, name, Binary.utf8(some)), StackTerm.of(thrown.getStackTrace()));
        } catch (Throwable worse) {
            return Tuple.of(Tuple.of(JAVA_EXCEPTION, name, Binary.EMPTY), ListTerm.nil());
        }
    }

    /// Whether a throwable only says what the exit reason is, and nothing has gone wrong in Java.
    static boolean isOnPurpose(Throwable thrown) {
        return switch (thrown) {
            case ProcessExit _, ExitException _ -> true;
            default -> false;
        };
    }
}
