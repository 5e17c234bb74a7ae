package org.sunda.mapper;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Term;
import org.sunda.term.TermOrder;

/// `Map`.
final class MapShape extends Shape {
    /// The most of a key that a path shows.
    private static final int SHOWN = 40;

    private final Shape key;
    private final Shape value;
    private final boolean ofTerms;

    /// @param ofTerms whether the keys are terms
    MapShape(Shape key, Shape value, boolean ofTerms) {
        this.key = key;
        this.value = value;
        this.ofTerms = ofTerms;
    }

    /// Keys that are terms are kept in term order: their hash codes do not look at all of them, and who
    /// sends them may know how.
    private Map<Object, Object> empty() {
        @SuppressWarnings({"unchecked", "rawtypes"})
        Map<Object, Object> map = ofTerms ? new TreeMap(TermOrder.EXACT) : new LinkedHashMap<>();
        return map;
    }

    @Override
    Object read(Source in) {
        in.require(Kind.MAP, "a map");
        Map<Object, Object> map = empty();
        int size = in.openMap();
        for (int i = 0; i < size; i++) {
            Object k = keyOf(i, in);
            if (map.put(k, valueOf(k, in)) != null) {
                throw new MappingException("expected each key once, but " + shown(k) + " comes twice");
            }
        }
        in.end();
        return map;
    }

    private Object keyOf(int index, Source in) {
        try {
            return key.read(in);
        } catch (MappingException e) {
            throw e.at("key " + index);
        }
    }

    private Object valueOf(Object k, Source in) {
        try {
            return value.read(in);
        } catch (MappingException e) {
            throw e.at(shown(k));
        }
    }

    @Override
    void write(Object object, Sink out) {
        Map<?, ?> map = (Map<?, ?>) object;
        int size = map.size();
        out.openMap(size);
        Set<Term> written = key.isDistinct() ? Set.of() : new TreeSet<>(TermOrder.EXACT);
        int left = size;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (--left < 0) {
                throw ListShape.changed();
            }
            write(entry.getKey(), entry.getValue(), written, out);
        }
        if (left > 0) {
            throw ListShape.changed();
        }
        out.end();
    }

    private void write(@Nullable Object k, @Nullable Object v, Set<Term> written, Sink out) {
        if (k == null) {
            throw new MappingException("expected a key, but there is null");
        }
        if (key.isDistinct()) {
            key.write(k, out);
        } else {
            // A key that comes twice makes a term that no BEAM reads.
            TreeSink tree = out.inside();
            key.write(k, tree);
            if (!written.add(tree.result())) {
                throw new MappingException("two keys of this map are one in Erlang: " + shown(k));
            }
            out.term(tree.result());
        }
        try {
            ListShape.write(v, value, out);
        } catch (MappingException e) {
            throw e.at(shown(k));
        }
    }

    /// As Erlang writes it, since it may be anything.
    private String shown(Object k) {
        TreeSink tree = new TreeSink(SHOWN);
        try {
            key.write(k, tree);
            return tree.result().toString(SHOWN);
        } catch (MappingException _) {
            return "...";
        }
    }

    /// `isDistinct` of a map would hold only if that of its values did as well.
    @Override
    boolean isDistinct() {
        return key.isDistinct() && value.isDistinct();
    }
}
