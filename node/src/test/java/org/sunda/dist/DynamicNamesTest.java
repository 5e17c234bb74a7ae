package org.sunda.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sunda.dist.Handshake.Event.Named;
import org.sunda.term.Atom;

class DynamicNamesTest {
    private static final long SEED = 42;
    private static final int MOST_FREE = 1024;

    private final Set<Atom> taken = new HashSet<>();
    private final DynamicNames names = new DynamicNames(new Random(SEED));

    private Named lend(String host) {
        return names.lend(host, taken::contains);
    }

    @Test
    void shouldGiveDifferentNamesWhenPeersAreThereAtOnce() {
        Named one = lend("h");
        Named two = lend("h");

        assertThat(one.node()).isNotEqualTo(two.node());
        assertThat(List.of(one, two)).allMatch(each -> each.node().text().matches("[0-9A-Z]{1,13}@h"));
        assertThat(names.gave(one.node())).isTrue();
        assertThat(names.gave(Atom.of("other@h"))).isFalse();
    }

    @Test
    void shouldGiveTheLastNameOfThatHostWithAnotherCreationWhenPeerComesBack() {
        Named other = lend("h");
        Named first = lend("h");
        names.proved(other.node());
        names.proved(first.node());
        names.takeBack(other.node());
        names.takeBack(first.node());

        assertThat(lend("g").node()).isNotIn(first.node(), other.node());
        assertThat(lend("h")).isEqualTo(new Named(first.node(), Creation.after(first.creation())));
        assertThat(lend("h").node()).isEqualTo(other.node());
    }

    @Test
    void shouldForgetANewNameWhenItsPeerProvedNothing() {
        Named stranger = lend("h");

        names.takeBack(stranger.node());

        assertThat(names.gave(stranger.node())).isFalse();
    }

    @Test
    void shouldKeepANameAsItWasWhenTheNextPeerProvesNothing() {
        Named first = lend("h");
        names.proved(first.node());
        names.takeBack(first.node());
        Named stranger = lend("h");
        names.takeBack(stranger.node());

        assertThat(lend("h")).isEqualTo(stranger);
    }

    @Test
    void shouldGiveAnotherNameWhenSomebodyHasTakenIt() {
        Named first = lend("h");
        names.proved(first.node());
        names.takeBack(first.node());
        taken.add(first.node());

        assertThat(lend("h").node()).isNotEqualTo(first.node());
    }

    @Test
    void shouldRememberNoMoreNamesThanItMayWhenManyPeersCameAndWent() {
        List<Atom> all = IntStream.rangeClosed(0, MOST_FREE)
                .mapToObj(_ -> lend("h").node())
                .toList();
        all.forEach(names::proved);
        all.forEach(names::takeBack);

        assertThat(all.stream().filter(names::gave)).hasSize(MOST_FREE);
        assertThat(names.gave(all.getFirst())).isFalse();
    }

    @Test
    void shouldNeverBeOneOfTheOldCreationsWhenTheyWrapAround() {
        assertThat(Creation.after(-1)).isEqualTo(4);
        assertThat(Creation.after(7)).isEqualTo(8);
        assertThat(Creation.after(Integer.MAX_VALUE)).isEqualTo(Integer.MIN_VALUE);
    }
}
