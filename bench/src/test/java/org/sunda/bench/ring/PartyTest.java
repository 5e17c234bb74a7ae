package org.sunda.bench.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class PartyTest {
    @Test
    void shouldAskOnlyForWhatAPartyTakes() {
        Party party = new Party("one", Set.of("ring"), 100, () -> {
            throw new IllegalStateException("nobody asks it");
        });

        assertThat(party.takes("ring", 100)).isTrue();
        assertThat(party.takes("ring", 101)).isFalse();
        assertThat(party.takes("churn", 1)).isFalse();
    }
}
