package org.sunda.term;

import java.math.BigInteger;
import java.util.Arrays;

/// Short names for making terms, for static import: `tuple(atom("add"), integer(1), integer(2))`.
public final class Terms {
    private Terms() {}

    /// The atom of that text.
    public static Atom atom(String text) {
        return Atom.of(text);
    }

    /// An integer.
    public static Int integer(long value) {
        return Int.of(value);
    }

    /// An integer.
    public static Int integer(BigInteger value) {
        return Int.of(value);
    }

    /// A float.
    public static FloatTerm real(double value) {
        return new FloatTerm(value);
    }

    /// A tuple.
    public static Tuple tuple(Term... elements) {
        return Tuple.of(elements);
    }

    /// The list `[]`.
    public static ListTerm list() {
        return ListTerm.nil();
    }

    /// A proper list.
    public static ListTerm list(Term... elements) {
        return ListTerm.of(elements);
    }

    /// A proper list of integers.
    public static ListTerm list(long... integers) {
        return ListTerm.of(Arrays.stream(integers).mapToObj(Int::of).toArray(Term[]::new));
    }

    /// A list of characters: what Erlang calls a string.
    public static ListTerm string(String text) {
        return ListTerm.of(text);
    }

    /// A binary of the text in UTF-8: what Elixir calls a string.
    public static Binary binary(String text) {
        return Binary.utf8(text);
    }

    /// A binary of a copy of those bytes.
    public static Binary binary(byte[] bytes) {
        return Binary.copyOf(bytes);
    }

    /// A map of keys and values, which stand in turn.
    public static MapTerm map(Term... keysAndValues) {
        return MapTerm.of(keysAndValues);
    }
}
