package org.sunda.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.list;
import static org.sunda.term.Terms.tuple;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sunda.otp.From;
import org.sunda.otp.GenServer;
import org.sunda.otp.Init;
import org.sunda.otp.Next;
import org.sunda.otp.Reply;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;

/// Services, from their own side.
@Timeout(60)
class GenServerTest {
    private static final Term BOOM = tuple(atom("boom"));

    /// Does what calls ask for, and remembers what it was called for.
    private static final class Scripted implements GenServer {
        private final LinkedBlockingQueue<String> log = new LinkedBlockingQueue<>();
        private final List<From> waiting = new ArrayList<>();
        private final CompletableFuture<Term> end = new CompletableFuture<>();

        @Override
        public Init init(Self self) {
            log.add("init");
            return Next.message();
        }

        @Override
        public Reply handleCall(Term request, From from, Self self) throws Exception {
            return switch (request.toString()) {
                case "later" -> {
                    waiting.add(from);
                    yield Reply.later();
                }
                case "release" -> {
                    waiting.forEach(each -> each.reply(atom("released")));
                    yield Reply.of(integer(waiting.size()));
                }
                case "stop" -> Reply.stop(BOOM, atom("stopping"));
                case "throw" -> throw new Exception("as told");
                case "error" -> throw new ErrorException(atom("badarg"));
                default -> Reply.of(request);
            };
        }

        @Override
        public Next handleCast(Term message, Self self) {
            log.add("cast " + message);
            return Next.message();
        }

        @Override
        public Next handleInfo(Term message, Self self) {
            log.add("info " + message);
            return Next.message();
        }

        @Override
        public void stopped(Term reason) {
            end.complete(reason);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellCallsCastsAndOtherMessagesApart(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Scripted server = new Scripted();
            Pid pid = Servers.serve(nodes.there(), server);
            Probe caller = Probe.on(nodes.here());
            assertThat(server.log.take()).isEqualTo("init");
            assertThat(caller.calls(pid, integer(1))).isEqualTo(integer(1));
            caller.runs(self -> {
                self.cast(pid, integer(2));
                self.send(pid, integer(3));
                self.send(pid, tuple(atom("$gen_call"), self.pid(), integer(4)));
                self.send(pid, tuple(atom("$gen_call"), tuple(atom("x"), integer(5)), integer(6)));
                self.send(pid, tuple(atom("$gen_cast")));
                self.send(pid, tuple(atom("other"), integer(7)));
            });
            assertThat(server.log.take()).isEqualTo("cast 2");
            assertThat(server.log.take()).isEqualTo("info 3");
            assertThat(server.log.take()).startsWith("info {'$gen_call',<");
            assertThat(server.log.take()).isEqualTo("info {'$gen_call',{x,5},6}");
            assertThat(server.log.take()).isEqualTo("info {'$gen_cast'}");
            assertThat(server.log.take()).isEqualTo("info {other,7}");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldAnswerLaterFromAnyThread(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Scripted server = new Scripted();
            Pid pid = Servers.serve(nodes.there(), server);
            Probe caller = Probe.on(nodes.here());
            CompletableFuture<Term> call = caller.begins(self -> self.call(pid, atom("later"), Probe.LONG));
            Await.until("it is called", () -> Tables.watcherCount(nodes.there(), pid) == 1);
            Probe second = Probe.on(nodes.here());
            Await.until("it waits", () -> {
                try {
                    return second.calls(pid, atom("release")).equals(integer(1));
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            assertThat(Probe.get(call)).isEqualTo(atom("released"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldAnswerBeforeItStops(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Scripted server = new Scripted();
            Pid pid = Servers.serve(nodes.there(), server);
            Probe caller = Probe.on(nodes.here());
            Ref ref = caller.does(self -> self.monitor(pid));
            assertThat(caller.calls(pid, atom("stop"))).isEqualTo(atom("stopping"));
            assertThat(caller.receives()).isEqualTo(tuple(atom("DOWN"), ref, atom("process"), pid, BOOM));
            assertThat(Probe.get(server.end)).isEqualTo(BOOM);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndWithTheReasonOfWhatItThrows(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe caller = Probe.on(nodes.here());
            Pid first = Servers.serve(nodes.there(), new Scripted());
            assertThatThrownBy(() -> caller.calls(first, atom("error")))
                    .isInstanceOfSatisfying(
                            ExitException.class, e -> assertThat(e.reason()).isEqualTo(tuple(atom("badarg"), list())));
            Scripted server = new Scripted();
            Pid second = Servers.serve(nodes.there(), server);
            assertThatThrownBy(() -> caller.calls(second, atom("throw")))
                    .isInstanceOf(ExitException.class)
                    .hasMessageContaining("java_exception")
                    .hasMessageContaining("as told");
            assertThat(Probe.get(server.end).toString()).contains("as told");
        }
    }

    @Test
    void shouldEndWhenItCannotStart() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            CompletableFuture<Term> end = new CompletableFuture<>();
            Servers.serve(nodes.here(), new GenServer() {
                @Override
                public Init init(Self self) {
                    throw self.exit(BOOM);
                }

                @Override
                public Reply handleCall(Term request, From from, Self self) {
                    return Reply.later();
                }

                @Override
                public void stopped(Term reason) {
                    end.complete(reason);
                }
            });
            assertThat(Probe.get(end)).isEqualTo(BOOM);
        }
    }

    /// The reply is stopped in the router while another thread kills the server.
    @Test
    void shouldHaveItsReplyArriveBeforeItsEndWhenKilledWhileReplying() throws Exception {
        try (Peer peer = new Peer()) {
            CountDownLatch inside = new CountDownLatch(1);
            CountDownLatch goOn = new CountDownLatch(1);
            CompletableFuture<From> asked = new CompletableFuture<>();
            Pid pid = Servers.serve(peer.processes(), (request, from, self) -> {
                asked.complete(from);
                return Reply.later();
            });
            Pid caller = peer.newPid();
            peer.sends(new Signal.Monitor(caller, pid, peer.newRef()));
            Term call = tuple(atom("$gen_call"), tuple(caller, integer(1)), integer(2));
            peer.sends(new Signal.Send(caller, pid, Payload.of(call)));
            From from = Probe.get(asked);
            peer.whenRouted(signal -> {
                if (signal instanceof Signal.Send) {
                    inside.countDown();
                    try {
                        goOn.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            });
            Thread replies = Thread.startVirtualThread(() -> from.reply(integer(3)));
            inside.await();
            peer.processes().exit(pid, ExitReason.KILL);
            assertThat(peer.received()).isEmpty();
            goOn.countDown();
            replies.join();
            assertThat(peer.received()).hasExactlyElementsOfTypes(Signal.Send.class, Signal.Down.class);
            from.reply(integer(4));
            assertThat(peer.received()).hasExactlyElementsOfTypes(Signal.Send.class);
        }
    }
}
