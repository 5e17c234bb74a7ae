package org.sunda.mapper;

import java.math.BigInteger;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.Int;
import org.sunda.term.ListTerm;
import org.sunda.term.MapTerm;
import org.sunda.term.Term;
import org.sunda.term.Terms;
import org.sunda.term.Tuple;

/// Makes a tree.
final class TreeSink extends Sink {
    private final ArrayDeque<Level> open = new ArrayDeque<>();
    private @Nullable Term whole;

    TreeSink(int mostDepth) {
        super(mostDepth);
    }

    /// What was written.
    Term result() {
        if (whole == null) {
            throw new IllegalStateException("no whole term was written");
        }
        return whole;
    }

    @Override
    void integer(long value) {
        term(Int.of(value));
    }

    @Override
    void integer(BigInteger value) {
        term(Int.of(value));
    }

    @Override
    void real(double value) {
        term(Terms.real(value));
    }

    @Override
    void atom(Atom atom) {
        term(atom);
    }

    @Override
    void binary(byte[] bytes) {
        term(Binary.wrap(bytes));
    }

    @Override
    void copyOf(byte[] bytes) {
        term(Binary.copyOf(bytes));
    }

    @Override
    void charlist(String text) {
        term(ListTerm.of(text));
    }

    @Override
    void term(Term term) {
        Level level = open.peek();
        if (level == null) {
            whole = term;
        } else {
            level.items[level.filled++] = term;
        }
    }

    @Override
    void tuple(int arity) {
        open.push(new Level(Kind.TUPLE, arity));
    }

    @Override
    void list(int length) {
        open.push(new Level(Kind.LIST, length));
    }

    @Override
    void map(int size) {
        open.push(new Level(Kind.MAP, 2 * size));
    }

    @Override
    void leave() {
        Level level = open.pop();
        term(level.kind == Kind.TUPLE ? Tuple.of(level.items) : mapOf(level.items));
    }

    @Override
    void leaveList() {
        term(ListTerm.of(open.pop().items));
    }

    private static Term mapOf(Term[] keysAndValues) {
        try {
            return MapTerm.of(keysAndValues);
        } catch (IllegalArgumentException e) {
            throw new MappingException("two keys of this map are one in Erlang: " + e.getMessage(), e);
        }
    }

    /// A tuple, list or map that waits for its elements.
    private static final class Level {
        private final Kind kind;
        private final Term[] items;
        private int filled;

        Level(Kind kind, int size) {
            this.kind = kind;
            this.items = new Term[size];
        }
    }
}
