package org.sunda.bench.bytes;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sunda.bench.ByteSize;
import org.sunda.bench.Session;
import org.sunda.bench.process.FreshJvm;

/// Measures the cells of a plan.
final class Measuring {
    private static final Duration IDLE_LIMIT = Duration.ofSeconds(20);

    private final Session session;
    private final CellPlan plan;
    private final Room room;
    private final FreshJvm jvm;
    private final long end;

    Measuring(Session session, CellPlan plan, Room room, FreshJvm jvm) {
        this.session = session;
        this.plan = plan;
        this.room = room;
        this.jvm = jvm;
        this.end = System.nanoTime() + plan.all().toNanos();
    }

    /// One after the other, all of that load.
    Results all(Load load) throws IOException, InterruptedException {
        long idle = idle();
        Results results = new Results();
        for (Cell cell : plan.cells()) {
            if (cell.load() == load) {
                session.progress(cell.toString());
                boolean late = System.nanoTime() > end;
                results.put(cell, late ? new Outcome.LeftOut("no time left") : outcome(cell, idle, results));
            }
        }
        return results;
    }

    private long idle() throws IOException, InterruptedException {
        Map<String, String> nothing = jvm.run(CellMain.class, List.of(), IDLE_LIMIT);
        if (nothing.containsKey(FreshJvm.FAILED)) {
            throw new IOException("a JVM that does nothing " + nothing.get(FreshJvm.FAILED));
        }
        return Long.parseLong(nothing.getOrDefault(CellMain.PEAK, "0"));
    }

    private Outcome outcome(Cell cell, long idle, Results results) throws IOException, InterruptedException {
        Optional<String> objection = room.objection(cell.kind(), cell.total());
        if (objection.isPresent()) {
            return new Outcome.LeftOut(objection.get());
        }
        Optional<Cell> smaller = results.failed(cell.kind(), cell.load());
        if (smaller.isPresent()) {
            return new Outcome.LeftOut("as with " + ByteSize.text(smaller.get().total()));
        }
        List<String> arguments = CellMain.arguments(cell, plan.rounds(cell), plan.readsBack(cell));
        return Outcome.of(jvm.run(CellMain.class, arguments, plan.limit()), idle);
    }
}
