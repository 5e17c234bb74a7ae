package org.sunda.etf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;
import org.sunda.term.FloatTerm;
import org.sunda.term.Int;
import org.sunda.term.ListTerm;
import org.sunda.term.MapTerm;
import org.sunda.term.RecordTerm;
import org.sunda.term.Term;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple1;
import org.sunda.term.Tuple2;
import org.sunda.term.Tuple3;
import org.sunda.term.Tuple4;
import org.sunda.term.Tuple5;

/// Makes one term of the bytes. What is open is kept in frames on the heap, one per level, which are used again as
/// levels close and open.
///
/// A peer may announce more elements than it sends. Nothing is allocated for elements unless there is at least one byte
/// left for each term that all open levels together still wait for: so all arrays together are no longer than the bytes
/// that arrived.
final class TermDecoder {
    private static final Tuple EMPTY_TUPLE = Tuple.of();

    /// Tuples up to this size have classes of their own.
    private static final int SMALL_TUPLE = 5;

    /// How many small tuples inside one another are read by recursion, which takes neither a frame nor an array: more
    /// than messages usually have, and far fewer than the stack bears.
    private static final int RECURSIONS = 16;

    private final TermReader reader;
    private final ByteCursor bytes;
    private @Nullable Frame top;
    private int depth;

    /// How many terms the open levels still wait for.
    private long due;

    TermDecoder(TermReader reader) {
        this.reader = reader;
        this.bytes = reader.bytes();
    }

    /// The next term. What an earlier call left behind that ended in an exception is forgotten.
    Term decode() {
        top = null;
        depth = 0;
        due = 1;
        return decode(RECURSIONS);
    }

    /// @param recursions how many more small tuples may be read by recursion
    private Term decode(int recursions) {
        Term term = read(bytes.nextTag(), recursions);
        return term != null ? term : finish(Objects.requireNonNull(top), recursions);
    }

    /// The term that was just opened.
    @SuppressWarnings("ReferenceEquality") // that very frame
    private Term finish(Frame first, int recursions) {
        Frame open = first;
        for (; ; ) {
            Term term = open.wantsTail() ? readTail(open, recursions) : read(bytes.nextTag(), recursions);
            open = Objects.requireNonNull(top);
            while (term != null) {
                term = open.accept(term);
                if (term != null) {
                    top = open.outer;
                    depth--;
                    if (open == first) {
                        return term;
                    }
                    open = Objects.requireNonNull(top);
                }
            }
        }
    }

    /// The next term, or null when it has elements, which come next.
    private @Nullable Term read(int tag, int recursions) {
        due--;
        return switch (tag) {
            case Tags.SMALL_TUPLE_EXT, Tags.LARGE_TUPLE_EXT -> readTuple(reader.tupleArity(tag), recursions);
            case Tags.LIST_EXT -> {
                due++;
                yield openList(reader.listLength(tag));
            }
            case Tags.MAP_EXT -> {
                int size = reader.mapSize(tag);
                yield size == 0 ? MapTerm.EMPTY : open(Kind.MAP, 2 * size, null);
            }
            case Tags.RECORD_EXT -> {
                RecordHeader header = recordHeader(reader);
                int size = header.fields.size();
                yield size == 0 ? header.with(List.of()) : open(Kind.RECORD, size, header);
            }
            default -> leaf(reader, tag);
        };
    }

    private @Nullable Term readTuple(int arity, int recursions) {
        if (arity == 0) {
            return EMPTY_TUPLE;
        }
        if (arity > SMALL_TUPLE || recursions == 0) {
            return open(Kind.TUPLE, arity, null);
        }
        await(arity);
        deepen();
        int more = recursions - 1;
        Tuple tuple = switch (arity) {
            case 1 -> new Tuple1(decode(more));
            case 2 -> new Tuple2(decode(more), decode(more));
            case 3 -> new Tuple3(decode(more), decode(more), decode(more));
            case 4 -> new Tuple4(decode(more), decode(more), decode(more), decode(more));
            default -> new Tuple5(decode(more), decode(more), decode(more), decode(more), decode(more));
        };
        depth--;
        return tuple;
    }

    /// The tail of a list: when that is a list as well its elements go on in the same frame, so that a chain of tails
    /// is not deep.
    private @Nullable Term readTail(Frame list, int recursions) {
        int tag = bytes.nextTag();
        if (tag == Tags.LIST_EXT) {
            int length = reader.listLength(tag);
            await(length);
            list.extend(length);
            return null;
        }
        if (tag == Tags.STRING_EXT) {
            ListTerm string = ListTerm.ofBytes(reader.string(tag));
            list.extend(string.size());
            string.forEach(list::accept);
            due--;
            return ListTerm.nil();
        }
        return read(tag, recursions);
    }

    private @Nullable Term open(Kind kind, int size, @Nullable RecordHeader header) {
        await(size);
        push().open(kind, size, header);
        return null;
    }

    private @Nullable Term openList(int length) {
        await(length);
        if (PackedList.suits(bytes, length)) {
            PackedList packed = PackedList.read(bytes, length);
            due -= packed.size();
            push().openPacked(packed, length);
        } else {
            push().open(Kind.LIST, length, null);
        }
        return null;
    }

    private Frame push() {
        deepen();
        top = top == null ? new Frame(bytes, null) : top.inner();
        return top;
    }

    private void deepen() {
        if (depth == reader.limits().depth()) {
            throw tooDeep(reader);
        }
        depth++;
    }

    private void await(long terms) {
        due += terms;
        bytes.requireTerms(due);
    }

    static MalformedTermException tooDeep(TermReader reader) {
        return reader.bytes()
                .malformed(
                        "nested deeper than the limit depth, " + reader.limits().depth());
    }

    /// A term without elements. What comes most often stands in a method small enough to be compiled into its callers.
    static Term leaf(TermReader reader, int tag) {
        return switch (tag) {
            case Tags.SMALL_INTEGER_EXT -> Int.of(reader.bytes().unsignedByte());
            case Tags.INTEGER_EXT -> Int.of(reader.bytes().signedInt());
            case Tags.SMALL_ATOM_UTF8_EXT -> reader.utf8Atom(reader.bytes().unsignedByte());
            case Tags.NIL_EXT -> ListTerm.nil();
            case Tags.STRING_EXT -> ListTerm.ofBytes(reader.string(tag));
            case Tags.BINARY_EXT, Tags.BIT_BINARY_EXT -> BinaryReader.binary(reader.bytes(), tag);
            case Tags.NEW_FLOAT_EXT, Tags.FLOAT_EXT -> new FloatTerm(reader.doubleOf(tag));
            case Tags.NEW_PID_EXT, Tags.PID_EXT -> reader.pid(tag);
            case Tags.NEWER_REFERENCE_EXT, Tags.NEW_REFERENCE_EXT, Tags.REFERENCE_EXT -> reader.ref(tag);
            default -> rareLeaf(reader, tag);
        };
    }

    private static Term rareLeaf(TermReader reader, int tag) {
        return switch (tag) {
            case Tags.SMALL_BIG_EXT, Tags.LARGE_BIG_EXT -> IntegerReader.integer(reader.bytes(), tag, reader.limits());
            case Tags.ATOM_UTF8_EXT, Tags.SMALL_ATOM_EXT, Tags.ATOM_EXT, Tags.ATOM_CACHE_REF -> reader.atom(tag);
            case Tags.V4_PORT_EXT, Tags.NEW_PORT_EXT, Tags.PORT_EXT -> reader.port(tag);
            case Tags.EXPORT_EXT -> FunReader.external(reader);
            case Tags.NEW_FUN_EXT -> FunReader.local(reader);
            default -> throw reader.bytes().unexpected("a term (protocol section c)");
        };
    }

    /// What stands before the values of a native record.
    record RecordHeader(Atom module, Atom name, boolean exported, List<Atom> fields) {
        RecordTerm with(List<Term> values) {
            return new RecordTerm(module, name, exported, fields, values);
        }
    }

    static RecordHeader recordHeader(TermReader reader) {
        ByteCursor bytes = reader.bytes();
        long announced = bytes.unsignedInt();
        int flags = bytes.unsignedByte();
        if (flags > 1) {
            throw bytes.malformed("unknown flags " + flags + " of a record (protocol section c)");
        }
        int size = bytes.count(announced, 2 + 2 * announced);
        Atom module = reader.readAtom();
        Atom name = reader.readAtom();
        List<Atom> fields = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            fields.add(reader.readAtom());
        }
        return new RecordHeader(module, name, flags == 1, fields);
    }

    private enum Kind {
        TUPLE,
        LIST,
        MAP,
        RECORD
    }

    /// One open level.
    private static final class Frame {
        private static final Term[] NONE = {};

        private final ByteCursor bytes;
        private final @Nullable Frame outer;
        private @Nullable Frame inner;

        private Kind kind = Kind.TUPLE;
        private Term[] small = NONE;
        private Term[] items = NONE;
        private int size;
        private int filled;
        private long start;
        private @Nullable RecordHeader header;

        /// All elements of a list, instead of `items`.
        private @Nullable PackedList packed;

        Frame(ByteCursor bytes, @Nullable Frame outer) {
            this.bytes = bytes;
            this.outer = outer;
        }

        /// The frame inside this one, perhaps used before.
        Frame inner() {
            if (inner == null) {
                inner = new Frame(bytes, this);
            }
            return inner;
        }

        void open(Kind kind, int size, @Nullable RecordHeader header) {
            this.kind = kind;
            this.items = kind == Kind.TUPLE && size <= SMALL_TUPLE ? small() : new Term[size];
            this.size = size;
            this.filled = 0;
            this.start = bytes.start();
            this.header = header;
        }

        /// A list that begins with packed elements, or has no others.
        void openPacked(PackedList elements, int size) {
            this.kind = Kind.LIST;
            this.size = size;
            this.filled = elements.size();
            this.packed = elements;
            if (filled < size) {
                unpack();
            }
        }

        private void unpack() {
            if (packed != null) {
                items = new Term[size];
                for (int i = 0; i < filled; i++) {
                    items[i] = packed.apply(i);
                }
                packed = null;
            }
        }

        private Term[] small() {
            if (small.length == 0) {
                small = new Term[SMALL_TUPLE];
            }
            return small;
        }

        boolean wantsTail() {
            return kind == Kind.LIST && filled == size;
        }

        /// More elements in the tail of a list. Room grows by half at least, so that many short tails cost no more than
        /// a long one.
        void extend(int length) {
            if (length > Integer.MAX_VALUE - Long.BYTES - size) {
                throw bytes.malformed("a list longer than this node can hold");
            }
            unpack();
            size += length;
            if (size > items.length) {
                long roomy = Math.min(items.length + (items.length >> 1), Integer.MAX_VALUE - Long.BYTES);
                items = Arrays.copyOf(items, (int) Math.max(size, roomy));
            }
        }

        /// Takes the next element.
        ///
        /// @return the whole term when that was the last one, else null
        @Nullable
        Term accept(Term term) {
            if (wantsTail()) {
                return list(term);
            }
            items[filled++] = term;
            return filled < size || kind == Kind.LIST ? null : close();
        }

        private Term list(Term tail) {
            if (packed != null && tail instanceof ListTerm) {
                PackedList elements = packed;
                packed = null;
                return ListTerm.lazy(size, elements);
            }
            unpack();
            Term[] elements = filled == items.length ? items : Arrays.copyOf(items, filled);
            items = NONE;
            return tail instanceof ListTerm ? ListTerm.of(elements) : ListTerm.improper(elements, tail);
        }

        private Term close() {
            Term[] elements = items;
            items = NONE;
            return switch (kind) {
                case TUPLE -> tuple(elements);
                case LIST -> throw new IllegalStateException("a list is closed by its tail");
                case MAP -> map(elements);
                case RECORD -> Objects.requireNonNull(header).with(List.of(elements));
            };
        }

        private Tuple tuple(Term[] e) {
            return switch (size) {
                case 1 -> new Tuple1(e[0]);
                case 2 -> new Tuple2(e[0], e[1]);
                case 3 -> new Tuple3(e[0], e[1], e[2]);
                case 4 -> new Tuple4(e[0], e[1], e[2], e[3]);
                case 5 -> new Tuple5(e[0], e[1], e[2], e[3], e[4]);
                default -> Tuple.of(e);
            };
        }

        private MapTerm map(Term[] keysAndValues) {
            try {
                return MapTerm.of(keysAndValues);
            } catch (IllegalArgumentException _) {
                bytes.backTo(start, Tags.MAP_EXT);
                throw bytes.malformed("a key comes twice in this map (protocol section c.3)");
            }
        }
    }
}
