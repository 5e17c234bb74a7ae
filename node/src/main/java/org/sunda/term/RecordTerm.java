package org.sunda.term;

import java.util.List;

/// A native record, as OTP 29 and newer have: `#Module:Name{Field = Value, ...}`.
///
/// @param exported whether other modules than its own may take it apart
/// @param fields the names, in the order of the definition
/// @param values one value for each name
public record RecordTerm(Atom module, Atom name, boolean exported, List<Atom> fields, List<Term> values)
        implements Term {

    /// Refuses a field without a value.
    public RecordTerm {
        fields = List.copyOf(fields);
        values = List.copyOf(values);
        if (fields.size() != values.size()) {
            throw new IllegalArgumentException(fields.size() + " fields, but " + values.size() + " values");
        }
    }

    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof RecordTerm term && TermOrder.equal(this, term);
    }

    @Override
    public int hashCode() {
        return TermHash.of(this);
    }

    @Override
    public String toString() {
        return TermPrinter.print(this);
    }
}
