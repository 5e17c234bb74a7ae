package org.sunda.bench;

/// What one turn found, for each operation. What is not known is NaN.
///
/// @param nanos wall time in nanoseconds
/// @param cpuNanos CPU time of the whole process, its garbage collector and compiler too, in nanoseconds
/// @param garbage bytes that were allocated in the garbage collected heap
public record Sample(double nanos, double cpuNanos, double garbage) {
    /// One of which only the wall time is known.
    public static Sample ofNanos(double nanos) {
        return new Sample(nanos, Double.NaN, Double.NaN);
    }

    /// The same for each of so many parts of the operation.
    public Sample per(double parts) {
        return new Sample(nanos / parts, cpuNanos / parts, garbage / parts);
    }
}
