package org.sunda.term;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Comparator;

/// Erlang's order and equality of terms. Two orders: that of `==` and `<`, in which numbers compare by value whatever
/// their type, and [#EXACT], in which every integer comes before every float, and so on down to `=:=`.
///
/// Where releases differ this follows the newest: `0.0` and `-0.0` are `==` but not `=:=` (in OTP 25 and 26 they are
/// both). The values that a [LocalFun] has bound are compared as the bytes they arrived in, not as terms.
///
/// Nested terms are walked with a stack of frames on the heap, one per open level.
public final class TermOrder {
    /// A total order that agrees with `equals`: that of the keys of a map, where integers come before floats.
    public static final Comparator<Term> EXACT = (a, b) -> compare(a, b, true);

    private static final double TWO_TO_63 = 0x1p63;

    private TermOrder() {}

    /// Erlang's `==` order: negative for `a < b`, 0 for `a == b`.
    public static int compare(Term a, Term b) {
        return compare(a, b, false);
    }

    /// Erlang's `=:=`.
    static boolean equal(Term a, Term b) {
        return compare(a, b, true) == 0;
    }

    private static int compare(Term a, Term b, boolean exact) {
        ArrayDeque<Frame> open = new ArrayDeque<>();
        int order = enter(a, b, exact, open);
        for (Frame frame = open.peek(); order == 0 && frame != null; frame = open.peek()) {
            if (frame.advance()) {
                order = enter(frame.left(), frame.right(), frame.childExact(), open);
            } else {
                order = frame.remainder;
                open.pop();
            }
        }
        return order;
    }

    /// Compares what can be compared at once; when only their elements can tell, opens both.
    @SuppressWarnings("ReferenceEquality") // as on the BEAM, what two terms share is equal without a look
    private static int enter(Term a, Term b, boolean exact, ArrayDeque<Frame> open) {
        if (a == b) {
            return 0;
        }
        if (a instanceof ByteList x && b instanceof ByteList y) {
            return x.compareBytes(y);
        }
        int order = flat(a, b, exact);
        if (order == 0 && isNested(a)) {
            open.push(new Frame(a, b, exact));
        }
        return order;
    }

    private static boolean isNested(Term term) {
        return switch (term) {
            case Tuple _, RecordTerm _, MapTerm _, ListTerm _ -> true;
            case Int _, FloatTerm _, Atom _, Ref _, Fun _, Port _, Pid _, Binary _ -> false;
        };
    }

    /// All that can be said without looking inside: for tuples, lists and maps 0 when only their elements can tell.
    private static int flat(Term a, Term b, boolean exact) {
        int order = Integer.compare(rank(a), rank(b));
        if (order != 0) {
            return order;
        }
        return switch (a) {
            case Int x when b instanceof Int y -> compareInts(x, y);
            case Int x -> compareNumbers(x, (FloatTerm) b, exact);
            case FloatTerm x when b instanceof FloatTerm y -> compareFloats(x.value(), y.value(), exact);
            case FloatTerm x -> -compareNumbers((Int) b, x, exact);
            case Atom x -> compareAtoms(x, (Atom) b);
            case Ref x -> compareRefs(x, (Ref) b);
            case Fun x -> compareFuns(x, (Fun) b);
            case Port x -> comparePorts(x, (Port) b);
            case Pid x -> comparePids(x, (Pid) b);
            case Tuple x -> Integer.compare(x.arity(), ((Tuple) b).arity());
            case MapTerm x -> Integer.compare(x.size(), ((MapTerm) b).size());
            case RecordTerm x -> compareRecords(x, (RecordTerm) b);
            case ListTerm _ -> 0;
            case Binary x -> compareBinaries(x, (Binary) b);
        };
    }

    private static int rank(Term term) {
        return switch (term) {
            case Int _, FloatTerm _ -> 0;
            case Atom _ -> 1;
            case Ref _ -> 2;
            case Fun _ -> 3;
            case Port _ -> 4;
            case Pid _ -> 5;
            case Tuple _ -> 6;
            case RecordTerm _ -> 7;
            case MapTerm _ -> 8;
            case ListTerm list -> list.isEmpty() ? 9 : 10;
            case Binary _ -> 11;
        };
    }

    private static int compareInts(Int a, Int b) {
        return a instanceof SmallInt(long x) && b instanceof SmallInt(long y)
                ? Long.compare(x, y)
                : a.toBigInteger().compareTo(b.toBigInteger());
    }

    /// By the exact values, however large: a conversion to `double` would make neighbours beyond 2^53 equal.
    private static int compareNumbers(Int a, FloatTerm b, boolean exact) {
        if (exact) {
            return -1;
        }
        double y = b.value();
        return switch (a) {
            case SmallInt(long x) -> y >= -TWO_TO_63 && y < TWO_TO_63 ? compareWithin63Bits(x, y) : y < 0 ? 1 : -1;
            case BigInt(BigInteger x) ->
                x.bitLength() > Double.MAX_EXPONENT + 1 ? x.signum() : new BigDecimal(x).compareTo(new BigDecimal(y));
        };
    }

    private static int compareWithin63Bits(long x, double y) {
        long whole = (long) y;
        return x == whole ? compareFloats(0.0, y - whole, false) : Long.compare(x, whole);
    }

    private static int compareFloats(double a, double b, boolean exact) {
        return !exact && a == b ? 0 : Double.compare(a, b);
    }

    private static int compareAtoms(Atom a, Atom b) {
        int length = Math.min(a.text().length(), b.text().length());
        for (int i = 0; i < length; i++) {
            if (a.text().charAt(i) != b.text().charAt(i)) {
                // By code point: where two texts part, a surrogate stands for more than any other character.
                return Integer.compare(
                        rankOf(a.text().charAt(i)), rankOf(b.text().charAt(i)));
            }
        }
        return Integer.compare(a.text().length(), b.text().length());
    }

    private static int rankOf(char c) {
        return Character.isSurrogate(c) ? Character.MAX_VALUE + c : c;
    }

    private static int compareRefs(Ref a, Ref b) {
        int order = compareAtoms(a.node(), b.node());
        if (order == 0) {
            order = Integer.compareUnsigned(a.creation(), b.creation());
        }
        return order == 0 ? a.compareWords(b) : order;
    }

    private static int compareFuns(Fun a, Fun b) {
        if (a instanceof LocalFun x && b instanceof LocalFun y) {
            return compareLocalFuns(x, y);
        }
        if (a instanceof ExternalFun x && b instanceof ExternalFun y) {
            int order = compareAtoms(x.module(), y.module());
            if (order == 0) {
                order = compareAtoms(x.function(), y.function());
            }
            return order == 0 ? Integer.compare(x.arity(), y.arity()) : order;
        }
        return a instanceof LocalFun ? -1 : 1;
    }

    private static int compareLocalFuns(LocalFun a, LocalFun b) {
        int order = compareAtoms(a.module(), b.module());
        if (order == 0) {
            order = Integer.compare(a.index(), b.index());
        }
        if (order == 0) {
            order = Long.compare(a.oldUniq(), b.oldUniq());
        }
        if (order == 0) {
            order = Integer.compare(a.free(), b.free());
        }
        return order == 0 ? compareBinaries(a.environment(), b.environment()) : order;
    }

    private static int comparePorts(Port a, Port b) {
        int order = compareAtoms(a.node(), b.node());
        if (order == 0) {
            order = Integer.compareUnsigned(a.creation(), b.creation());
        }
        return order == 0 ? Long.compareUnsigned(a.id(), b.id()) : order;
    }

    private static int comparePids(Pid a, Pid b) {
        int order = Integer.compareUnsigned(a.serial(), b.serial());
        if (order == 0) {
            order = Integer.compareUnsigned(a.id(), b.id());
        }
        if (order == 0) {
            order = compareAtoms(a.node(), b.node());
        }
        return order == 0 ? Integer.compareUnsigned(a.creation(), b.creation()) : order;
    }

    /// Module, name, visibility, number of fields, names and values in the order of the definition (EEP 79).
    private static int compareRecords(RecordTerm a, RecordTerm b) {
        int order = compareAtoms(a.module(), b.module());
        if (order == 0) {
            order = compareAtoms(a.name(), b.name());
        }
        if (order == 0) {
            order = Boolean.compare(a.exported(), b.exported());
        }
        if (order == 0) {
            order = Integer.compare(a.fields().size(), b.fields().size());
        }
        for (int i = 0; order == 0 && i < a.fields().size(); i++) {
            order = compareAtoms(a.fields().get(i), b.fields().get(i));
        }
        return order;
    }

    private static int compareBinaries(Binary a, Binary b) {
        long at = a.bytes().mismatch(b.bytes());
        if (at < 0) {
            return Integer.compare(a.lastBits(), b.lastBits());
        }
        if (at < a.byteSize() && at < b.byteSize()) {
            return Integer.compare(a.byteAt(at), b.byteAt(at));
        }
        return Long.compare(a.byteSize(), b.byteSize());
    }

    /// One level that is being compared: which pair of children comes next.
    private static final class Frame {
        private final Term a;
        private final Term b;
        private final boolean exact;
        private final int pairs;

        /// What the level says when all pairs are equal: not 0 when one list ends before the other.
        private final int remainder;

        private int next = -1;

        Frame(Term a, Term b, boolean exact) {
            this.a = a;
            this.b = b;
            this.exact = exact;
            this.pairs = switch (a) {
                case Tuple tuple -> tuple.arity();
                case MapTerm map -> 2 * map.size();
                case RecordTerm term -> term.values().size();
                case ListTerm list -> pairsOf(list, (ListTerm) b);
                case Int _, FloatTerm _, Atom _, Ref _, Fun _, Port _, Pid _, Binary _ -> 0;
            };
            this.remainder = a instanceof ListTerm list ? remainderOf(list, (ListTerm) b) : 0;
        }

        /// Elements side by side and, when both lists have as many, their tails unless both are `[]`.
        private static int pairsOf(ListTerm a, ListTerm b) {
            int shared = Math.min(a.size(), b.size());
            return a.size() == b.size() && !(a.isProper() && b.isProper()) ? shared + 1 : shared;
        }

        /// The shorter list goes on with its tail where the longer one goes on with a list.
        private static int remainderOf(ListTerm a, ListTerm b) {
            if (a.size() == b.size()) {
                return 0;
            }
            return a.size() < b.size()
                    ? Integer.compare(rank(a.tail()), rank(b))
                    : Integer.compare(rank(a), rank(b.tail()));
        }

        boolean advance() {
            return ++next < pairs;
        }

        Term left() {
            return child(a, next);
        }

        Term right() {
            return child(b, next);
        }

        /// The keys of maps are told apart by `=:=` even where values are compared by `==`.
        boolean childExact() {
            return exact || a instanceof MapTerm map && next < map.size();
        }

        private static Term child(Term term, int index) {
            return switch (term) {
                case Tuple tuple -> tuple.element(index);
                case MapTerm map -> index < map.size() ? map.key(index) : map.value(index - map.size());
                case RecordTerm record -> record.values().get(index);
                case ListTerm list -> index < list.size() ? list.get(index) : list.tail();
                case Int _, FloatTerm _, Atom _, Ref _, Fun _, Port _, Pid _, Binary _ ->
                    throw new IllegalStateException(term + " has no elements");
            };
        }
    }
}
