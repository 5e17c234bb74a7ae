package org.sunda.kernel;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sunda.process.BlockingSelf;
import org.sunda.process.Down;
import org.sunda.process.ExitException;
import org.sunda.process.ExitReason;
import org.sunda.process.Matcher;
import org.sunda.process.Processes.ProcessTask;
import org.sunda.process.RemoteProcess;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple3;
import org.sunda.term.Tuple4;

/// A call of a function on another node, from the calling side, as `erpc:call/5` makes it (protocol section d.3).
///
/// @param timeout how long to wait for the value; the function goes on after that, but nobody hears of it
public record ErpcCall(Atom node, Atom module, Atom function, List<Term> arguments, Duration timeout)
        implements ProcessTask<Term> {
    private static final Atom ERPC = Atom.of("erpc");
    private static final Atom EXECUTE_CALL = Atom.of("execute_call");

    @Override
    public Term run(BlockingSelf self) throws InterruptedException {
        long start = System.nanoTime();
        ListTerm list = ListTerm.of(arguments);
        Ref result = self.alias();
        RemoteProcess process;
        try {
            process = self.spawnMonitor(node, ERPC, EXECUTE_CALL, List.of(result, module, function, list), timeout);
        } catch (ExitException e) {
            throw new RpcException("erpc", e.reason());
        }
        Matcher<Term> end = message -> Down.reasonOf(message, process.monitor());
        Duration left = timeout.minusNanos(System.nanoTime() - start);
        Optional<Term> reason = self.receive(end, left.isPositive() ? left : Duration.ZERO);
        if (reason.isEmpty()) {
            self.demonitor(process.monitor());
            throw new RpcException("erpc", ExitReason.TIMEOUT);
        }
        return outcome(reason.get(), result);
    }

    private static Term outcome(Term reason, Ref result) {
        return switch (reason) {
            case Tuple3(Ref ref, Atom kind, Term value)
            when ref.equals(result) -> {
                if (kind.is("return")) {
                    yield value;
                }
                throw new RpcException(kind.is("error") ? "erpc" : kind.text(), value);
            }
            case Tuple4(Ref ref, Atom kind, Term error, Term _)
            when ref.equals(result) -> throw new RpcException(kind.text(), error);
            default -> throw new RpcException("erpc", reason);
        };
    }
}
