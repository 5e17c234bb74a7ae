package org.sunda.bench.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CellTest {
    static Stream<CellPlan> plans() {
        return Stream.of(CellPlan.quick(), CellPlan.thorough());
    }

    @ParameterizedTest
    @MethodSource("plans")
    void shouldStayTheSameWhenItGoesThroughACommandLine(CellPlan plan) {
        assertThat(plan.cells())
                .allSatisfy(cell -> assertThat(Cell.parse(cell.arguments())).isEqualTo(cell));
    }

    @ParameterizedTest
    @MethodSource("plans")
    void shouldBeMeasuredOnceWhenItIsPlanned(CellPlan plan) {
        assertThat(new HashSet<>(plan.cells())).hasSameSizeAs(plan.cells());
    }

    @ParameterizedTest
    @MethodSource("plans")
    void shouldBePlannedWhenATargetNeedsIt(CellPlan plan) {
        assertThat(plan.cells())
                .contains(
                        new Cell(Kind.SUNDA_POOLED, Load.BYTES_2, CellPlan.SMALL),
                        new Cell(Kind.SUNDA_POOLED, Load.BYTES_2, CellPlan.LARGE),
                        new Cell(Kind.SUNDA_POOLED, Load.BYTES_2, CellPlan.REPORTED),
                        new Cell(Kind.ARRAY_STREAM, Load.BYTES_2, CellPlan.REPORTED));
    }

    @Test
    void shouldNeedBothArraysWhenOneGrowsIntoTheOther() {
        assertThat(Kind.ARRAY_STREAM.need(CellPlan.REPORTED)).isEqualTo(3L << 30);
    }

    @Test
    void shouldBeLeftOutWhenTheMachineIsTooSmall() {
        Room room = new Room(2L << 30);
        assertThat(room.objection(Kind.ARRAY_STREAM, CellPlan.REPORTED)).hasValue("left out: needs 3G, there are 2G");
        assertThat(room.objection(Kind.SUNDA_POOLED, CellPlan.REPORTED)).isEmpty();
    }
}
