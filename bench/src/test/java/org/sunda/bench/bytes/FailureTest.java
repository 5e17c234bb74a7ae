package org.sunda.bench.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FailureTest {
    @Test
    void shouldTellClassAndMessageWhenBothAreThere() {
        assertThat(Failure.text(new OutOfMemoryError("Java heap space")))
                .isEqualTo("OutOfMemoryError: Java heap space");
    }

    @Test
    void shouldTellTheClassWhenThereIsNoMessage() {
        assertThat(Failure.text(new OutOfMemoryError())).isEqualTo("OutOfMemoryError");
    }

    @Test
    void shouldTellTheFirstLineWhenThereAreMore() {
        assertThat(Failure.text(new IllegalStateException("one\ntwo"))).isEqualTo("IllegalStateException: one");
    }

    @Test
    void shouldEndInDotsWhenTheMessageIsLong() {
        assertThat(Failure.text(new IllegalStateException("x".repeat(100))))
                .hasSize(70)
                .endsWith("x...");
    }
}
