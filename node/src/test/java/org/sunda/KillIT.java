package org.sunda;

import static org.sunda.term.Terms.atom;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sunda.otp.ChildSpec;
import org.sunda.otp.From;
import org.sunda.otp.GenServer;
import org.sunda.otp.Reply;
import org.sunda.otp.Start;
import org.sunda.otp.Supervisor;
import org.sunda.process.Self;
import org.sunda.term.Term;

/// A supervised service in Java, killed by Erlang over and over while Erlang calls it:
/// every
/// caller is answered or told. How often: the system property `sunda.kills`, 10,000 without it.
@Timeout(600)
final class KillIT {
    private static final int KILLS = Integer.getInteger("sunda.kills", 10_000);

    /// So many take less time than a node has to answer.
    private static final int BATCH = 500;

    private Cluster cluster;
    private Node java;

    @BeforeEach
    void start() throws IOException {
        cluster = Cluster.start();
        java = cluster.java("java");
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    /// Answers with what it was asked, but to `pid` with its pid.
    private static final class Service implements GenServer {
        @Override
        public Reply handleCall(Term request, From from, Self self) {
            return Reply.of(request.equals(atom("pid")) ? self.pid() : request);
        }
    }

    private void supervise() throws InterruptedException {
        ChildSpec service = ChildSpec.of("service", Start.server(Service::new).named("service"));
        Start.supervisor(Supervisor.oneForOne()
                        .intensity(KILLS, Duration.ofSeconds(1))
                        .child(service))
                .start(java.processes());
    }

    /// Each caller counts what came of its calls, until it is told to stop. A call that neither is answered nor ends
    /// within 20 seconds, or that is answered with what was not asked, fails.
    @Test
    void shouldAnswerOrTellEveryCallerWhenTheServiceIsKilledOverAndOver() throws Exception {
        ErlNode erl = cluster.erl("erl");
        supervise();
        erl.eval("""
                Service = {service, 'java@127.0.0.1'},
                Call = fun(N) ->
                    try gen_server:call(Service, {echo, N, self()}, 20000) of
                        {echo, N, Self} when Self =:= self() -> answered;
                        Other -> {wrong, Other}
                    catch
                        exit:{timeout, _} -> timeout;
                        exit:{killed, _} -> told;
                        exit:{noproc, _} -> told;
                        exit:Reason -> {wrong, Reason}
                    end
                end,
                Caller = fun Caller(N, Counts) ->
                    receive {stop, From} -> From ! {counts, Counts}
                    after 0 ->
                        Outcome = Call(N),
                        Caller(N + 1, maps:update_with(Outcome, fun(C) -> C + 1 end, 1, Counts))
                    end
                end,
                Callers = [spawn(fun() -> Caller(0, #{}) end) || _ <- lists:seq(1, 8)]""".replace('\n', ' '));
        erl.eval("""
                Kill = fun Kill(0) -> ok;
                           Kill(Left) ->
                    try gen_server:call(Service, pid, 20000) of
                        Pid ->
                            Ref = monitor(process, Pid),
                            exit(Pid, kill),
                            receive {'DOWN', Ref, _, _, _} -> Kill(Left - 1) after 20000 -> hung end
                    catch exit:{noproc, _} -> Kill(Left)
                    end
                end""".replace('\n', ' '));
        for (int left = KILLS; left > 0; left -= BATCH) {
            erl.check("Kill(" + Math.min(left, BATCH) + ") =:= ok");
        }
        erl.eval("""
                [C ! {stop, self()} || C <- Callers],
                All = [receive {counts, Counts} -> Counts after 30000 -> #{hung => 1} end || _ <- Callers],
                Outcomes = lists:usort(lists:append([maps:keys(Counts) || Counts <- All]))""".replace('\n', ' '));
        erl.check("Outcomes =:= [answered, told]");
    }
}
