package org.sunda.mapper;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;

/// A record as a tuple, with or without a tag.
final class TupleRecord extends Shape {
    private final RecordClass record;
    private final @Nullable Atom tag;

    /// As Erlang would match it: `{order, Id, UnitPrice}`.
    private final String pattern;

    TupleRecord(RecordClass record, @Nullable Atom tag) {
        this.record = record;
        this.tag = tag;
        this.pattern = patternOf(record, tag);
    }

    private static String patternOf(RecordClass record, @Nullable Atom tag) {
        if (tag != null && record.size() == 0) {
            return "the atom " + tag;
        }
        Stream<String> variables =
                IntStream.range(0, record.size()).mapToObj(i -> Names.variable(record.component(i).name));
        Stream<String> first = Stream.ofNullable(tag).map(Atom::toString);
        return Stream.concat(first, variables).collect(Collectors.joining(", ", "{", "}"));
    }

    /// The tag; null where there is none.
    @Nullable
    Atom tag() {
        return tag;
    }

    /// How many elements the tuple has.
    int arity() {
        return record.size() + (tag == null ? 0 : 1);
    }

    /// Whether the tag alone is the record.
    boolean isAtom() {
        return tag != null && record.size() == 0;
    }

    @Override
    Object read(Source in) {
        if (tag != null && isAtom() && in.kind() == Kind.ATOM) {
            requireTag(tag, in);
            return make(in);
        }
        in.require(Kind.TUPLE, pattern);
        int arity = in.openTuple();
        if (arity != arity()) {
            throw MappingException.expected(pattern, "a tuple of " + arity);
        }
        if (tag != null) {
            requireTag(tag, in);
        }
        return rest(in);
    }

    private void requireTag(Atom wanted, Source in) {
        if (in.kind() != Kind.ATOM) {
            throw MappingException.expected(pattern, "a tuple that begins with " + in.found());
        }
        Atom found = in.readAtom();
        if (!found.equals(wanted)) {
            throw MappingException.expected(
                    pattern, (isAtom() ? "" : "a tuple that begins with ") + Source.describe(found));
        }
    }

    /// Reads what stands after the tag in an open tuple.
    Object rest(Source in) {
        Slots slots = in.slots();
        int outer = slots.open(record.size());
        for (int i = 0; i < record.size(); i++) {
            record.component(i).read(in, slots, i);
        }
        in.end();
        Object value = record.make(slots);
        slots.close(outer);
        return value;
    }

    /// The record of no components, whose tag has been read.
    Object make(Source in) {
        Slots slots = in.slots();
        int outer = slots.open(0);
        Object value = record.make(slots);
        slots.close(outer);
        return value;
    }

    @Override
    void write(Object value, Sink out) {
        if (tag != null && isAtom()) {
            out.atom(tag);
            return;
        }
        out.openTuple(arity());
        if (tag != null) {
            out.atom(tag);
        }
        record.write(value, out);
        out.end();
    }

    @Override
    boolean isDistinct() {
        return record.isDistinct();
    }

    String pattern() {
        return pattern;
    }
}
