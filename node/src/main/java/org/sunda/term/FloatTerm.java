package org.sunda.term;

/// A 64-bit float. Erlang has no NaN and no infinities, so neither has this. As in OTP 27 and newer, `0.0` and `-0.0`
/// are not `=:=`, though they compare as equal.
public record FloatTerm(double value) implements Term {

    /// Refuses NaN and infinities.
    public FloatTerm {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(value + " is not an Erlang float: Erlang has no NaN and no infinities");
        }
    }

    @Override
    public String toString() {
        return TermPrinter.print(this);
    }
}
