package org.sunda.etf;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.sunda.memory.Bytes;
import org.sunda.memory.Input;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.ExternalFun;
import org.sunda.term.Int;
import org.sunda.term.LocalFun;
import org.sunda.term.Pid;
import org.sunda.term.Port;
import org.sunda.term.Ref;
import org.sunda.term.Term;

/// A cursor over terms in the external term format (protocol section c): reads one term after the other, or a header
/// and then
/// what stands in it, and makes no object but what it is asked for.
///
/// Whatever the bytes are, a method returns what it says or throws [MalformedTermException]; afterwards the cursor
/// stands
/// somewhere inside the faulty term. Memory is bounded by the bytes that are really there. For one thread at a time.
public final class TermReader {
    /// A slice costs about as much memory as a copy of this length.
    private static final int SMALLEST_SLICE = 256;

    /// A slice keeps the whole message alive. As the BEAM does, it is made only where at least this part of the message
    /// is wanted; a program that keeps one small binary of each message must not keep all messages.
    private static final int MESSAGE_PER_SLICE = 4;

    private static final int FLOAT_EXT_BYTES = 31;
    private static final int FUN_UNIQ_BYTES = 16;

    private final Input in;
    private final Limits limits;

    /// Where `in` starts, counted from the first byte that was there to be read.
    private final long base;

    /// How many bytes there are in all, read or not.
    private final long total;

    /// The term being read, for errors.
    private long start;

    private int tag = -1;

    private byte[] text = new byte[0];

    /// A cursor at the place where `in` is.
    public TermReader(Input in, Limits limits) {
        this(in, limits, 0);
    }

    private TermReader(Input in, Limits limits, long base) {
        this.in = in;
        this.limits = limits;
        this.base = base;
        this.total = in.position() + in.remaining();
    }

    /// How many bytes have been read.
    public long position() {
        return base + in.position();
    }

    /// How many bytes are left.
    public long remaining() {
        return in.remaining();
    }

    /// The limits that hold for what is read.
    public Limits limits() {
        return limits;
    }

    /// The tag of the next term, one of [Tags], without passing it.
    public int peekTag() {
        start = position();
        tag = -1;
        need(1);
        return in.peekUnsignedByte();
    }

    /// Passes over the version byte 131.
    public void readVersion() {
        int version = nextTag();
        if (version != Tags.VERSION) {
            throw malformed("a term in external form starts with the version byte 131 (protocol section c)");
        }
    }

    /// Opens a tuple: its elements follow.
    ///
    /// @return how many
    public int readTupleHeader() {
        return tupleArity(nextTag());
    }

    /// Opens a list, `[]` too: its elements follow and then its tail, which is `[]` for a proper list (see [#readNil]).
    /// A list sent as `STRING_EXT` cannot be opened: see [#readString].
    ///
    /// @return how many elements come before the tail
    public int readListHeader() {
        if (peekTag() == Tags.NIL_EXT) {
            return 0;
        }
        return listLength(nextTag());
    }

    /// Passes over `[]`.
    public void readNil() {
        if (nextTag() != Tags.NIL_EXT) {
            throw unexpected("[]");
        }
    }

    /// The bytes of a list of small integers as it comes when a BEAM sends text: `STRING_EXT`, or `[]` for none.
    public byte[] readString() {
        return string(nextTag());
    }

    /// Opens a map: keys and values follow in turn. Whether a key comes twice is for the caller to see.
    ///
    /// @return how many keys there are
    public int readMapHeader() {
        return mapSize(nextTag());
    }

    /// An integer.
    ///
    /// @throws MalformedTermException also when it does not fit
    public long readLong() {
        return longOf(nextTag());
    }

    /// An integer.
    ///
    /// @throws MalformedTermException also when it does not fit
    public int readInt() {
        long value = readLong();
        if (value != (int) value) {
            throw malformed("the integer " + value + " does not fit into 32 bits");
        }
        return (int) value;
    }

    /// An integer from 0 to 2^64 - 1, as the ids of links are (protocol section b.1).
    ///
    /// @return its 64 bits
    /// @throws MalformedTermException also when it is negative or does not fit
    public long readUnsignedLong() {
        int next = nextTag();
        boolean big = next == Tags.SMALL_BIG_EXT || next == Tags.LARGE_BIG_EXT;
        long digits = big ? bigLength(next) : 0;
        boolean negative = big && in.readUnsignedByte() != 0;
        long value = big ? magnitude(digits) : longOf(next);
        if (big ? negative && value != 0 : value < 0) {
            throw malformed("an integer from 0 to 2^64 - 1 is needed, but it is negative");
        }
        return value;
    }

    /// An integer of any size within [Limits#bigIntegerBytes].
    public BigInteger readBigInteger() {
        return integer(nextTag()).toBigInteger();
    }

    /// A float.
    public double readDouble() {
        return doubleOf(nextTag());
    }

    /// An atom. One that came before is most often not made anew.
    public Atom readAtom() {
        return atom(nextTag());
    }

    /// A pid.
    public Pid readPid() {
        return pid(nextTag());
    }

    /// A port.
    public Port readPort() {
        return port(nextTag());
    }

    /// A reference.
    public Ref readRef() {
        return ref(nextTag());
    }

    /// A binary or bit string: a view of the bytes read where it is a good part of them all, else a copy.
    public Binary readBinary() {
        return binary(nextTag());
    }

    /// A term of any kind.
    public Term readTerm() {
        return new TermDecoder(this).decode();
    }

    /// Passes over a term of any kind. All is checked that [#readTerm] checks but keys that come twice.
    public void skipTerm() {
        new TermSkipper(this).skip();
    }

    int nextTag() {
        start = position();
        tag = -1;
        need(1);
        tag = in.readUnsignedByte();
        return tag;
    }

    int tupleArity(int tag) {
        long arity = switch (tag) {
            case Tags.SMALL_TUPLE_EXT -> unsignedByte();
            case Tags.LARGE_TUPLE_EXT -> unsignedInt();
            default -> throw unexpected("a tuple");
        };
        return count(arity, arity);
    }

    int listLength(int tag) {
        if (tag != Tags.LIST_EXT) {
            throw unexpected("a list");
        }
        long length = unsignedInt();
        return count(length, length + 1);
    }

    int mapSize(int tag) {
        if (tag != Tags.MAP_EXT) {
            throw unexpected("a map");
        }
        long size = unsignedInt();
        return count(2 * size, 2 * size) / 2;
    }

    /// As many as were announced, when the bytes that are left can hold them.
    private int count(long announced, long terms) {
        requireTerms(terms);
        if (announced > Integer.MAX_VALUE - Long.BYTES) {
            throw malformed(announced + " elements are more than this node can hold");
        }
        return (int) announced;
    }

    /// Refuses more terms than bytes: each takes at least one.
    void requireTerms(long terms) {
        if (terms > in.remaining()) {
            throw malformed(terms + " terms are to come, but only " + in.remaining() + " bytes are left");
        }
    }

    byte[] string(int tag) {
        return switch (tag) {
            case Tags.NIL_EXT -> new byte[0];
            case Tags.STRING_EXT -> copy(unsignedShort());
            default -> throw unexpected("a list of bytes");
        };
    }

    private long longOf(int tag) {
        return switch (tag) {
            case Tags.SMALL_INTEGER_EXT -> unsignedByte();
            case Tags.INTEGER_EXT -> signedInt();
            case Tags.SMALL_BIG_EXT, Tags.LARGE_BIG_EXT -> {
                long digits = bigLength(tag);
                boolean negative = in.readUnsignedByte() != 0;
                long magnitude = magnitude(digits);
                long value = negative ? -magnitude : magnitude;
                if (magnitude != 0 && value < 0 != negative) {
                    throw malformed("the integer does not fit into 64 bits");
                }
                yield value;
            }
            default -> throw unexpected("an integer");
        };
    }

    Int integer(int tag) {
        if (tag == Tags.SMALL_INTEGER_EXT || tag == Tags.INTEGER_EXT) {
            return Int.of(longOf(tag));
        }
        byte[] digits = new byte[(int) bigLength(tag)];
        boolean negative = in.readUnsignedByte() != 0;
        in.read(digits, 0, digits.length);
        reverse(digits);
        return Int.of(new BigInteger(negative ? -1 : 1, digits));
    }

    /// How many bytes the digits of a big integer take; they and the sign before them are there.
    private long bigLength(int tag) {
        long length = switch (tag) {
            case Tags.SMALL_BIG_EXT -> unsignedByte();
            case Tags.LARGE_BIG_EXT -> unsignedInt();
            default -> throw unexpected("an integer");
        };
        if (length > limits.bigIntegerBytes()) {
            throw malformed(
                    "an integer of " + length + " bytes: the limit bigIntegerBytes is " + limits.bigIntegerBytes());
        }
        need(1 + length);
        return length;
    }

    /// The value of the digits, little endian, as an unsigned number.
    private long magnitude(long digits) {
        long value = 0;
        for (int i = 0; i < digits; i++) {
            long digit = in.readUnsignedByte();
            if (i < Long.BYTES) {
                value |= digit << Byte.SIZE * i;
            } else if (digit != 0) {
                throw malformed("the integer does not fit into 64 bits");
            }
        }
        return value;
    }

    private static void reverse(byte[] bytes) {
        for (int low = 0, high = bytes.length - 1; low < high; low++, high--) {
            byte swap = bytes[low];
            bytes[low] = bytes[high];
            bytes[high] = swap;
        }
    }

    double doubleOf(int tag) {
        double value = switch (tag) {
            case Tags.NEW_FLOAT_EXT -> {
                need(Double.BYTES);
                yield in.readDouble();
            }
            case Tags.FLOAT_EXT -> floatText();
            default -> throw unexpected("a float");
        };
        if (!Double.isFinite(value)) {
            throw malformed("a float is neither NaN nor infinite (protocol section c.3)");
        }
        return value;
    }

    private double floatText() {
        byte[] bytes = copy(FLOAT_EXT_BYTES);
        int length = FloatText.length(bytes);
        if (length < 0) {
            throw malformed("the text of a float is digits, a point, digits and perhaps an exponent");
        }
        return Double.parseDouble(new String(bytes, 0, length, StandardCharsets.US_ASCII));
    }

    Atom atom(int tag) {
        return switch (tag) {
            case Tags.SMALL_ATOM_UTF8_EXT -> utf8Atom(unsignedByte());
            case Tags.ATOM_UTF8_EXT -> utf8Atom(unsignedShort());
            case Tags.SMALL_ATOM_EXT -> latin1Atom(unsignedByte());
            case Tags.ATOM_EXT -> latin1Atom(unsignedShort());
            // An atom cache, once there is one, answers here.
            case Tags.ATOM_CACHE_REF ->
                throw malformed("the atom cache was not agreed on in the handshake (protocol section b.4)");
            default -> throw unexpected("an atom");
        };
    }

    private Atom utf8Atom(int length) {
        readText(length);
        try {
            return AtomTable.atom(text, length);
        } catch (IllegalArgumentException e) {
            throw malformed(e.getMessage() + " (protocol section c.3)");
        }
    }

    private Atom latin1Atom(int length) {
        readText(length);
        if (length > Atom.MAX_CHARACTERS) {
            throw malformed("an atom has at most 255 characters (protocol section c.3)");
        }
        for (int i = 0; i < length; i++) {
            if (text[i] < 0) {
                return Atom.of(new String(text, 0, length, StandardCharsets.ISO_8859_1));
            }
        }
        return AtomTable.atom(text, length);
    }

    private void readText(int length) {
        need(length);
        if (length > text.length) {
            text = new byte[Math.max(length, 64)];
        }
        in.read(text, 0, length);
    }

    Pid pid(int tag) {
        return switch (tag) {
            case Tags.NEW_PID_EXT -> new Pid(readAtom(), signedInt(), signedInt(), signedInt());
            case Tags.PID_EXT -> new Pid(readAtom(), signedInt(), signedInt(), unsignedByte());
            default -> throw unexpected("a pid");
        };
    }

    Port port(int tag) {
        return switch (tag) {
            case Tags.V4_PORT_EXT -> {
                Atom node = readAtom();
                need(Long.BYTES);
                yield new Port(node, in.readLong(), signedInt());
            }
            case Tags.NEW_PORT_EXT -> new Port(readAtom(), unsignedInt(), signedInt());
            case Tags.PORT_EXT -> new Port(readAtom(), unsignedInt(), unsignedByte());
            default -> throw unexpected("a port");
        };
    }

    Ref ref(int tag) {
        if (tag == Tags.REFERENCE_EXT) {
            Atom node = readAtom();
            int word = signedInt();
            return Ref.of(node, unsignedByte(), word);
        }
        if (tag != Tags.NEWER_REFERENCE_EXT && tag != Tags.NEW_REFERENCE_EXT) {
            throw unexpected("a reference");
        }
        int length = unsignedShort();
        if (length == 0 || length > Ref.MAX_WORDS) {
            throw malformed("a reference has 1 to 5 words, not " + length + " (protocol section c.3)");
        }
        Atom node = readAtom();
        int creation = tag == Tags.NEWER_REFERENCE_EXT ? signedInt() : unsignedByte();
        int[] words = new int[length];
        for (int i = 0; i < length; i++) {
            words[i] = signedInt();
        }
        return Ref.of(node, creation, words);
    }

    Binary binary(int tag) {
        long length = switch (tag) {
            case Tags.BINARY_EXT, Tags.BIT_BINARY_EXT -> unsignedInt();
            default -> throw unexpected("a binary");
        };
        if (tag == Tags.BINARY_EXT) {
            return length == 0 ? Binary.EMPTY : Binary.wrap(keep(length));
        }
        int lastBits = unsignedByte();
        if (lastBits < 1 || lastBits > Byte.SIZE || length == 0) {
            throw malformed("a bit string has 1 to 8 bits in its last byte (protocol section c.3), not " + lastBits
                    + " in the last of " + length);
        }
        return Binary.wrapBits(clearUnused(keep(length), lastBits), lastBits);
    }

    /// As the BEAM does: bits beyond the last one may be set, but do not count.
    private static MemorySegment clearUnused(MemorySegment bytes, int lastBits) {
        long last = bytes.byteSize() - 1;
        byte value = bytes.get(ValueLayout.JAVA_BYTE, last);
        byte used = (byte) (value & -1 << Byte.SIZE - lastBits);
        if (value == used) {
            return bytes;
        }
        MemorySegment copy = MemorySegment.ofArray(bytes.toArray(ValueLayout.JAVA_BYTE));
        copy.set(ValueLayout.JAVA_BYTE, last, used);
        return copy;
    }

    ExternalFun externalFun() {
        Atom module = readAtom();
        Atom function = readAtom();
        int arity = readInt();
        if (arity < 0 || arity > 255) {
            throw malformed("a fun has 0 to 255 arguments, not " + arity);
        }
        return new ExternalFun(module, function, arity);
    }

    LocalFun localFun() {
        long bodyStart = position() + Integer.BYTES;
        long bodySize = funBodySize();
        MemorySegment body = keep(bodySize);
        TermReader inner = new TermReader(Bytes.of(List.of(body)).open(), limits, bodyStart);
        return inner.funBody(body);
    }

    private LocalFun funBody(MemorySegment body) {
        need(1 + FUN_UNIQ_BYTES);
        int arity = unsignedByte();
        MemorySegment uniq = MemorySegment.ofArray(copy(FUN_UNIQ_BYTES));
        int index = signedInt();
        int free = count(unsignedInt(), 0);
        Atom module = readAtom();
        long oldIndex = readLong();
        long oldUniq = readLong();
        Pid creator = readPid();
        MemorySegment environment = body.asSlice(in.position());
        new TermSkipper(this).skip(free);
        if (in.remaining() > 0) {
            throw malformed("a fun ends " + in.remaining() + " bytes before its Size says (protocol section c)");
        }
        return new LocalFun(
                module,
                arity,
                index,
                Binary.wrap(uniq),
                oldIndex,
                oldUniq,
                creator,
                free,
                Binary.wrap(environment),
                Binary.wrap(body));
    }

    /// How many bytes follow the Size field of a closure.
    long funBodySize() {
        long size = unsignedInt();
        if (size < Integer.BYTES) {
            throw malformed("the Size of a fun counts its own four bytes (protocol section c), so it is not " + size);
        }
        need(size - Integer.BYTES);
        return size - Integer.BYTES;
    }

    /// Passes over what stands before the bound values of a closure.
    ///
    /// @return how many bound values follow
    int skipFunHeader() {
        skipBytes(1 + FUN_UNIQ_BYTES + Integer.BYTES);
        int free = count(unsignedInt(), 0);
        readAtom();
        readLong();
        readLong();
        readPid();
        requireTerms(free);
        return free;
    }

    void skipBytes(long length) {
        need(length);
        in.skip(length);
    }

    int unsignedByte() {
        need(Byte.BYTES);
        return in.readUnsignedByte();
    }

    int unsignedShort() {
        need(Short.BYTES);
        return in.readUnsignedShort();
    }

    long unsignedInt() {
        return Integer.toUnsignedLong(signedInt());
    }

    int signedInt() {
        need(Integer.BYTES);
        return in.readInt();
    }

    private byte[] copy(int length) {
        need(length);
        byte[] bytes = new byte[length];
        in.read(bytes, 0, length);
        return bytes;
    }

    private MemorySegment keep(long length) {
        need(length);
        if (length >= SMALLEST_SLICE && length * MESSAGE_PER_SLICE >= total) {
            return in.readSegment(length);
        }
        return MemorySegment.ofArray(copy((int) length));
    }

    private void need(long bytes) {
        if (bytes > in.remaining()) {
            throw malformed("the bytes end inside a term: " + bytes + " are needed, " + in.remaining() + " are left");
        }
    }

    /// For a term that is not what the caller asked for, or none at all.
    MalformedTermException unexpected(String wanted) {
        return malformed(
                switch (tag) {
                    case Tags.LOCAL_EXT -> "a term in local form means something only to the node that made it";
                    case Tags.FUN_EXT -> "closures in the form from before OTP 23 are not read any more";
                    case Tags.COMPRESSED -> "a compressed term stands only directly after the version byte";
                    default -> "this is not " + wanted;
                });
    }

    MalformedTermException malformed(String what) {
        return malformed(what, start, tag);
    }

    MalformedTermException malformed(String what, long offset, int tagThere) {
        return new MalformedTermException(what, offset, tagThere);
    }

    /// Where the term being read starts.
    long start() {
        return start;
    }
}
