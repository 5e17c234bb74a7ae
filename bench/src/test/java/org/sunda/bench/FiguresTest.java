package org.sunda.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FiguresTest {
    @Test
    void shouldTakeTheMiddleWhenThereIsOne() {
        assertThat(Figures.median(9, 1, 5)).isEqualTo(5);
        assertThat(Figures.median(4, 1, 9, 2)).isEqualTo(3);
        assertThat(Figures.median(7)).isEqualTo(7);
    }

    @Test
    void shouldHaveNoMedianWhenAFigureIsMissing() {
        assertThat(Figures.median()).isNaN();
        assertThat(Figures.median(1, Double.NaN, 2)).isNaN();
    }

    @Test
    void shouldChooseTheUnitWhenTimesAreLongOrShort() {
        assertThat(Figures.time(0)).isEqualTo("0 ns");
        assertThat(Figures.time(9.123)).isEqualTo("9.12 ns");
        assertThat(Figures.time(45_670)).isEqualTo("45.7 us");
        assertThat(Figures.time(123_400_000)).isEqualTo("123 ms");
        assertThat(Figures.time(71e9)).isEqualTo("71.0 s");
        assertThat(Figures.time(Double.NaN)).isEqualTo("-");
    }

    @Test
    void shouldCountBytesInPowersOfTwo() {
        assertThat(Figures.bytes(0.01)).isEqualTo("0 B");
        assertThat(Figures.bytes(48)).isEqualTo("48.0 B");
        assertThat(Figures.bytes(3 << 20)).isEqualTo("3.00 MiB");
        assertThat(Figures.bytes(4.5 * (1L << 30))).isEqualTo("4.50 GiB");
    }
}
