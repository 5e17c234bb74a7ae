package org.sunda.mapper;

import java.math.BigInteger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.ByteList;
import org.sunda.term.FloatTerm;
import org.sunda.term.Int;
import org.sunda.term.ListTerm;
import org.sunda.term.MapTerm;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// Terms in a tree.
final class TreeSource extends Source {
    private static final int FIRST_LEVELS = 8;

    private final Term root;

    /// What is open, outermost first, and which of its elements comes next. Keys and values of a map stand
    /// in turn.
    private Term[] open = new Term[FIRST_LEVELS];

    private int[] next = new int[FIRST_LEVELS];
    private int levels;

    TreeSource(Term root, int mostDepth) {
        super(mostDepth);
        this.root = root;
    }

    /// The next term, without passing it.
    Term peek() {
        if (levels == 0) {
            return root;
        }
        int index = next[levels - 1];
        return switch (open[levels - 1]) {
            case Tuple tuple -> tuple.element(index);
            case ListTerm list -> list.get(index);
            case MapTerm map -> index % 2 == 0 ? map.key(index / 2) : map.value(index / 2);
            default -> throw new IllegalStateException("nothing is open that has elements");
        };
    }

    private Term take() {
        Term term = peek();
        if (levels > 0) {
            next[levels - 1]++;
        }
        return term;
    }

    @Override
    Kind kind() {
        return Kind.of(peek());
    }

    @Override
    long readLong(String expected) {
        return CursorSource.longOf(take(), expected);
    }

    @Override
    BigInteger readBigInteger() {
        return ((Int) take()).toBigInteger();
    }

    @Override
    double readDouble() {
        return ((FloatTerm) take()).value();
    }

    @Override
    Atom readAtom() {
        return (Atom) take();
    }

    @Override
    void unread(Atom atom) {
        if (levels > 0) {
            next[levels - 1]--;
        }
    }

    @Override
    Binary readBinary() {
        return (Binary) take();
    }

    @Override
    @Nullable
    String readUtf8() {
        return TextShape.textOrNull(readBinary());
    }

    @Override
    byte @Nullable [] readByteList() {
        if (peek() instanceof ByteList list) {
            take();
            return list.toByteArray();
        }
        return null;
    }

    @Override
    Term readTerm() {
        return take();
    }

    @Override
    void skip() {
        take();
    }

    @Override
    TreeSource buffered() {
        return this;
    }

    @Override
    String found() {
        return describe(peek());
    }

    @Override
    int tuple() {
        Tuple tuple = (Tuple) take();
        push(tuple);
        return tuple.arity();
    }

    @Override
    int list() {
        ListTerm list = (ListTerm) take();
        push(list);
        return list.size();
    }

    @Override
    int map() {
        MapTerm map = (MapTerm) take();
        push(map);
        return map.size();
    }

    @Override
    int moreOfList() {
        ListTerm list = (ListTerm) open[levels - 1];
        if (!list.isProper()) {
            throw MappingException.expected("a proper list", "one that ends in " + describe(list.tail()));
        }
        return 0;
    }

    @Override
    void leave() {
        levels--;
    }

    private void push(Term term) {
        if (levels == open.length) {
            open = Arrays.copyOf(open, 2 * levels);
            next = Arrays.copyOf(next, 2 * levels);
        }
        open[levels] = term;
        next[levels] = 0;
        levels++;
    }
}
