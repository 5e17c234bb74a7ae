package org.sunda.bench.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrowthTest {
    @ParameterizedTest
    @CsvSource({
        "1, 1, 1",
        "2, 1, 1",
        "5, 3, 3",
        "10, 5, 5",
        "20, 10, 6",
        "100, 50, 10",
        "500, 250, 14",
        "1024, 512, 16",
        "10240, 5120, 22",
        "51200, 25600, 26",
        "102400, 51200, 28",
    })
    void shouldCountAsTheReportDid(long kib, long bySteps, long byHalves) {
        assertThat(Growth.bySteps(kib * Growth.KIB).copies()).isEqualTo(bySteps);
        assertThat(Growth.byHalves(kib * Growth.KIB).copies()).isEqualTo(byHalves);
    }

    @ParameterizedTest
    @CsvSource({"1", "100", "10240"})
    void shouldCopyNothingWhenAnOutputGrows(long kib) {
        assertThat(Growth.ofOutput(kib * Growth.KIB)).isEqualTo(new Growth(0, 0));
    }
}
