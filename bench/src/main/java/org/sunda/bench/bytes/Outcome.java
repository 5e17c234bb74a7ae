package org.sunda.bench.bytes;

import java.util.Map;
import org.sunda.bench.process.FreshJvm;

/// What came out of a [Cell].
sealed interface Outcome {
    /// It worked.
    ///
    /// @param write  nanoseconds for each byte written
    /// @param read   nanoseconds for each byte read; NaN when none was
    /// @param peak   the most resident bytes, above those of a JVM that does nothing
    /// @param copied how many bytes were copied to grow; less than none when that was not watched
    record Done(double write, double read, long peak, long copied) implements Outcome {}

    /// It threw, or took too long.
    record Failed(String why) implements Outcome {}

    /// It was not tried.
    record LeftOut(String why) implements Outcome {}

    /// What [CellMain] printed.
    ///
    /// @param idle resident bytes of a JVM that does nothing
    static Outcome of(Map<String, String> figures, long idle) {
        String why = figures.get(FreshJvm.FAILED);
        if (why != null) {
            return new Failed(why);
        }
        return new Done(
                number(figures, CellMain.WRITE),
                number(figures, CellMain.READ),
                (long) number(figures, CellMain.PEAK) - idle,
                (long) number(figures, CellMain.COPIED));
    }

    private static double number(Map<String, String> figures, String name) {
        String text = figures.get(name);
        if (text == null) {
            throw new IllegalStateException("the measuring JVM printed no '" + name + "', only " + figures);
        }
        return Double.parseDouble(text);
    }
}
