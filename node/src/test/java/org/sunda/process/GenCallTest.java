package org.sunda.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.list;
import static org.sunda.term.Terms.tuple;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sunda.otp.From;
import org.sunda.otp.Reply;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple2;
import org.sunda.term.Tuple3;

/// Calls of `gen_server`s, from the caller's side.
@Timeout(60)
class GenCallTest {
    private static final Term REQUEST = tuple(atom("double"), integer(21));
    private static final Term ANSWER = integer(42);
    private static final Atom NAME = atom("server");
    private static final Duration SHORT = Duration.ofMillis(20);

    /// Answers what it is asked, from time to time.
    private static Reply answer(Term request) {
        return request.equals(REQUEST) ? Reply.of(ANSWER) : Reply.later();
    }

    private static Pid server(Processes processes) {
        return Servers.serve(
                processes, SpawnOptions.DEFAULT.named(NAME.text()), (request, from, self) -> answer(request));
    }

    private static void assertExits(Term reason, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ExitException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }

    private static void assertNothingLeft(Nodes nodes, Probe caller) throws Exception {
        nodes.settle();
        caller.receivesNothing();
        assertThat(Tables.heldCount(nodes.here(), caller.pid())).isZero();
        assertThat(nodes.here().directory().toString()).contains("aliases=0");
    }

    @ParameterizedTest
    @EnumSource
    void shouldAnswerWhenCalledByPidOrName(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Pid server = server(nodes.there());
            Probe caller = Probe.on(nodes.here());
            Term byName = tuple(NAME, nodes.there().node());
            assertThat(caller.calls(server, REQUEST)).isEqualTo(ANSWER);
            assertThat(caller.calls(byName, REQUEST)).isEqualTo(ANSWER);
            assertNothingLeft(nodes, caller);
            nodes.settle();
            assertThat(Tables.watcherCount(nodes.there(), server)).isZero();
            assertThat(nodes.here().<Term>asProcess(self -> self.call(byName, REQUEST, Probe.LONG)))
                    .isEqualTo(ANSWER);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldExitWhenThereIsNoServer(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe caller = Probe.on(nodes.here());
            Pid dead = nodes.there().newPid();
            Term noName = tuple(NAME, nodes.there().node());
            assertExits(ExitReason.NOPROC, () -> caller.runs(self -> self.call(dead, REQUEST, Probe.LONG)));
            assertExits(ExitReason.NOPROC, () -> caller.runs(self -> self.call(noName, REQUEST, Probe.LONG)));
            Term nowhere = tuple(NAME, atom("nowhere@test"));
            assertExits(
                    tuple(atom("nodedown"), atom("nowhere@test")),
                    () -> caller.runs(self -> self.call(nowhere, REQUEST, Probe.LONG)));
            assertNothingLeft(nodes, caller);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldExitAsTheServerWhenItExitsInTheCall(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Pid server = Servers.serve(nodes.there(), (request, from, self) -> {
                throw self.exit(request);
            });
            Probe caller = Probe.on(nodes.here());
            assertExits(REQUEST, () -> caller.runs(self -> self.call(server, REQUEST, Probe.LONG)));
            assertNothingLeft(nodes, caller);
        }
    }

    @ParameterizedTest
    @EnumSource(names = "LOCAL", mode = EnumSource.Mode.EXCLUDE)
    void shouldBeToldTheNodeWhenTheConnectionIsLostInTheCall(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            CountDownLatch called = new CountDownLatch(1);
            Pid server = Servers.serve(nodes.there(), (request, from, self) -> {
                called.countDown();
                return Reply.later();
            });
            Probe caller = Probe.on(nodes.here());
            CompletableFuture<Term> call = caller.begins(self -> self.call(server, REQUEST, Probe.LONG));
            called.await();
            nodes.disconnect();
            assertExits(tuple(atom("nodedown"), Nodes.THERE), () -> Probe.get(call));
            assertNothingLeft(nodes, caller);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldNeverReceiveTheReplyWhenItComesTooLate(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            CompletableFuture<From> asked = new CompletableFuture<>();
            Pid server = Servers.serve(nodes.there(), (request, from, self) -> {
                asked.complete(from);
                return Reply.later();
            });
            Probe caller = Probe.on(nodes.here());
            assertExits(ExitReason.TIMEOUT, () -> caller.runs(self -> self.call(server, REQUEST, SHORT)));
            assertNothingLeft(nodes, caller);
            Probe.get(asked).reply(ANSWER);
            assertNothingLeft(nodes, caller);
        }
    }

    /// The server answers when the call is about to end: either the reply is the result, or nothing of it
    /// ever arrives.
    @ParameterizedTest
    @EnumSource
    void shouldHaveTheReplyOrNothingWhenItRacesWithTheTimeout(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Pid server = nodes.there().spawn(SpawnOptions.DEFAULT, GenCallTest::answerLate);
            Probe caller = Probe.on(nodes.here());
            int answered = 0;
            long micros = 1_500;
            for (int round = 0; round < 300; round++) {
                Duration timeout = Duration.of(micros, ChronoUnit.MICROS);
                boolean isAnswered = caller.does(self -> hasAnswer(self, server, timeout));
                answered += isAnswered ? 1 : 0;
                // So it settles where both are as likely, however slow the machine is.
                micros = Math.max(0, micros + (isAnswered ? -50 : 50));
            }
            // The last request has been answered when this one is.
            caller.calls(server, REQUEST);
            assertNothingLeft(nodes, caller);
            assertThat(answered).isBetween(1, 299);
        }
    }

    private static boolean hasAnswer(BlockingSelf self, Term server, Duration timeout) throws InterruptedException {
        try {
            assertThat(self.call(server, REQUEST, timeout)).isEqualTo(ANSWER);
            return true;
        } catch (ExitException e) {
            assertThat(e.reason()).isEqualTo(ExitReason.TIMEOUT);
            return false;
        }
    }

    private static void answerLate(BlockingSelf self) throws InterruptedException {
        while (true) {
            if (self.receive() instanceof Tuple3(Term _, Tuple2(Pid _, ListTerm tag), Term _)) {
                long start = System.nanoTime();
                while (System.nanoTime() - start < 1_000_000) {
                    Thread.onSpinWait();
                }
                self.send(tag.tail(), tuple(tag, ANSWER));
            }
        }
    }

    @Test
    void shouldLeaveNothingWhenTheCallerIsInterrupted() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            CompletableFuture<From> asked = new CompletableFuture<>();
            Pid server = Servers.serve(nodes.here(), (request, from, self) -> {
                asked.complete(from);
                return Reply.later();
            });
            Probe caller = Probe.on(nodes.here());
            CompletableFuture<Thread> thread = new CompletableFuture<>();
            CompletableFuture<Term> call = caller.begins(self -> {
                thread.complete(Thread.currentThread());
                return self.call(server, REQUEST, Probe.LONG);
            });
            From from = Probe.get(asked);
            Probe.get(thread).interrupt();
            assertThatThrownBy(() -> Probe.get(call)).isInstanceOf(InterruptedException.class);
            assertNothingLeft(nodes, caller);
            from.reply(ANSWER);
            assertNothingLeft(nodes, caller);
        }
    }

    @Test
    void shouldLeaveTheMailboxAsItWasWhenOtherMessagesWait() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Pid server = server(nodes.here());
            Probe caller = Probe.on(nodes.here());
            for (int i = 0; i < 3; i++) {
                nodes.here().send(caller.pid(), integer(i));
            }
            assertThat(caller.calls(server, REQUEST)).isEqualTo(ANSWER);
            assertExits(
                    ExitReason.TIMEOUT, () -> caller.runs(self -> self.call(server, atom("be_silent"), Duration.ZERO)));
            for (int i = 0; i < 3; i++) {
                assertThat(caller.receives()).isEqualTo(integer(i));
            }
            caller.receivesNothing();
        }
    }

    @Test
    void shouldEndTheCallWhenTheCallerIsKilled() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            CountDownLatch called = new CountDownLatch(1);
            Pid server = Servers.serve(nodes.here(), (request, from, self) -> {
                called.countDown();
                return Reply.later();
            });
            Probe caller = Probe.on(nodes.here());
            CompletableFuture<Term> call = caller.begins(self -> self.call(server, REQUEST, Probe.LONG));
            called.await();
            nodes.here().exit(caller.pid(), ExitReason.KILL);
            assertThatThrownBy(() -> Probe.get(call)).isInstanceOf(ProcessExit.class);
            assertThat(caller.end()).isEqualTo(ExitReason.KILLED);
            assertThat(Tables.watcherCount(nodes.here(), server)).isZero();
        }
    }

    @Test
    void shouldThrowAndLeaveNothingWhenTheRequestCannotBeSent() throws Exception {
        try (Peer peer = new Peer()) {
            peer.whenRouted(signal -> {
                if (signal instanceof Signal.Message) {
                    throw new IllegalArgumentException("cannot be encoded");
                }
            });
            Probe caller = Probe.on(peer.processes());
            Pid server = peer.newPid();
            assertThatThrownBy(() -> caller.runs(self -> self.call(server, REQUEST, Probe.LONG)))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(Tables.heldCount(peer.processes(), caller.pid())).isZero();
            assertThat(peer.received()).hasExactlyElementsOfTypes(Signal.Monitor.class, Signal.Demonitor.class);
        }
    }

    /// The way of a call on the wire, with each form a server may answer in.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldSpeakAsGenDoes(boolean answersByAlias) throws Exception {
        try (Peer peer = new Peer()) {
            Probe caller = Probe.on(peer.processes());
            Pid server = peer.newPid();
            CompletableFuture<Term> call = caller.begins(self -> self.call(server, REQUEST, Probe.LONG));
            Signal.Send request = awaitRequest(peer);
            Tuple3 message = (Tuple3) Peer.termOf(request);
            assertThat(message.element(0)).isEqualTo(atom("$gen_call"));
            assertThat(message.element(2)).isEqualTo(REQUEST);
            Tuple2 from = (Tuple2) message.element(1);
            assertThat(from.element(0)).isEqualTo(caller.pid());
            ListTerm tag = (ListTerm) from.element(1);
            assertThat(tag.elements()).containsExactly(atom("alias"));
            Ref alias = (Ref) tag.tail();
            Payload reply = Payload.of(tuple(tag, ANSWER));
            peer.sends(
                    answersByAlias
                            ? new Signal.AliasSend(server, alias, reply)
                            : new Signal.Send(server, caller.pid(), reply));
            assertThat(Probe.get(call)).isEqualTo(ANSWER);
            assertThat(peer.received()).containsExactly(new Signal.Demonitor(caller.pid(), server, alias));
            peer.sends(new Signal.AliasSend(server, alias, reply));
            caller.receivesNothing();
        }
    }

    private static Signal.Send awaitRequest(Peer peer) {
        Await.until("it is called", () -> peer.sentCount() == 2);
        return (Signal.Send) peer.received().get(1);
    }

    /// What a peer may send as the tag of a call, and where the reply goes.
    @Test
    void shouldReplyToWhereTheTagSays() throws Exception {
        try (Peer peer = new Peer()) {
            server(peer.processes());
            Pid caller = peer.newPid();
            Ref alias = peer.newRef();
            Term aliasTag = ListTerm.improper(new Term[] {atom("alias")}, alias);
            Term nested = ListTerm.improper(new Term[] {aliasTag}, integer(1));
            Term nestedList = ListTerm.of(aliasTag, integer(1), integer(2));
            for (Term tag : new Term[] {aliasTag, nested, nestedList}) {
                assertThat(replyTo(peer, caller, tag)).isInstanceOfSatisfying(Signal.AliasSend.class, reply -> {
                    assertThat(reply.to()).isEqualTo(alias);
                    assertThat(reply.payload().term()).isEqualTo(tuple(tag, ANSWER));
                });
            }
            Term[] plain = {
                alias,
                atom("alias"),
                integer(7),
                ListTerm.nil(),
                list(atom("alias"), alias),
                list(ListTerm.nil()),
                ListTerm.improper(new Term[] {atom("alias")}, integer(3)),
                ListTerm.improper(new Term[] {atom("alias"), atom("alias")}, alias),
                ListTerm.improper(new Term[] {list(aliasTag)}, alias),
                tuple(aliasTag, alias),
                nestedBy(1_000_000, aliasTag)
            };
            for (Term tag : plain) {
                assertThat(replyTo(peer, caller, tag)).isInstanceOfSatisfying(Signal.Send.class, reply -> {
                    assertThat(reply.to()).isEqualTo(caller);
                    assertThat(Peer.termOf(reply).element(0)).isSameAs(tag);
                });
            }
        }
    }

    private static Signal replyTo(Peer peer, Pid caller, Term tag) {
        Term call = tuple(atom("$gen_call"), tuple(caller, tag), REQUEST);
        peer.sends(new Signal.RegSend(caller, NAME, Payload.of(call)));
        Await.until("it is answered", () -> peer.sentCount() == 1);
        return peer.received().getFirst();
    }

    private static Term nestedBy(int levels, Term innermost) {
        Term term = innermost;
        for (int i = 0; i < levels; i++) {
            term = ListTerm.of(term);
        }
        return term;
    }

    @Test
    void shouldCompareHostileRepliesWithoutRecursion() throws Exception {
        try (Peer peer = new Peer()) {
            Probe caller = Probe.on(peer.processes());
            Pid server = peer.newPid();
            CompletableFuture<Term> call = caller.begins(self -> self.call(server, REQUEST, Probe.LONG));
            Signal.Send request = awaitRequest(peer);
            Tuple2 from = (Tuple2) ((Tuple3) Peer.termOf(request)).element(1);
            Term deep = nestedBy(1_000_000, from.element(1));
            peer.sends(new Signal.Send(server, caller.pid(), Payload.of(tuple(deep, ANSWER))));
            peer.sends(new Signal.Send(server, caller.pid(), Payload.of(tuple(from.element(1), ANSWER))));
            assertThat(Probe.get(call)).isEqualTo(ANSWER);
        }
    }

    @Test
    void shouldRefuseToCallByAnAlias() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe caller = Probe.on(nodes.here());
            Ref alias = caller.does(Self::alias);
            assertThatThrownBy(() -> caller.runs(self -> self.call(alias, REQUEST, SHORT)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
