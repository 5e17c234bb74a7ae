package org.sunda.etf;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.sunda.memory.Input;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.Pid;
import org.sunda.term.Port;
import org.sunda.term.Ref;
import org.sunda.term.Term;

/// A cursor over terms in the external term format (protocol section c): reads one term after the other, or
/// a header and then what stands in it, and makes no object but what it is asked for.
///
/// Whatever the bytes are, a method returns what it says or throws [MalformedTermException]; afterwards the
/// cursor stands somewhere inside the faulty term. Memory is bounded by the bytes that are really there.
/// For one thread at a time.
public final class TermReader {
    private static final int FLOAT_EXT_BYTES = 31;
    private static final Atom[] NO_ATOMS = {};

    private final ByteCursor bytes;
    private final Limits limits;

    /// What the references to atoms in this message stand for, in their order.
    private Atom[] references = NO_ATOMS;

    /// How many bytes the closures of this message take, their references written out.
    private long writtenOut;

    /// Where each reference that is read is noted; null for nowhere.
    private @Nullable References noted;

    private @Nullable TermSkipper skipper;
    private @Nullable TermDecoder decoder;

    /// A cursor at the place where `in` is, wherever that goes: after an [Input#reset] it reads the next
    /// message.
    public TermReader(Input in, Limits limits) {
        this(in, limits, 0);
    }

    /// @param base where `in` starts, counted from the first byte of the message
    TermReader(Input in, Limits limits, long base) {
        this.bytes = new ByteCursor(in, base);
        this.limits = limits;
    }

    /// Reads a message whose distribution header names atoms: the references in its terms count from the
    /// first of them (protocol section b.4).
    public void useAtoms(Atom... inHeader) {
        references = inHeader;
        writtenOut = 0;
    }

    /// Counts a closure that was written out.
    ///
    /// @return how many bytes all of this message take
    long addWrittenOut(long bytes) {
        writtenOut += bytes;
        return writtenOut;
    }

    Atom[] atoms() {
        return references;
    }

    /// Has each reference from here on noted.
    void note(References references) {
        noted = references;
    }

    void noteClosure(long at, long end) {
        if (noted != null) {
            noted.addClosure(at, end);
        }
    }

    /// How many bytes have been read.
    public long position() {
        return bytes.position();
    }

    /// How many bytes are left.
    public long remaining() {
        return bytes.remaining();
    }

    /// The limits that hold for what is read.
    public Limits limits() {
        return limits;
    }

    /// The tag of the next term, one of [Tags], without passing it.
    public int peekTag() {
        return bytes.peekTag();
    }

    /// Passes over the version byte 131.
    public void readVersion() {
        int version = bytes.nextTag();
        if (version != Tags.VERSION) {
            throw bytes.malformed("a term in external form starts with the version byte 131 (protocol section c)");
        }
    }

    /// Opens a tuple: its elements follow.
    ///
    /// @return how many
    public int readTupleHeader() {
        return tupleArity(bytes.nextTag());
    }

    /// Opens a list, `[]` too: its elements follow and then its tail, which is `[]` for a proper list (see
    /// [#readNil]). A list sent as `STRING_EXT` cannot be opened: see [#readString].
    ///
    /// @return how many elements come before the tail
    public int readListHeader() {
        if (peekTag() == Tags.NIL_EXT) {
            return 0;
        }
        return listLength(bytes.nextTag());
    }

    /// Passes over `[]`.
    public void readNil() {
        if (bytes.nextTag() != Tags.NIL_EXT) {
            throw bytes.unexpected("[]");
        }
    }

    /// The bytes of a list of small integers as it comes when a BEAM sends text: `STRING_EXT`, or `[]` for
    /// none.
    public byte[] readString() {
        return string(bytes.nextTag());
    }

    /// Opens a map: keys and values follow in turn. Whether a key comes twice is for the caller to see.
    ///
    /// @return how many keys there are
    public int readMapHeader() {
        return mapSize(bytes.nextTag());
    }

    /// An integer.
    ///
    /// @throws MalformedTermException also when it does not fit
    public long readLong() {
        return IntegerReader.signed(bytes, bytes.nextTag(), limits);
    }

    /// An integer.
    ///
    /// @throws MalformedTermException also when it does not fit
    public int readInt() {
        long value = readLong();
        if (value != (int) value) {
            throw bytes.malformed("the integer " + value + " does not fit into 32 bits");
        }
        return (int) value;
    }

    /// An integer from 0 to 2^64 - 1, as the ids of links are (protocol section b.1).
    ///
    /// @return its 64 bits
    /// @throws MalformedTermException also when it is negative or does not fit
    public long readUnsignedLong() {
        return IntegerReader.unsigned(bytes, bytes.nextTag(), limits);
    }

    /// An integer of any size within [Limits#bigIntegerBytes].
    public BigInteger readBigInteger() {
        return IntegerReader.integer(bytes, bytes.nextTag(), limits).toBigInteger();
    }

    /// A float.
    public double readDouble() {
        return doubleOf(bytes.nextTag());
    }

    /// An atom. One that came before is most often not made anew.
    public Atom readAtom() {
        return atom(bytes.nextTag());
    }

    /// An atom of which only the text stands there, that many bytes of UTF-8, as in a distribution header.
    public Atom readAtomText(int length) {
        return utf8Atom(length);
    }

    /// A pid.
    public Pid readPid() {
        return pid(bytes.nextTag());
    }

    /// A port.
    public Port readPort() {
        return port(bytes.nextTag());
    }

    /// A reference.
    public Ref readRef() {
        return ref(bytes.nextTag());
    }

    /// A binary or bit string: a view of the bytes read where it is a good part of them all, else a copy.
    public Binary readBinary() {
        return BinaryReader.binary(bytes, bytes.nextTag());
    }

    /// The text that a binary is in UTF-8, made of the bytes where they lie; or null where it is none, and
    /// has been passed.
    public @Nullable String readUtf8() {
        return BinaryReader.utf8(bytes, bytes.nextTag());
    }

    /// A term of any kind.
    public Term readTerm() {
        if (decoder == null) {
            decoder = new TermDecoder(this);
        }
        return decoder.decode();
    }

    /// Passes over a term of any kind. All is checked that [#readTerm] checks but keys that come twice.
    public void skipTerm() {
        skipTerms(1);
    }

    /// Passes over so many terms, as over the elements of a list of that length: long runs of strings take
    /// no more than two loads each.
    public void skipTerms(int terms) {
        if (skipper == null) {
            skipper = new TermSkipper(this);
        }
        skipper.skip(terms);
    }

    ByteCursor bytes() {
        return bytes;
    }

    int tupleArity(int tag) {
        long arity = switch (tag) {
            case Tags.SMALL_TUPLE_EXT -> bytes.unsignedByte();
            case Tags.LARGE_TUPLE_EXT -> bytes.unsignedInt();
            default -> throw bytes.unexpected("a tuple");
        };
        return bytes.count(arity, arity);
    }

    int listLength(int tag) {
        if (tag != Tags.LIST_EXT) {
            throw bytes.unexpected("a list");
        }
        long length = bytes.unsignedInt();
        return bytes.count(length, length + 1);
    }

    int mapSize(int tag) {
        if (tag != Tags.MAP_EXT) {
            throw bytes.unexpected("a map");
        }
        long size = bytes.unsignedInt();
        return bytes.count(size, 2 * size);
    }

    byte[] string(int tag) {
        return switch (tag) {
            case Tags.NIL_EXT -> new byte[0];
            case Tags.STRING_EXT -> bytes.copy(bytes.unsignedShort());
            default -> throw bytes.unexpected("a list of bytes");
        };
    }

    double doubleOf(int tag) {
        double value = switch (tag) {
            case Tags.NEW_FLOAT_EXT -> Double.longBitsToDouble(bytes.signedLong());
            case Tags.FLOAT_EXT -> floatText();
            default -> throw bytes.unexpected("a float");
        };
        if (!Double.isFinite(value)) {
            throw bytes.malformed("a float is neither NaN nor infinite (protocol section c.3)");
        }
        return value;
    }

    private double floatText() {
        byte[] digits = bytes.copy(FLOAT_EXT_BYTES);
        int length = FloatText.length(digits);
        if (length < 0) {
            throw bytes.malformed("the text of a float is digits, a point, digits and perhaps an exponent");
        }
        return Double.parseDouble(new String(digits, 0, length, StandardCharsets.US_ASCII));
    }

    Atom atom(int tag) {
        return tag == Tags.SMALL_ATOM_UTF8_EXT ? utf8Atom(bytes.unsignedByte()) : rareAtom(tag);
    }

    private Atom rareAtom(int tag) {
        return switch (tag) {
            case Tags.ATOM_UTF8_EXT -> utf8Atom(bytes.unsignedShort());
            case Tags.SMALL_ATOM_EXT -> latin1Atom(bytes.unsignedByte());
            case Tags.ATOM_EXT -> latin1Atom(bytes.unsignedShort());
            case Tags.ATOM_CACHE_REF -> referredAtom();
            default -> throw bytes.unexpected("an atom");
        };
    }

    private Atom referredAtom() {
        long start = bytes.position() - 1;
        int number = bytes.unsignedByte();
        if (number >= references.length) {
            throw bytes.malformed("reference " + number + " to the atom cache in a message whose header has "
                    + references.length + " (protocol section b.4)");
        }
        Atom atom = references[number];
        if (noted != null) {
            noted.add(start, atom);
        }
        return atom;
    }

    Atom utf8Atom(int length) {
        try {
            return bytes.read(length, AtomTable::atom);
        } catch (IllegalArgumentException e) {
            throw bytes.malformed(e.getMessage() + " (protocol section c.3)");
        }
    }

    private Atom latin1Atom(int length) {
        if (length > Atom.MAX_CHARACTERS) {
            throw bytes.malformed("an atom has at most 255 characters (protocol section c.3)");
        }
        return bytes.read(length, AtomTable::latin1Atom);
    }

    Pid pid(int tag) {
        return switch (tag) {
            case Tags.NEW_PID_EXT -> new Pid(node(tag), bytes.signedInt(), bytes.signedInt(), bytes.signedInt());
            case Tags.PID_EXT -> new Pid(node(tag), bytes.signedInt(), bytes.signedInt(), bytes.unsignedByte());
            default -> throw bytes.unexpected("a pid");
        };
    }

    Port port(int tag) {
        return switch (tag) {
            case Tags.V4_PORT_EXT -> new Port(node(tag), bytes.signedLong(), bytes.signedInt());
            case Tags.NEW_PORT_EXT -> new Port(node(tag), bytes.unsignedInt(), bytes.signedInt());
            case Tags.PORT_EXT -> new Port(node(tag), bytes.unsignedInt(), bytes.unsignedByte());
            default -> throw bytes.unexpected("a port");
        };
    }

    Ref ref(int tag) {
        return switch (tag) {
            case Tags.NEWER_REFERENCE_EXT, Tags.NEW_REFERENCE_EXT -> longRef(tag);
            case Tags.REFERENCE_EXT -> {
                Atom node = node(tag);
                int word = bytes.signedInt();
                yield Ref.of(node, bytes.unsignedByte(), word);
            }
            default -> throw bytes.unexpected("a reference");
        };
    }

    private Ref longRef(int tag) {
        int length = bytes.unsignedShort();
        if (length == 0 || length > Ref.MAX_WORDS) {
            throw bytes.malformed("a reference has 1 to 5 words, not " + length + " (protocol section c.3)");
        }
        Atom node = node(tag);
        int creation = tag == Tags.NEWER_REFERENCE_EXT ? bytes.signedInt() : bytes.unsignedByte();
        int[] words = new int[length];
        for (int i = 0; i < length; i++) {
            words[i] = bytes.signedInt();
        }
        return Ref.of(node, creation, words);
    }

    /// The node inside an identifier.
    private Atom node(int tag) {
        long start = bytes.start();
        Atom node = readAtom();
        bytes.backTo(start, tag);
        return node;
    }
}
