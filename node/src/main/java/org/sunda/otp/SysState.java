package org.sunda.otp;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sunda.process.BlockingSelf;
import org.sunda.process.Down;
import org.sunda.process.ExitException;
import org.sunda.process.RemoteProcess;
import org.sunda.process.Self;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple3;

/// The answer to `sys:get_state/1`. Since OTP 26.1 it is `{ok, State}`, before that the state alone; each release
/// takes only its own. The request does not tell which one asks, so the asking node is asked.
final class SysState {
    private static final Atom ERPC = Atom.of("erpc");
    private static final Atom EXECUTE_CALL = Atom.of("execute_call");
    private static final Atom ERLANG = Atom.of("erlang");
    private static final Atom SYSTEM_INFO = Atom.of("system_info");
    private static final Atom OTP_RELEASE = Atom.of("otp_release");

    private static final int FIRST_WITH_OK = 26;

    /// Less than the 5 seconds that who asks will wait.
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private SysState() {}

    static void reply(Term state, From from, Self self) {
        Term answer = Tuple.of(Atom.OK, state);
        Atom node = from.pid().node();
        if (node.equals(self.pid().node())) {
            from.reply(answer);
        } else {
            self.spawn(asker -> from.reply(isOld(node, asker) ? state : answer));
        }
    }

    /// A node that does not say is taken for one of today.
    private static boolean isOld(Atom node, BlockingSelf asker) throws InterruptedException {
        Ref result = asker.alias();
        List<Term> call = List.of(result, ERLANG, SYSTEM_INFO, ListTerm.of(OTP_RELEASE));
        try {
            RemoteProcess process = asker.spawnMonitor(node, ERPC, EXECUTE_CALL, call, PATIENCE);
            Optional<Term> end = asker.receive(message -> Down.reasonOf(message, process.monitor()), PATIENCE);
            return end.isPresent()
                    && end.get() instanceof Tuple3(Ref ref, Atom _, ListTerm release)
                    && ref.equals(result)
                    && Integer.parseInt(release.text().orElse("")) < FIRST_WITH_OK;
        } catch (ExitException | NumberFormatException e) {
            return false;
        }
    }
}
