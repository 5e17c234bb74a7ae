package org.sunda.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.tuple;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Term;

/// Links, as two processes see them. What travels is [LinkProtocolTest]'s.
@Timeout(60)
class LinkTest {
    private static final Term BOOM = tuple(atom("boom"), atom("x"));

    private static Term exit(Pid from, Term reason) {
        return tuple(atom("EXIT"), from, reason);
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndBothWhenOneOfTwoLinkedExits(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.on(nodes.here());
            Probe b = Probe.on(nodes.there());
            a.runs(self -> self.link(b.pid()));
            nodes.settle();
            b.exits(BOOM);
            assertThat(a.end()).isEqualTo(BOOM);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndTheOtherWhenTheOneThatLinkedExits(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.on(nodes.here());
            Probe b = Probe.on(nodes.there());
            a.runs(self -> self.link(b.pid()));
            a.exits(BOOM);
            assertThat(b.end()).isEqualTo(BOOM);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldIgnoreNormalExitsUnlessTheyAreTrapped(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.on(nodes.here());
            Probe trapping = Probe.trapping(nodes.here());
            Probe b = Probe.on(nodes.there());
            a.runs(self -> self.link(b.pid()));
            trapping.runs(self -> self.link(b.pid()));
            nodes.settle();
            b.exits(Atom.NORMAL);
            assertThat(trapping.receives()).isEqualTo(exit(b.pid(), Atom.NORMAL));
            nodes.settle();
            a.receivesNothing();
            assertThat(a.isAlive()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldTrapAnyReasonWhenItComesByALink(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.trapping(nodes.here());
            for (Term reason : new Term[] {BOOM, ExitReason.KILL, ExitReason.SHUTDOWN, Atom.NORMAL}) {
                Probe b = Probe.on(nodes.there());
                a.runs(self -> self.link(b.pid()));
                nodes.settle();
                b.exits(reason);
                assertThat(a.receives()).isEqualTo(exit(b.pid(), reason));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldPassTheReasonKillOnWhenItComesByALink(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.on(nodes.here());
            Probe b = Probe.on(nodes.there());
            Probe watcher = Probe.on(nodes.here());
            watcher.runs(self -> self.monitor(a.pid()));
            a.runs(self -> self.link(b.pid()));
            nodes.settle();
            b.exits(ExitReason.KILL);
            assertThat(a.end()).isEqualTo(ExitReason.KILL);
            assertThat(watcher.receives().toString()).endsWith(",kill}");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSayNoprocWhenTheOtherDoesNotExist(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Pid dead = nodes.there().newPid();
            Probe trapping = Probe.trapping(nodes.here());
            trapping.runs(self -> self.link(dead));
            assertThat(trapping.receives()).isEqualTo(exit(dead, ExitReason.NOPROC));
            Probe a = Probe.on(nodes.here());
            a.starts(self -> self.link(dead));
            assertThat(a.end()).isEqualTo(ExitReason.NOPROC);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSayNoprocWhenThePidIsOfAnotherIncarnation(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe b = Probe.on(nodes.there());
            Pid former = new Pid(b.pid().node(), b.pid().id(), b.pid().serial(), 77);
            Probe a = Probe.trapping(nodes.here());
            a.runs(self -> self.link(former));
            assertThat(a.receives()).isEqualTo(exit(former, ExitReason.NOPROC));
            assertThat(b.isAlive()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldHearNothingWhenTheLinkWasEndedByEitherSide(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.trapping(nodes.here());
            Probe b = Probe.trapping(nodes.there());
            a.runs(self -> self.link(b.pid()));
            nodes.settle();
            b.runs(self -> self.unlink(a.pid()));
            nodes.settle();
            a.runs(self -> self.link(b.pid()));
            a.runs(self -> self.unlink(b.pid()));
            nodes.settle();
            a.exits(BOOM);
            a.end();
            nodes.settle();
            b.receivesNothing();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldStandWhenLinkedAgainAtOnce(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.trapping(nodes.here());
            Probe b = Probe.trapping(nodes.there());
            a.runs(self -> {
                for (int i = 0; i < 100; i++) {
                    self.link(b.pid());
                    self.unlink(b.pid());
                }
                self.link(b.pid());
            });
            nodes.settle();
            b.exits(BOOM);
            assertThat(a.receives()).isEqualTo(exit(b.pid(), BOOM));
            a.receivesNothing();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldAgreeWhenBothLinkAndUnlinkAtOnce(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            for (int round = 0; round < 200; round++) {
                Probe a = Probe.trapping(nodes.here());
                Probe b = Probe.trapping(nodes.there());
                CompletableFuture<Boolean> first = linkAndUnlink(a, b.pid(), round % 3);
                CompletableFuture<Boolean> second = linkAndUnlink(b, a.pid(), round % 5);
                Probe.get(first);
                Probe.get(second);
                nodes.settle();
                boolean linked = linksOf(nodes.here(), a).contains(b.pid());
                assertThat(linksOf(nodes.there(), b).contains(a.pid())).isEqualTo(linked);
                a.exits(BOOM);
                a.end();
                nodes.settle();
                if (linked) {
                    assertThat(b.receives()).isEqualTo(exit(a.pid(), BOOM));
                }
                b.receivesNothing();
                b.exits(Atom.NORMAL);
            }
        }
    }

    private static CompletableFuture<Boolean> linkAndUnlink(Probe probe, Pid other, int times) {
        return probe.begins(self -> {
            for (int i = 0; i < times; i++) {
                self.link(other);
                self.unlink(other);
            }
            self.link(other);
            return true;
        });
    }

    private static Set<Pid> linksOf(Processes processes, Probe probe) {
        return Tables.links(processes, probe.pid());
    }

    @ParameterizedTest
    @EnumSource
    void shouldDoNothingWhenAProcessLinksWithItself(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.trapping(nodes.here());
            a.runs(self -> {
                self.link(self.pid());
                self.unlink(self.pid());
                self.link(self.pid());
            });
            nodes.settle();
            a.receivesNothing();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldAllowAsManyLinksAsTheBoundAndNotOneMore(Way way) throws Exception {
        ProcessSettings settings = new ProcessSettings(100, 3, 100);
        try (Nodes nodes = Nodes.joined(way, settings)) {
            Probe a = Probe.trapping(nodes.here());
            Probe last = Probe.trapping(nodes.there());
            for (int i = 0; i < 2; i++) {
                Probe b = Probe.on(nodes.there());
                a.runs(self -> self.link(b.pid()));
            }
            a.runs(self -> self.link(last.pid()));
            a.runs(self -> self.link(last.pid()));
            Probe more = Probe.trapping(nodes.there());
            assertThatThrownBy(() -> a.runs(self -> self.link(more.pid())))
                    .isInstanceOfSatisfying(
                            ExitException.class, e -> assertThat(e.reason()).isEqualTo(ExitReason.SYSTEM_LIMIT));
            more.runs(self -> self.link(a.pid()));
            assertThat(more.receives()).isEqualTo(exit(a.pid(), ExitReason.SYSTEM_LIMIT));
            a.runs(self -> self.unlink(last.pid()));
            nodes.settle();
            more.runs(self -> self.link(a.pid()));
            nodes.settle();
            more.receivesNothing();
            more.exits(BOOM);
            assertThat(a.receives()).isEqualTo(exit(more.pid(), BOOM));
        }
    }

    @ParameterizedTest
    @EnumSource(names = "LOCAL", mode = EnumSource.Mode.EXCLUDE)
    void shouldSayNoconnectionWhenTheConnectionIsLost(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.trapping(nodes.here());
            Probe b = Probe.on(nodes.there());
            Probe unlinked = Probe.trapping(nodes.there());
            a.runs(self -> self.link(b.pid()));
            a.runs(self -> self.link(unlinked.pid()));
            a.runs(self -> self.unlink(unlinked.pid()));
            nodes.settle();
            nodes.disconnect();
            assertThat(a.receives()).isEqualTo(exit(b.pid(), ExitReason.NOCONNECTION));
            assertThat(b.end()).isEqualTo(ExitReason.NOCONNECTION);
            a.runs(self -> self.link(unlinked.pid()));
            assertThat(a.receives()).isEqualTo(exit(unlinked.pid(), ExitReason.NOCONNECTION));
            a.receivesNothing();
            unlinked.receivesNothing();
            nodes.connect();
            a.runs(self -> self.link(unlinked.pid()));
            nodes.settle();
            a.receivesNothing();
        }
    }

    @ParameterizedTest
    @EnumSource(names = "LOCAL", mode = EnumSource.Mode.EXCLUDE)
    void shouldLeaveNothingWhenTheConnectionIsLostBeforeAnEndedLinkIsAcknowledged(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.trapping(nodes.here());
            Probe b = Probe.trapping(nodes.there());
            a.runs(self -> self.link(b.pid()));
            nodes.settle();
            nodes.toThere().hold();
            a.runs(self -> self.unlink(b.pid()));
            nodes.disconnect();
            assertThat(Tables.linkCount(nodes.here(), a.pid())).isZero();
            a.receivesNothing();
        }
    }

    @Test
    void shouldBeLinkedFromTheStartWhenSpawnedSo() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe a = Probe.trapping(nodes.here());
            Pid child = a.does(self -> self.spawnLink(other -> {
                throw other.exit(BOOM);
            }));
            assertThat(a.receives()).isEqualTo(exit(child, BOOM));
            CompletableFuture<Term> end = new CompletableFuture<>();
            CompletableFuture<Boolean> started = new CompletableFuture<>();
            a.runs(self -> self.spawnLink(other -> {
                started.complete(true);
                try {
                    other.receive();
                } catch (ProcessExit e) {
                    end.complete(e.reason());
                    throw e;
                }
            }));
            Probe.get(started);
            a.exits(BOOM);
            assertThat(Probe.get(end)).isEqualTo(BOOM);
        }
    }

    @Test
    void shouldLeaveNoOrphanWhenTheParentIsKilledWhileItSpawnsLinked() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            for (int round = 0; round < 300; round++) {
                Probe a = Probe.on(nodes.here());
                CompletableFuture<Boolean> started = new CompletableFuture<>();
                a.starts(self -> {
                    started.complete(true);
                    while (true) {
                        self.spawnLink(BlockingSelf::receive);
                    }
                });
                Probe.get(started);
                nodes.here().exit(a.pid(), ExitReason.KILL);
                assertThat(a.end()).isEqualTo(ExitReason.KILLED);
            }
            Await.until("no process is left", () -> nodes.here().pids().isEmpty());
        }
    }
}
