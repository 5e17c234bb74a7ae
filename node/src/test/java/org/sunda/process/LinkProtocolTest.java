package org.sunda.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.tuple;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.signal.Signal.Exit;
import org.sunda.signal.Signal.Link;
import org.sunda.signal.Signal.Unlink;
import org.sunda.signal.Signal.UnlinkAck;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;

/// The table of protocol section b.6, event by event.
@Timeout(60)
class LinkProtocolTest {
    private static final Term BOOM = atom("boom");

    private final Peer peer = new Peer();
    private final Probe probe = Probe.trapping(peer.processes());
    private final Pid self = probe.pid();
    private final Pid other = peer.newPid();

    @AfterEach
    void close() {
        peer.close();
    }

    private void links() throws Exception {
        probe.runs(me -> me.link(other));
    }

    /// Unlinks, and answers under which id.
    private long unlinks() throws Exception {
        probe.runs(me -> me.unlink(other));
        assertThat(peer.received()).singleElement().isInstanceOf(Unlink.class);
        return lastUnlinkId;
    }

    private long lastUnlinkId;

    {
        peer.whenRouted(signal -> {
            if (signal instanceof Unlink unlink) {
                lastUnlinkId = unlink.id();
            }
        });
    }

    /// Ends the process, and answers whether the other side was told.
    private boolean isLinkedAtTheEnd() throws Exception {
        peer.received();
        probe.exits(BOOM);
        probe.end();
        List<Signal> news = peer.received();
        assertThat(news).isSubsetOf(new Exit(self, other, Payload.of(BOOM)));
        return !news.isEmpty();
    }

    @Test
    void shouldSendLinkOnceWhenLinkedTwice() throws Exception {
        links();
        links();
        assertThat(peer.received()).containsExactly(new Link(self, other));
        assertThat(isLinkedAtTheEnd()).isTrue();
    }

    @Test
    void shouldSendLinkAgainWhenLinkedBeforeTheAcknowledgement() throws Exception {
        links();
        peer.received();
        long id = unlinks();
        links();
        assertThat(peer.received()).containsExactly(new Link(self, other));
        peer.sends(new UnlinkAck(id, other, self));
        assertThat(isLinkedAtTheEnd()).isTrue();
    }

    @Test
    void shouldIgnoreAnOldAcknowledgementWhenUnlinkedAgain() throws Exception {
        links();
        peer.received();
        long first = unlinks();
        links();
        peer.received();
        long second = unlinks();
        assertThat(second).isNotEqualTo(first);
        peer.sends(new UnlinkAck(first, other, self));
        peer.sends(new Link(other, self));
        assertThat(Tables.links(peer.processes(), self)).isEmpty();
        peer.sends(new UnlinkAck(second, other, self));
        peer.sends(new Link(other, self));
        assertThat(isLinkedAtTheEnd()).isTrue();
    }

    @Test
    void shouldIgnoreAnAcknowledgementWhenNothingWasEnded() throws Exception {
        links();
        peer.sends(new UnlinkAck(0, other, self));
        peer.sends(new UnlinkAck(1, other, self));
        peer.sends(new UnlinkAck(1, peer.newPid(), self));
        assertThat(isLinkedAtTheEnd()).isTrue();
    }

    @Test
    void shouldBeLinkedWhenTheOtherSideLinks() throws Exception {
        peer.sends(new Link(other, self));
        peer.sends(new Link(other, self));
        links();
        assertThat(peer.received()).isEmpty();
        assertThat(isLinkedAtTheEnd()).isTrue();
    }

    @Test
    void shouldIgnoreLinkWhenItsOwnEndIsNotAcknowledged() throws Exception {
        links();
        peer.received();
        long id = unlinks();
        peer.sends(new Link(other, self));
        assertThat(isLinkedAtTheEnd()).isFalse();
        assertThat(id).isPositive();
    }

    @Test
    void shouldAcknowledgeFirstAndForgetTheLinkWhenTheOtherSideUnlinks() throws Exception {
        links();
        peer.received();
        peer.sends(new Unlink(77, other, self));
        assertThat(peer.received()).containsExactly(new UnlinkAck(77, self, other));
        assertThat(isLinkedAtTheEnd()).isFalse();
    }

    @Test
    void shouldAcknowledgeAndStayWhenBothHaveUnlinked() throws Exception {
        links();
        peer.received();
        long id = unlinks();
        peer.sends(new Unlink(5, other, self));
        assertThat(peer.received()).containsExactly(new UnlinkAck(5, self, other));
        assertThat(Tables.linkCount(peer.processes(), self)).isOne();
        peer.sends(new UnlinkAck(id, other, self));
        assertThat(Tables.linkCount(peer.processes(), self)).isZero();
    }

    @Test
    void shouldAcknowledgeWhenThereIsNoLinkOrNoProcess() throws Exception {
        peer.sends(new Unlink(-1, other, self));
        assertThat(peer.received()).containsExactly(new UnlinkAck(-1, self, other));
        Pid dead = peer.processes().newPid();
        peer.sends(new Unlink(2, other, dead));
        assertThat(peer.received()).containsExactly(new UnlinkAck(2, dead, other));
        Pid former = new Pid(self.node(), self.id(), self.serial(), self.creation() + 1);
        peer.sends(new Unlink(3, other, former));
        assertThat(peer.received()).containsExactly(new UnlinkAck(3, former, other));
    }

    /// The other side would take the new link for the former one, and wipe it out.
    @Test
    void shouldNotLinkAgainBeforeTheAcknowledgementIsSent() throws Exception {
        links();
        peer.received();
        Thread thread = probe.does(me -> Thread.currentThread());
        CountDownLatch entered = new CountDownLatch(1);
        CompletableFuture<CompletableFuture<Boolean>> linking = new CompletableFuture<>();
        peer.whenRouted(signal -> {
            if (signal instanceof UnlinkAck) {
                CompletableFuture<Boolean> link = probe.begins(me -> {
                    entered.countDown();
                    me.link(other);
                    return true;
                });
                Await.until(
                        "it waits, or is too quick",
                        () -> entered.getCount() == 0
                                && (link.isDone() || thread.getState() == Thread.State.TIMED_WAITING));
                linking.complete(link);
            }
        });
        peer.sends(new Unlink(1, other, self));
        assertThat(Probe.get(Probe.get(linking))).isTrue();
        assertThat(peer.received()).containsExactly(new UnlinkAck(1, self, other), new Link(self, other));
        assertThat(isLinkedAtTheEnd()).isTrue();
    }

    @Test
    void shouldTellTheProcessOnceWhenTheOtherSideExits() throws Exception {
        links();
        peer.sendsExit(other, self, BOOM);
        peer.sendsExit(other, self, BOOM);
        assertThat(probe.receives()).isEqualTo(tuple(atom("EXIT"), other, BOOM));
        probe.receivesNothing();
        assertThat(isLinkedAtTheEnd()).isFalse();
    }

    @Test
    void shouldIgnoreExitWhenThereIsNoLinkOrItWasEnded() throws Exception {
        peer.sendsExit(other, self, BOOM);
        links();
        peer.received();
        long id = unlinks();
        peer.sendsExit(other, self, BOOM);
        assertThat(Tables.linkCount(peer.processes(), self)).isZero();
        peer.sends(new UnlinkAck(id, other, self));
        probe.receivesNothing();
    }

    @Test
    void shouldSendNothingWhenUnlinkedWithoutALink() throws Exception {
        probe.runs(me -> me.unlink(other));
        assertThat(peer.received()).isEmpty();
    }

    @Test
    void shouldAnswerNoprocWhenTheTargetOfALinkIsDead() {
        Pid dead = peer.processes().newPid();
        peer.sends(new Link(other, dead));
        assertThat(peer.received()).containsExactly(new Exit(dead, other, Payload.of(ExitReason.NOPROC)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldForgetAllWhenTheConnectionIsLost(boolean acknowledged) throws Exception {
        links();
        peer.received();
        if (!acknowledged) {
            unlinks();
        }
        peer.processes().nodeDown(Peer.NODE);
        assertThat(Tables.linkCount(peer.processes(), self)).isZero();
        if (acknowledged) {
            assertThat(probe.receives()).isEqualTo(tuple(atom("EXIT"), other, ExitReason.NOCONNECTION));
        }
        probe.receivesNothing();
        assertThat(isLinkedAtTheEnd()).isFalse();
    }

    @Test
    void shouldSendNothingThereWhenALostConnectionEndsTheProcess() throws Exception {
        Pid third = peer.newPid();
        probe.runs(me -> {
            me.trapExit(false);
            me.link(other);
            me.link(third);
            me.monitor(third);
        });
        peer.sends(new Signal.Monitor(third, self, peer.newRef()));
        peer.received();
        peer.processes().nodeDown(Peer.NODE);
        assertThat(probe.end()).isEqualTo(ExitReason.NOCONNECTION);
        assertThat(peer.received()).isEmpty();
    }

    @Test
    void shouldTakeAnUndeliverableEndOfALinkForAcknowledged() throws Exception {
        links();
        peer.received();
        long id = unlinks();
        peer.processes().undeliverable(new Unlink(id, self, other));
        assertThat(Tables.linkCount(peer.processes(), self)).isZero();
    }

    /// The kind of news is sent again with a reason that can be encoded.
    @Test
    void shouldStillBeToldOfAnExitWhoseReasonCannotBeEncoded() throws Exception {
        links();
        peer.received();
        peer.whenRouted(signal -> {
            if (signal instanceof Exit exit && BOOM.equals(exit.reason().term())) {
                throw new IllegalArgumentException("boom cannot be encoded");
            }
        });
        probe.exits(BOOM);
        probe.end();
        assertThat(peer.received()).singleElement().isInstanceOfSatisfying(Exit.class, exit -> {
            assertThat(exit.to()).isEqualTo(other);
            assertThat(String.valueOf(exit.reason().term())).contains("boom cannot be encoded");
        });
    }

    @Test
    void shouldSayNoconnectionWhenTheRouterRefusesALink() throws Exception {
        peer.whenRouted(signal -> {
            throw new IllegalStateException("refused");
        });
        links();
        assertThat(probe.receives()).isEqualTo(tuple(atom("EXIT"), other, ExitReason.NOCONNECTION));
        assertThat(isLinkedAtTheEnd()).isFalse();
    }

    /// What happens just before the first signal of that kind leaves.
    private void justBefore(Class<? extends Signal> kind, Runnable action) {
        AtomicBoolean isDone = new AtomicBoolean();
        peer.whenRouted(signal -> {
            if (kind.isInstance(signal) && isDone.compareAndSet(false, true)) {
                action.run();
            }
        });
    }

    @Test
    void shouldEndTheLinkThereWhenTheConnectionIsMadeAnewBeforeTheSignalLeaves() throws Exception {
        justBefore(Link.class, () -> peer.processes().nodeDown(Peer.NODE));
        links();
        assertThat(probe.receives()).isEqualTo(tuple(atom("EXIT"), other, ExitReason.NOCONNECTION));
        assertThat(peer.received()).containsExactly(new Link(self, other), new Unlink(1, self, other));
        peer.sends(new UnlinkAck(1, other, self));
        assertThat(Tables.linkCount(peer.processes(), self)).isZero();
    }

    @Test
    void shouldLinkAnewWhenTheConnectionIsMadeAnewBeforeTheEndOfTheLinkLeaves() throws Exception {
        links();
        peer.received();
        justBefore(Unlink.class, () -> {
            peer.processes().nodeDown(Peer.NODE);
            peer.sends(new Link(other, self));
        });
        probe.runs(me -> me.unlink(other));
        assertThat(peer.received()).containsExactly(new Unlink(1, self, other), new Link(self, other));
        peer.sends(new UnlinkAck(1, other, self));
        assertThat(isLinkedAtTheEnd()).isTrue();
    }

    @Test
    void shouldEndTheMonitorThereWhenTheConnectionIsMadeAnewBeforeTheSignalLeaves() throws Exception {
        justBefore(Signal.Monitor.class, () -> peer.processes().nodeDown(Peer.NODE));
        Ref ref = probe.does(me -> me.monitor(other));
        assertThat(probe.receives())
                .isEqualTo(tuple(atom("DOWN"), ref, atom("process"), other, ExitReason.NOCONNECTION));
        assertThat(peer.received())
                .containsExactly(new Signal.Monitor(self, other, ref), new Signal.Demonitor(self, other, ref));
    }
}
