package org.sunda.bench.bytes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What is measured.
///
/// @param cells those with few bytes first
/// @param readTotal how many bytes are there when reading is measured
/// @param limit how long a cell may take
/// @param all after how long no further cell is begun
record CellPlan(List<Cell> cells, long readTotal, Duration limit, Duration all) {
    static final long SMALL = 40L << 20;
    static final long REPORTED = 3L << 29;
    static final long LARGE = 4L << 30;

    private static final long GIGABYTE = 1L << 30;
    private static final long QUARTER = GIGABYTE / 4;

    /// As much as two minutes allow, what the targets need before everything else.
    static CellPlan quick() {
        List<Long> all = List.of(SMALL, REPORTED, LARGE);
        List<Long> reported = List.of(SMALL, REPORTED);
        List<Cell> cells = new ArrayList<>();
        cells.addAll(cells(Load.BYTES_2, all, List.of(Kind.SUNDA_POOLED)));
        cells.addAll(cells(Load.BYTES_2, reported, List.of(Kind.ARRAY_STREAM)));
        cells.addAll(cells(Load.THRIFT, reported, List.of(Kind.SUNDA_POOLED, Kind.THRIFT)));
        cells.addAll(cells(Load.BYTES_4K, all, List.of(Kind.SUNDA_POOLED, Kind.ARRAY_STREAM)));
        List<Kind> others = List.of(Kind.SUNDA_HEAP, Kind.SUNDA_STREAM, Kind.OKIO, Kind.NETTY_COMPOSITE);
        cells.addAll(cells(Load.BYTES_4K, reported, others));
        cells.addAll(cells(Load.BYTES_4K, List.of(SMALL), List.of(Kind.NETTY_BUFFER)));
        return new CellPlan(cells, SMALL, Duration.ofSeconds(30), Duration.ofSeconds(108));
    }

    /// Everything with everything.
    static CellPlan thorough() {
        List<Long> totals = List.of(SMALL, QUARTER, 2 * QUARTER, GIGABYTE, REPORTED, 2 * GIGABYTE, LARGE);
        List<Cell> cells = new ArrayList<>();
        for (Load load : Load.values()) {
            cells.addAll(cells(load, totals, List.of(Kind.values())));
        }
        return new CellPlan(cells, GIGABYTE, Duration.ofMinutes(3), Duration.ofHours(3));
    }

    /// The ways of writing, in their order.
    List<Load> loads() {
        return cells.stream().map(Cell::load).distinct().toList();
    }

    /// How often a cell is measured in its JVM.
    int rounds(Cell cell) {
        return cell.total() <= QUARTER ? 5 : limit.compareTo(Duration.ofMinutes(1)) > 0 ? 3 : 1;
    }

    /// Whether what that cell writes is read as well.
    boolean readsBack(Cell cell) {
        return cell.total() == readTotal && cell.load() != Load.THRIFT;
    }

    private static List<Cell> cells(Load load, List<Long> totals, List<Kind> kinds) {
        List<Cell> cells = new ArrayList<>();
        for (long total : totals) {
            kinds.stream().filter(kind -> kind.takes(load)).forEach(kind -> cells.add(new Cell(kind, load, total)));
        }
        return cells;
    }
}
