package org.sunda.bench;

/// What is aimed at, and what was reached.
///
/// @param what what is measured, and against whom
/// @param wanted the aim, as text
/// @param reached the figure, as text
/// @param met whether it is enough
public record Target(String what, String wanted, String reached, boolean met) {
    /// A ratio that is to be at least so much.
    public static Target atLeast(String what, double wanted, double reached) {
        return new Target(what, "at least " + Figures.ratio(wanted), Figures.ratio(reached), reached >= wanted);
    }

    /// A ratio that is to be at most so much.
    public static Target atMost(String what, double wanted, double reached) {
        return new Target(what, "at most " + Figures.ratio(wanted), Figures.ratio(reached), reached <= wanted);
    }

    /// A time that is to be at most so long.
    public static Target atMostNanos(String what, double wanted, double reached) {
        return new Target(what, "at most " + Figures.time(wanted), Figures.time(reached), reached <= wanted);
    }

    /// A number of bytes that is to be at most so much. Less than half a byte for each operation is none.
    public static Target atMostBytes(String what, double wanted, double reached) {
        return new Target(
                what, "at most " + Figures.bytes(wanted), Figures.bytes(reached), Math.floor(reached + 0.5) <= wanted);
    }

    /// The verdict.
    public String verdict() {
        return met ? "met" : "missed";
    }
}
