package org.sunda.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sunda.term.Terms.integer;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sunda.term.Atom;
import org.sunda.term.Ref;

/// References that can be sent to.
@Timeout(60)
class AliasTest {

    @ParameterizedTest
    @EnumSource
    void shouldReceiveUntilTheAliasIsEnded(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.on(nodes.here());
            Probe b = Probe.on(nodes.there());
            Ref alias = a.does(Self::alias);
            b.runs(self -> self.send(alias, integer(1)));
            assertThat(a.receives()).isEqualTo(integer(1));
            assertThat(a.<Boolean>does(self -> self.unalias(alias))).isTrue();
            assertThat(a.<Boolean>does(self -> self.unalias(alias))).isFalse();
            b.runs(self -> self.send(alias, integer(2)));
            nodes.settle();
            a.receivesNothing();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndWithTheMonitorWhenItIsOfOne(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.on(nodes.here());
            Probe b = Probe.on(nodes.there());
            Probe sender = Probe.on(nodes.there());
            Ref ended = a.does(self -> self.monitorWithAlias(b.pid()));
            Ref fired = a.does(self -> self.monitorWithAlias(b.pid()));
            Ref plain = a.does(self -> self.monitor(b.pid()));
            sender.runs(self -> {
                self.send(ended, integer(1));
                self.send(fired, integer(2));
                self.send(plain, integer(3));
            });
            assertThat(a.receives()).isEqualTo(integer(1));
            assertThat(a.receives()).isEqualTo(integer(2));
            a.runs(self -> self.demonitor(ended));
            a.runs(self -> self.demonitor(plain));
            nodes.settle();
            b.exits(Atom.NORMAL);
            assertThat(a.receives().toString()).contains("DOWN");
            sender.runs(self -> {
                self.send(ended, integer(4));
                self.send(fired, integer(5));
            });
            nodes.settle();
            a.receivesNothing();
            assertThat(nodes.here().directory().toString()).contains("aliases=0");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldLeaveTheMonitorWhenOnlyTheAliasIsEnded(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.on(nodes.here());
            Probe b = Probe.on(nodes.there());
            Ref ref = a.does(self -> self.monitorWithAlias(b.pid()));
            assertThat(a.<Boolean>does(self -> self.unalias(ref))).isTrue();
            b.runs(self -> self.send(ref, integer(1)));
            nodes.settle();
            b.exits(Atom.NORMAL);
            assertThat(a.receives().toString()).contains("DOWN");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeForgottenWhenTheProcessEnds(Way way) throws Exception {
        try (Nodes nodes = Nodes.joined(way)) {
            Probe a = Probe.on(nodes.here());
            Probe b = Probe.on(nodes.there());
            Ref alias = a.does(Self::alias);
            a.runs(self -> self.monitorWithAlias(b.pid()));
            a.exits(Atom.NORMAL);
            a.end();
            b.runs(self -> self.send(alias, integer(1)));
            nodes.settle();
            assertThat(nodes.here().directory().toString()).contains("aliases=0");
        }
    }
}
