package org.sunda.mapper;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.Term;
import org.sunda.term.TermOrder;

/// A record as a map or as an Elixir struct. Keys are written as atoms; read are binaries of the same text
/// too, as JSON libraries make them.
final class MapRecord extends Shape {
    static final Atom STRUCT = Atom.of("__struct__");

    /// The most of a key that a message shows.
    private static final int SHOWN = 60;

    /// What is the index of a key that belongs to no component.
    private static final int UNKNOWN = -1;

    /// What is the index of the key of the mark.
    private static final int MARK = -2;

    /// A key whose value says which record this is.
    ///
    /// @param key `__struct__`, or the builder's key for the records of a sealed interface
    /// @param name the value
    record Mark(Atom key, Atom name) {}

    private final RecordClass record;
    private final @Nullable Mark mark;
    private final boolean refusesUnknown;
    private final String expected;

    /// Which component a key belongs to, by its text.
    private final Map<String, Integer> indices = new HashMap<>();

    MapRecord(RecordClass record, @Nullable Mark mark, boolean refusesUnknown) {
        this.record = record;
        this.mark = mark;
        this.refusesUnknown = refusesUnknown;
        this.expected = mark == null ? "a map" : "a map with " + mark.key() + " => " + mark.name();
        for (int i = 0; i < record.size(); i++) {
            indices.put(record.component(i).key.text(), i);
        }
        if (mark != null) {
            indices.put(mark.key().text(), MARK);
        }
    }

    /// What tells this record from others; null where nothing does.
    @Nullable
    Mark mark() {
        return mark;
    }

    @Override
    Object read(Source in) {
        in.require(Kind.MAP, expected);
        int size = in.openMap();
        Slots slots = in.slots();
        int outer = slots.open(record.size());
        Reading reading = new Reading(in, slots);
        for (int i = 0; i < size; i++) {
            reading.entry(i);
        }
        in.end();
        reading.complete();
        Object value = record.make(slots);
        slots.close(outer);
        return value;
    }

    @Override
    void write(Object value, Sink out) {
        out.openMap(record.size() + (mark == null ? 0 : 1));
        if (mark != null) {
            out.atom(mark.key());
            out.atom(mark.name());
        }
        for (int i = 0; i < record.size(); i++) {
            out.atom(record.component(i).key);
            record.component(i).write(value, out);
        }
        out.end();
    }

    @Override
    boolean isDistinct() {
        return record.isDistinct();
    }

    /// One map on its way into the slots.
    private final class Reading {
        private final Source in;
        private final Slots slots;
        private boolean isMarked;

        /// Keys that belong to nothing, none of which may come twice either.
        private @Nullable TreeSet<Term> unknown;

        Reading(Source in, Slots slots) {
            this.in = in;
            this.slots = slots;
        }

        void entry(int position) {
            int index = in.kind() == Kind.ATOM ? indexOf(in.readAtom(), position) : indexOf(in.readTerm());
            switch (index) {
                case UNKNOWN -> in.skip();
                case MARK -> readMark();
                default -> record.component(index).read(in, slots, index);
            }
        }

        /// Most maps have their keys in an order that is always the same, perhaps that of the components.
        private int indexOf(Atom key, int position) {
            if (position < record.size() && record.component(position).key.equals(key)) {
                return vacant(position, key);
            }
            return indexOf(key.text(), key);
        }

        private int indexOf(Term key) {
            return indexOf(key instanceof Binary binary ? TextShape.textOrNull(binary) : null, key);
        }

        private int indexOf(@Nullable String text, Term key) {
            Integer index = text == null ? null : indices.get(text);
            if (index == null) {
                return unknown(key);
            }
            return index == MARK ? MARK : vacant(index, key);
        }

        private int vacant(int index, Term key) {
            if (slots.isFilled(index)) {
                throw twice(key);
            }
            return index;
        }

        private int unknown(Term key) {
            if (refusesUnknown) {
                throw new MappingException("no component belongs to the key " + key.toString(SHOWN));
            }
            if (unknown == null) {
                unknown = new TreeSet<>(TermOrder.EXACT);
            }
            if (!unknown.add(key)) {
                throw twice(key);
            }
            return UNKNOWN;
        }

        private MappingException twice(Term key) {
            return new MappingException("expected each key once, but " + key.toString(SHOWN) + " comes twice");
        }

        private void readMark() {
            if (mark == null || isMarked) {
                throw new MappingException("expected each key once, but that of the record's name comes twice");
            }
            if (!mark.name().text().equals(name(in))) {
                throw MappingException.expected(expected, "a map with another value of " + mark.key());
            }
            isMarked = true;
        }

        void complete() {
            if (mark != null && !isMarked) {
                throw MappingException.expected(expected, "a map without the key " + mark.key());
            }
            for (int i = 0; i < record.size(); i++) {
                if (!slots.isFilled(i)) {
                    slots.fill(i, absent(record.component(i)));
                }
            }
        }

        private Object absent(Component component) {
            if (component.shape instanceof OptionalShape optional) {
                return optional.empty();
            }
            throw new MappingException("expected the key " + component.key + ", but the map does not have it");
        }
    }

    /// A name as an atom or as a binary; null where the next term is neither.
    static @Nullable String name(Source in) {
        Term term = in.readTerm();
        return switch (term) {
            case Atom atom -> atom.text();
            case Binary binary -> TextShape.textOrNull(binary);
            default -> null;
        };
    }
}
