package org.sunda.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.tuple;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Term;

/// Registered names.
@Timeout(60)
class NameTest {
    private static final Atom NAME = atom("name");

    @ParameterizedTest
    @EnumSource
    void shouldReachTheProcessByName(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.on(nodes.here());
            Probe b = Probe.on(nodes.there(), SpawnOptions.DEFAULT.named("name"));
            assertThat(nodes.there().whereis(NAME)).contains(b.pid());
            assertThat(nodes.there().registered()).containsExactly(NAME);
            a.runs(self -> self.send(tuple(NAME, nodes.there().node()), integer(1)));
            assertThat(b.receives()).isEqualTo(integer(1));
            nodes.there().send(NAME, integer(2));
            assertThat(b.receives()).isEqualTo(integer(2));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldDropMessagesToNobody(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.on(nodes.here());
            a.runs(self -> {
                self.send(NAME, integer(1));
                self.send(tuple(NAME, nodes.there().node()), integer(1));
                self.send(nodes.there().newPid(), integer(1));
                self.send(nodes.there().newRef(), integer(1));
                self.send(tuple(NAME, atom("nowhere@test")), integer(1));
            });
            nodes.settle();
            a.receivesNothing();
        }
    }

    @Test
    void shouldRefuseWhatCannotBeRegistered() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Processes processes = nodes.here();
            Probe a = Probe.on(processes);
            Probe b = Probe.on(processes);
            a.runs(self -> self.register("name"));
            assertThatThrownBy(() -> processes.register(NAME, b.pid())).hasMessageContaining("taken");
            assertThatThrownBy(() -> processes.register(atom("other"), a.pid())).hasMessageContaining("already");
            assertThatThrownBy(() -> processes.register(atom("undefined"), b.pid()))
                    .hasMessageContaining("undefined");
            assertThatThrownBy(() -> processes.register(atom("other"), processes.newPid()))
                    .hasMessageContaining("no process");
            assertThatThrownBy(() -> Probe.on(processes, SpawnOptions.DEFAULT.named("name")))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> Probe.on(processes, SpawnOptions.DEFAULT.named("undefined")))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(processes.pids()).containsExactlyInAnyOrder(a.pid(), b.pid());
        }
    }

    @Test
    void shouldBeFreeWhenUnregistered() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Probe a = Probe.on(nodes.here(), SpawnOptions.DEFAULT.named("name"));
            assertThat(nodes.here().unregister(NAME)).isTrue();
            assertThat(nodes.here().unregister(NAME)).isFalse();
            assertThat(nodes.here().whereis(NAME)).isEmpty();
            Probe b = Probe.on(nodes.here(), SpawnOptions.DEFAULT.named("name"));
            a.runs(self -> self.register("second"));
            nodes.here().send(NAME, integer(1));
            assertThat(b.receives()).isEqualTo(integer(1));
            a.receivesNothing();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeFreeBeforeTheEndIsKnown(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.on(nodes.here());
            for (int round = 0; round < 100; round++) {
                Probe b = Probe.on(nodes.there(), SpawnOptions.DEFAULT.named("name"));
                a.runs(self -> self.monitor(b.pid()));
                nodes.settle();
                b.exits(Atom.NORMAL);
                a.receives();
                assertThat(nodes.there().whereis(NAME)).isEmpty();
                assertThat(nodes.there().pids()).doesNotContain(b.pid());
            }
        }
    }

    /// Many want the name at once; each that has it dies with it.
    @Test
    void shouldHaveOneHolderAtMostWhenManyRegisterAndDie() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            Processes processes = nodes.here();
            CompletableFuture<?>[] all = new CompletableFuture<?>[8];
            for (int i = 0; i < all.length; i++) {
                CompletableFuture<Boolean> done = new CompletableFuture<>();
                all[i] = done;
                processes.spawn(self -> {
                    try {
                        for (int round = 0; round < 300; round++) {
                            takeAndDropName(processes, self, round);
                        }
                        done.complete(true);
                    } catch (Throwable thrown) {
                        done.completeExceptionally(thrown);
                    }
                });
            }
            Probe.get(CompletableFuture.allOf(all));
            Await.until("all have ended", () -> processes.pids().isEmpty());
        }
    }

    private static void takeAndDropName(Processes processes, Self self, int round) throws InterruptedException {
        Pid pid = processes.spawn(BlockingSelf::receive);
        try {
            processes.register(NAME, pid);
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageContaining("taken");
            self.exit(pid, ExitReason.KILL);
            return;
        }
        assertThat(processes.whereis(NAME)).contains(pid);
        if (round % 2 == 0) {
            assertThat(processes.unregister(NAME)).isTrue();
            self.exit(pid, ExitReason.KILL);
        } else {
            self.exit(pid, ExitReason.KILL);
            assertThat(processes.whereis(NAME)).isNotEqualTo(Optional.of(pid));
        }
    }

    @Test
    void shouldRefuseAReceiverThatIsNone() throws Exception {
        try (Nodes nodes = Nodes.joined(Way.LOCAL)) {
            for (Term to : new Term[] {integer(1), tuple(NAME), tuple(NAME, integer(1)), tuple(integer(1), NAME)}) {
                assertThatThrownBy(() -> nodes.here().send(to, integer(1)))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("a receiver is");
            }
        }
    }
}
