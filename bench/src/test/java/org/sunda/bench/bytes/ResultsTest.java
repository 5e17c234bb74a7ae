package org.sunda.bench.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sunda.bench.Section;
import org.sunda.bench.Target;
import org.sunda.bench.process.FreshJvm;

class ResultsTest {
    private static final long MEGABYTE = 1 << 20;

    private final Results results = new Results();

    private void done(Kind kind, long total, double nanos, long peak) {
        results.put(new Cell(kind, Load.BYTES_2, total), new Outcome.Done(nanos, Double.NaN, peak, 0));
    }

    @Test
    void shouldShowTimeAndPeakWhenACellWorked() {
        assertThat(LoadTable.written(new Outcome.Done(1.5, 2, 3 * MEGABYTE, 0))).isEqualTo("1.50, 3.00 MiB");
    }

    @Test
    void shouldShowWhatWasThrownWhenACellFailed() {
        assertThat(LoadTable.written(Outcome.of(Map.of(FreshJvm.FAILED, "OutOfMemoryError"), 0)))
                .isEqualTo("OutOfMemoryError");
    }

    @Test
    void shouldSubtractTheIdleJvmWhenThePeakIsRead() {
        Map<String, String> figures = Map.of("write", "1.25", "read", "NaN", "peak", "5000", "copied", "7");
        assertThat(Outcome.of(figures, 2000)).isEqualTo(new Outcome.Done(1.25, Double.NaN, 3000, 7));
    }

    @Test
    void shouldPutContendersInRowsAndSizesInColumnsWhenShown() {
        done(Kind.SUNDA_POOLED, CellPlan.SMALL, 1, 41 * MEGABYTE);
        done(Kind.SUNDA_POOLED, CellPlan.LARGE, 1.1, 4100 * MEGABYTE);
        results.put(
                new Cell(Kind.ARRAY_STREAM, Load.BYTES_2, CellPlan.SMALL),
                new Outcome.Done(2, 0.5, 50 * MEGABYTE, 60 * MEGABYTE));
        results.put(new Cell(Kind.OKIO, Load.BYTES_4K, CellPlan.SMALL), new Outcome.Done(2, 1, 1, 1));
        Section section = new LoadTable(results, Load.BYTES_2, CellPlan.SMALL).section();
        assertThat(section.table().columns()).containsExactly("by", "40M", "4G", "copied", "read");
        assertThat(section.table().rows())
                .containsExactly(
                        List.of("Sunda, pooled", "1.00, 41.0 MiB", "1.10, 4.00 GiB", "0", "-"),
                        List.of("ByteArrayOutputStream", "2.00, 50.0 MiB", "-", "1.50", "0.50"));
        assertThat(section.rows())
                .hasSize(3)
                .first()
                .hasToString("{by=Sunda, pooled, total=41943040, writeNanosPerByte=1.0, readNanosPerByte=NaN,"
                        + " peakBytes=42991616, copiedBytes=0}");
    }

    @Test
    void shouldJudgeEachTargetWhenItWasMeasured() {
        done(Kind.SUNDA_POOLED, CellPlan.SMALL, 1, CellPlan.SMALL + 65 * MEGABYTE);
        done(Kind.SUNDA_POOLED, CellPlan.LARGE, 1.1, CellPlan.LARGE);
        done(Kind.SUNDA_POOLED, CellPlan.REPORTED, 1, CellPlan.REPORTED);
        done(Kind.ARRAY_STREAM, CellPlan.REPORTED, 3, 2 * CellPlan.REPORTED);
        assertThat(new Targets(results, Load.BYTES_2).all())
                .extracting(Target::reached, Target::verdict)
                .extracting(Object::toString)
                .containsExactly(
                        "(\"1.10 x\", \"met\")",
                        "(\"65.0 MiB\", \"missed\")",
                        "(\"0 B\", \"met\")",
                        "(\"3.00 x\", \"met\")",
                        "(\"2.00 x\", \"missed\")");
    }

    @Test
    void shouldJudgeNothingWhenNothingWasMeasured() {
        assertThat(new Targets(results, Load.BYTES_2).all()).isEmpty();
    }

    @Test
    void shouldKnowTheSmallerOneWhenItFailed() {
        Cell cell = new Cell(Kind.OKIO, Load.BYTES_2, CellPlan.SMALL);
        results.put(cell, new Outcome.Failed("OutOfMemoryError"));
        assertThat(results.failed(Kind.OKIO, Load.BYTES_2)).hasValue(cell);
        assertThat(results.failed(Kind.OKIO, Load.BYTES_16)).isEmpty();
    }
}
