package org.sunda.bench.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sunda.bench.FailedTurnException;

class AnswerTest {
    @Test
    void shouldReadWhatItWrote() throws Exception {
        assertThat(Answer.parse(Answer.of(Map.of("a", 1.5, "b", -2.0)))).isEqualTo(Map.of("a", 1.5, "b", -2.0));
    }

    @Test
    void shouldTellWhyWhenThereAreNoFigures() {
        assertThatThrownBy(() -> Answer.parse(Answer.failed("unable to\ncreate threads")))
                .isInstanceOf(FailedTurnException.class)
                .hasMessage("unable to create threads");
    }
}
