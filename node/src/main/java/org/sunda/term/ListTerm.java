package org.sunda.term;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/// A list, proper or improper. Erlang's strings are lists of characters: [#of(String)] makes one and [#text] reads
/// one.
public sealed interface ListTerm extends Term, Iterable<Term> permits TermList, LazyList, ByteList {
    /// The list `[]`.
    static ListTerm nil() {
        return TermList.NIL;
    }

    /// The proper list of those elements. An array becomes the list's own: do not change it afterwards.
    static ListTerm of(Term... elements) {
        return elements.length == 0 ? nil() : new TermList(elements, nil());
    }

    /// The proper list of those elements.
    static ListTerm of(List<? extends Term> elements) {
        return of(elements.toArray(Term[]::new));
    }

    /// The list of the characters of that text: what Erlang calls a string.
    static ListTerm of(String text) {
        return ByteList.isLatin1(text)
                ? ByteList.of(text)
                : of(text.codePoints().mapToObj(Int::of).toArray(Term[]::new));
    }

    /// The proper list of those bytes as integers 0 to 255. The array becomes the list's own.
    static ListTerm ofBytes(byte[] bytes) {
        return bytes.length == 0 ? nil() : new ByteList(bytes);
    }

    /// The proper list whose elements are made each time one is asked for, as where a million of them would cost more
    /// than what they are made from.
    ///
    /// @param element makes the element of an index from 0 to `size - 1`: always the same, and from any thread
    static ListTerm lazy(int size, IntFunction<? extends Term> element) {
        return size == 0 ? nil() : new LazyList(size, element);
    }

    /// The list `[E1, E2, ... | Tail]`. A tail that is itself a list is joined on, so that [#tail] is never a list
    /// but `[]`.
    static Term improper(Term[] elements, Term tail) {
        if (elements.length == 0) {
            return tail;
        }
        if (!(tail instanceof ListTerm rest) || rest.isEmpty()) {
            return new TermList(elements, tail);
        }
        Term[] all = Arrays.copyOf(elements, elements.length + rest.size());
        for (int i = 0; i < rest.size(); i++) {
            all[elements.length + i] = rest.get(i);
        }
        return new TermList(all, rest.tail());
    }

    /// How many elements stand before the tail.
    int size();

    /// One element, counted from 0.
    Term get(int index);

    /// What follows the last element: `[]` for a proper list.
    Term tail();

    /// Whether it is `[]`.
    default boolean isEmpty() {
        return size() == 0;
    }

    /// Whether it ends in `[]`.
    default boolean isProper() {
        return tail() instanceof ListTerm;
    }

    /// The elements before the tail, as a view.
    default List<Term> elements() {
        return new AbstractList<>() {
            @Override
            public Term get(int index) {
                return ListTerm.this.get(index);
            }

            @Override
            public int size() {
                return ListTerm.this.size();
            }
        };
    }

    /// The text, when this is a proper list of Unicode characters; `[]` is the empty text.
    default Optional<String> text() {
        if (!isProper()) {
            return Optional.empty();
        }
        StringBuilder text = new StringBuilder(size());
        for (Term element : this) {
            if (!(element instanceof SmallInt(long character)) || !isCharacter(character)) {
                return Optional.empty();
            }
            text.appendCodePoint((int) character);
        }
        return Optional.of(text.toString());
    }

    private static boolean isCharacter(long value) {
        return value >= 0
                && value <= Character.MAX_CODE_POINT
                && (value < Character.MIN_SURROGATE || value > Character.MAX_SURROGATE);
    }

    @Override
    default Iterator<Term> iterator() {
        return elements().iterator();
    }
}
