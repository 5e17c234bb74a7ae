package org.sunda.bench.bytes;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.sunda.bench.Target;

/// What the second report asks for, for one way of writing, as far as it was measured.
record Targets(Results results, Load load) {
    private static final double WANTED_GROWTH = 1.2;
    private static final double WANTED_OVERHEAD = 64 << 20;
    private static final double WANTED_FASTER = 2;
    private static final double WANTED_SMALLER = 3;

    List<Target> all() {
        List<Target> all = new ArrayList<>();
        String suffix = ", " + load.label();
        Cell large = new Cell(Kind.SUNDA_POOLED, load, CellPlan.LARGE);
        Cell small = new Cell(Kind.SUNDA_POOLED, load, CellPlan.SMALL);
        ratio(large, small, Outcome.Done::write)
                .ifPresent(ratio ->
                        all.add(Target.atMost("cost of a byte at 4G against 40M" + suffix, WANTED_GROWTH, ratio)));
        worst((cell, done) -> (double) done.peak() - cell.total())
                .ifPresent(bytes -> all.add(Target.atMostBytes("peak above payload" + suffix, WANTED_OVERHEAD, bytes)));
        // Thrift's writes go by unwatched.
        worst((_, done) -> (double) done.copied()).stream()
                .filter(bytes -> bytes >= 0)
                .forEach(bytes -> all.add(Target.atMostBytes("copied while growing" + suffix, 0, bytes)));
        for (Kind rival : List.of(Kind.ARRAY_STREAM, Kind.ARRAY_STREAM_TAKEN, Kind.THRIFT)) {
            against(all, rival);
        }
        return all;
    }

    private void against(List<Target> all, Kind rival) {
        Cell own = new Cell(Kind.SUNDA_POOLED, load, CellPlan.REPORTED);
        Cell other = new Cell(rival, load, CellPlan.REPORTED);
        String what = " than " + rival.label() + " at 1.5G, " + load.label();
        ratio(other, own, Outcome.Done::write)
                .ifPresent(ratio -> all.add(Target.atLeast("times faster" + what, WANTED_FASTER, ratio)));
        ratio(other, own, done -> (double) done.peak())
                .ifPresent(ratio -> all.add(Target.atLeast("times less memory" + what, WANTED_SMALLER, ratio)));
    }

    private OptionalDouble ratio(Cell dividend, Cell divisor, ToDoubleFunction<Outcome.Done> figure) {
        OptionalDouble by = results.figure(divisor, figure);
        return results.figure(dividend, figure).stream()
                .flatMap(value -> by.stream().map(each -> value / each))
                .findFirst();
    }

    private interface Figure {
        double of(Cell cell, Outcome.Done done);
    }

    /// The largest figure of the pooled output.
    private OptionalDouble worst(Figure figure) {
        return results.cells().stream()
                .filter(cell -> cell.kind() == Kind.SUNDA_POOLED && cell.load() == load)
                .flatMapToDouble(cell -> results.figure(cell, done -> figure.of(cell, done)).stream())
                .max();
    }
}
