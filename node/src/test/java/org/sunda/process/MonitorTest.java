package org.sunda.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.tuple;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;

/// Monitors, by pid and by name, in one node and between two.
@Timeout(60)
class MonitorTest {
    private static final Term BOOM = tuple(atom("boom"), integer(1));
    private static final Atom NAME = atom("target");

    private static Term down(Ref ref, Term target, Term reason) {
        return tuple(atom("DOWN"), ref, atom("process"), target, reason);
    }

    private static Probe named(Nodes nodes) {
        return Probe.on(nodes.there(), SpawnOptions.DEFAULT.named(NAME.text()));
    }

    private static Term nameThere(Nodes nodes) {
        return tuple(NAME, nodes.there().node());
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellTheReasonWhenTheMonitoredProcessExits(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.on(nodes.here());
            for (Term reason : new Term[] {BOOM, Atom.NORMAL, ExitReason.KILL, ExitReason.SHUTDOWN}) {
                Probe b = Probe.on(nodes.there());
                Ref ref = a.does(self -> self.monitor(b.pid()));
                nodes.settle();
                b.exits(reason);
                assertThat(a.receives()).isEqualTo(down(ref, b.pid(), reason));
            }
            a.receivesNothing();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellOncePerMonitorWhenThereAreSeveral(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.on(nodes.here());
            Probe b = named(nodes);
            Ref first = a.does(self -> self.monitor(b.pid()));
            Ref second = a.does(self -> self.monitor(b.pid()));
            Ref third = a.does(self -> self.monitor(nameThere(nodes)));
            nodes.settle();
            b.exits(BOOM);
            assertThat(new Term[] {a.receives(), a.receives(), a.receives()})
                    .containsExactlyInAnyOrder(
                            down(first, b.pid(), BOOM),
                            down(second, b.pid(), BOOM),
                            down(third, nameThere(nodes), BOOM));
            nodes.settle();
            a.receivesNothing();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSayNoprocWhenThereIsNoSuchProcessOrName(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.on(nodes.here());
            Probe b = Probe.on(nodes.there());
            Pid dead = nodes.there().newPid();
            Pid former = new Pid(b.pid().node(), b.pid().id(), b.pid().serial(), 77);
            for (Term target : new Term[] {dead, former, nameThere(nodes)}) {
                Ref ref = a.does(self -> self.monitor(target));
                assertThat(a.receives()).isEqualTo(down(ref, target, ExitReason.NOPROC));
            }
        }
    }

    @Test
    void shouldShowTheNodeTooWhenAPlainNameIsMonitored() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe a = Probe.on(nodes.here());
            Ref none = a.does(self -> self.monitor(NAME));
            assertThat(a.receives()).isEqualTo(down(none, tuple(NAME, Nodes.HERE), ExitReason.NOPROC));
            Probe b = named(nodes);
            Ref ref = a.does(self -> self.monitor(NAME));
            b.exits(BOOM);
            assertThat(a.receives()).isEqualTo(down(ref, tuple(NAME, Nodes.HERE), BOOM));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldStayWithTheProcessWhenItsNameGoesToAnother(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.on(nodes.here());
            Probe b = named(nodes);
            Ref ref = a.does(self -> self.monitor(nameThere(nodes)));
            Ref ended = a.does(self -> self.monitor(nameThere(nodes)));
            nodes.settle();
            assertThat(nodes.there().unregister(NAME)).isTrue();
            Probe heir = named(nodes);
            a.runs(self -> self.demonitor(ended));
            nodes.settle();
            assertThat(Tables.watcherCount(nodes.there(), b.pid())).isOne();
            heir.exits(BOOM);
            heir.end();
            nodes.settle();
            a.receivesNothing();
            b.exits(Atom.NORMAL);
            assertThat(a.receives()).isEqualTo(down(ref, nameThere(nodes), Atom.NORMAL));
            a.receivesNothing();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellNothingWhenTheMonitorWasEnded(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.on(nodes.here());
            Probe b = named(nodes);
            Ref byPid = a.does(self -> self.monitor(b.pid()));
            Ref byName = a.does(self -> self.monitor(nameThere(nodes)));
            a.runs(self -> {
                self.demonitor(byPid);
                self.demonitor(byName);
                self.demonitor(byName);
                self.demonitor(nodes.there().newRef());
            });
            nodes.settle();
            assertThat(Tables.watcherCount(nodes.there(), b.pid())).isZero();
            assertThat(Tables.heldCount(nodes.here(), a.pid())).isZero();
            b.exits(BOOM);
            b.end();
            nodes.settle();
            a.receivesNothing();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldTakeTheMessageOutWhenTheMonitorIsEndedTooLate(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.on(nodes.here());
            Probe b = Probe.on(nodes.there());
            Probe c = Probe.on(nodes.there());
            Ref waiting = a.does(self -> self.monitor(b.pid()));
            Ref passedOver = a.does(self -> self.monitor(c.pid()));
            nodes.settle();
            c.exits(BOOM);
            c.end();
            nodes.settle();
            b.runs(self -> self.send(a.pid(), atom("marker")));
            nodes.settle();
            Matcher<Term> marker = message -> message.equals(atom("marker")) ? message : null;
            a.runs(self -> self.receive(marker));
            b.exits(BOOM);
            b.end();
            nodes.settle();
            a.runs(self -> {
                self.demonitor(waiting);
                self.demonitor(passedOver);
            });
            a.receivesNothing();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellNobodyAfterTheWatcherHasExited(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.on(nodes.here());
            Probe b = named(nodes);
            a.runs(self -> self.monitor(b.pid()));
            a.runs(self -> self.monitor(nameThere(nodes)));
            nodes.settle();
            assertThat(Tables.watcherCount(nodes.there(), b.pid())).isEqualTo(2);
            a.exits(BOOM);
            a.end();
            Await.until("the monitors are gone", () -> Tables.watcherCount(nodes.there(), b.pid()) == 0);
            assertThat(nodes.there().directory().toString()).contains("watchedByName=0");
        }
    }

    @Test
    void shouldDoNothingWhenAProcessMonitorsItself() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe a = Probe.on(nodes.here());
            Ref ref = a.does(self -> self.monitor(self.pid()));
            a.receivesNothing();
            a.runs(self -> self.demonitor(ref));
            a.runs(self -> self.monitor(self.pid()));
            a.exits(BOOM);
            assertThat(a.end()).isEqualTo(BOOM);
        }
    }

    @ParameterizedTest
    @EnumSource(names = "LOCAL", mode = EnumSource.Mode.EXCLUDE)
    void shouldSayNoconnectionWhenTheConnectionIsLostOrCannotBeMade(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.on(nodes.here());
            Probe b = named(nodes);
            Ref byPid = a.does(self -> self.monitor(b.pid()));
            Ref byName = a.does(self -> self.monitor(nameThere(nodes)));
            Ref back = b.does(self -> self.monitor(a.pid()));
            nodes.settle();
            nodes.disconnect();
            assertThat(new Term[] {a.receives(), a.receives()})
                    .containsExactlyInAnyOrder(
                            down(byPid, b.pid(), ExitReason.NOCONNECTION),
                            down(byName, nameThere(nodes), ExitReason.NOCONNECTION));
            assertThat(b.receives()).isEqualTo(down(back, a.pid(), ExitReason.NOCONNECTION));
            assertThat(Tables.watcherCount(nodes.there(), b.pid())).isZero();
            assertThat(nodes.there().directory().toString()).contains("watchedByName=0");
            Ref late = a.does(self -> self.monitor(b.pid()));
            assertThat(a.receives()).isEqualTo(down(late, b.pid(), ExitReason.NOCONNECTION));
            nodes.connect();
            b.exits(BOOM);
            b.end();
            nodes.settle();
            a.receivesNothing();
        }
    }

    @Test
    void shouldSayNoconnectionWhenTheNodeIsUnknown() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe a = Probe.on(nodes.here());
            Term target = tuple(NAME, atom("nowhere@test"));
            Ref ref = a.does(self -> self.monitor(target));
            assertThat(a.receives()).isEqualTo(down(ref, target, ExitReason.NOCONNECTION));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldAllowAsManyMonitorsAsTheBoundAndNotOneMore(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way, new ProcessSettings(100, 100, 3))) {
            Probe a = Probe.on(nodes.here());
            Probe b = named(nodes);
            a.runs(self -> {
                self.monitor(b.pid());
                self.monitor(nameThere(nodes));
                self.monitor(b.pid());
            });
            assertThatThrownBy(() -> a.runs(self -> self.monitor(b.pid())))
                    .isInstanceOfSatisfying(
                            ExitException.class, e -> assertThat(e.reason()).isEqualTo(ExitReason.SYSTEM_LIMIT));
            nodes.settle();
            Probe c = Probe.on(nodes.here());
            Ref refused = c.does(self -> self.monitor(b.pid()));
            assertThat(c.receives()).isEqualTo(down(refused, b.pid(), ExitReason.SYSTEM_LIMIT));
            a.exits(Atom.NORMAL);
            Await.until("there is room", () -> Tables.watcherCount(nodes.there(), b.pid()) == 0);
            Ref ref = c.does(self -> self.monitor(b.pid()));
            nodes.settle();
            b.exits(BOOM);
            assertThat(c.receives()).isEqualTo(down(ref, b.pid(), BOOM));
        }
    }

    @Test
    void shouldRefuseToMonitorWhatIsNoProcess() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe a = Probe.on(nodes.here());
            for (Term target : new Term[] {integer(1), nodes.here().newRef(), tuple(integer(1), NAME)}) {
                assertThatThrownBy(() -> a.runs(self -> self.monitor(target)))
                        .isInstanceOf(IllegalArgumentException.class);
            }
        }
    }

    @Test
    void shouldNotLetAnotherNodeTouchMonitorsThatAreNotItsOwn() throws Exception {
        try (Peer peer = new Peer()) {
            Probe b = Probe.on(peer.processes(), SpawnOptions.DEFAULT.named(NAME.text()));
            Probe a = Probe.on(peer.processes());
            Pid thief = peer.newPid();
            for (Term target : new Term[] {b.pid(), NAME}) {
                Ref ref = a.does(self -> self.monitor(target));
                peer.sends(new Signal.Demonitor(thief, target, ref));
                peer.sends(new Signal.Monitor(thief, target, ref));
                peer.sends(new Signal.Demonitor(thief, target, ref));
            }
            assertThat(Tables.watcherCount(peer.processes(), b.pid())).isEqualTo(2);
            b.exits(BOOM);
            assertThat(a.receives().toString()).contains("DOWN");
            assertThat(a.receives().toString()).contains("DOWN");
            assertThat(peer.received()).isEmpty();
        }
    }

    @Test
    void shouldIgnoreDownWhenNothingIsMonitoredByThatReference() throws Exception {
        try (Peer peer = new Peer()) {
            Probe a = Probe.on(peer.processes());
            Pid other = peer.newPid();
            peer.sends(new Signal.Down(other, a.pid(), peer.newRef(), Payload.of(BOOM)));
            Ref ref = a.does(self -> self.monitor(other));
            peer.sends(new Signal.Down(other, a.pid(), ref, Payload.of(BOOM)));
            peer.sends(new Signal.Down(other, a.pid(), ref, Payload.of(BOOM)));
            assertThat(a.receives()).isEqualTo(down(ref, other, BOOM));
            a.receivesNothing();
        }
    }

    @Test
    void shouldAnswerNoprocAsNamedWhenAnotherNodeMonitorsNobody() {
        try (Peer peer = new Peer()) {
            Pid other = peer.newPid();
            Ref ref = peer.newRef();
            peer.sends(new Signal.Monitor(other, NAME, ref));
            peer.sends(new Signal.Demonitor(other, NAME, ref));
            assertThat(peer.received())
                    .containsExactly(new Signal.Down(NAME, other, ref, Payload.of(ExitReason.NOPROC)));
        }
    }

    @Test
    void shouldSayNoconnectionWhenTheRouterRefusesAMonitor() throws Exception {
        try (Peer peer = new Peer()) {
            peer.whenRouted(signal -> {
                throw new IllegalStateException("refused");
            });
            Probe a = Probe.on(peer.processes());
            Pid other = peer.newPid();
            Ref ref = a.does(self -> self.monitorWithAlias(other));
            assertThat(a.receives()).isEqualTo(down(ref, other, ExitReason.NOCONNECTION));
            assertThat(Tables.heldCount(peer.processes(), a.pid())).isZero();
        }
    }
}
