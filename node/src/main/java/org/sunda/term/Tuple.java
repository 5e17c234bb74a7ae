package org.sunda.term;

import java.util.AbstractList;
import java.util.List;

/// A tuple. Those of 1 to 5 elements are records, so that a pattern takes them apart: `if (message instanceof
/// Tuple2(Pid from, Term body)) ...`; all others are a [TupleN].
public sealed interface Tuple extends Term permits Tuple1, Tuple2, Tuple3, Tuple4, Tuple5, TupleN {

    /// The tuple of those elements. An array becomes the tuple's own: do not change it afterwards.
    static Tuple of(Term... elements) {
        return switch (elements.length) {
            case 1 -> new Tuple1(elements[0]);
            case 2 -> new Tuple2(elements[0], elements[1]);
            case 3 -> new Tuple3(elements[0], elements[1], elements[2]);
            case 4 -> new Tuple4(elements[0], elements[1], elements[2], elements[3]);
            case 5 -> new Tuple5(elements[0], elements[1], elements[2], elements[3], elements[4]);
            default -> new TupleN(elements);
        };
    }

    /// How many elements it has.
    int arity();

    /// One element, counted from 0.
    Term element(int index);

    /// The elements, as a view.
    default List<Term> elements() {
        return new AbstractList<>() {
            @Override
            public Term get(int index) {
                return element(index);
            }

            @Override
            public int size() {
                return arity();
            }
        };
    }

    /// Whether its first element is the atom of that text and it has that many elements, as a record or a tagged
    /// message has.
    default boolean isTagged(String tag, int arity) {
        return arity() == arity && arity > 0 && element(0) instanceof Atom atom && atom.is(tag);
    }
}
