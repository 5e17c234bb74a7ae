package org.sunda.etf;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import org.sunda.memory.Output;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.ByteList;
import org.sunda.term.ByteSink;
import org.sunda.term.ExternalFun;
import org.sunda.term.LocalFun;
import org.sunda.term.Pid;
import org.sunda.term.Port;
import org.sunda.term.RecordTerm;
import org.sunda.term.Ref;
import org.sunda.term.Term;

/// Writes terms in the external term format (protocol section c), with the tags that a BEAM of OTP 26
/// and newer chooses: whole terms, or a header and then what stands in it. Whoever writes a header
/// writes as many terms as it announces.
///
/// A term that the format cannot carry ends in [IllegalArgumentException]; what was written before it
/// stays in the output, so write each message into an output of its own. For one thread at a time.
public final class TermWriter {
    static final int LONGEST_STRING_EXT = 0xffff;
    private static final long LONGEST = 0xffff_ffffL;
    private static final int SHORT_TEXT = 64;

    private final Output out;
    private final AtomReferences references;

    /// What lends its bytes writes them by these, without a copy between.
    private final ByteSink sink;

    private final ByteSink strings = this::writeString;

    private @Nullable TermEncoder encoder;
    private byte[] scratch = new byte[0];

    /// A writer that appends.
    public TermWriter(Output out) {
        this(out, AtomReferences.NONE);
    }

    /// A writer that appends, and writes references in place of the atoms that stand in the header of
    /// the message.
    public TermWriter(Output out, AtomReferences references) {
        this.out = out;
        this.references = references;
        this.sink = out::write;
    }

    /// Writes the version byte 131.
    public void writeVersion() {
        out.writeByte(Tags.VERSION);
    }

    /// Opens a tuple: `arity` elements must follow.
    public void writeTupleHeader(int arity) {
        requireCount(arity);
        if (arity <= 0xff) {
            out.writeShort(Tags.SMALL_TUPLE_EXT << Byte.SIZE | arity);
        } else {
            writeTagAndInt(Tags.LARGE_TUPLE_EXT, arity);
        }
    }

    /// Opens a list: `length` elements must follow and then the tail, which is [#writeNil] for a proper
    /// list. Of no elements only the tail is written.
    public void writeListHeader(int length) {
        requireCount(length);
        if (length > 0) {
            writeTagAndInt(Tags.LIST_EXT, length);
        }
    }

    /// Opens a list whose length will be known only at its end: elements must follow, and then
    /// [#closeList] with what this returns.
    public long openList() {
        long start = out.position();
        writeTagAndInt(Tags.LIST_EXT, 0);
        return start;
    }

    /// Ends a list that [#openList] began in the same output, which has not been taken since.
    ///
    /// @param start what [#openList] returned
    /// @param length how many elements were written: up to 2^32 - 1
    public void closeList(long start, long length) {
        if (length < 0 || length > LONGEST) {
            throw new IllegalArgumentException(
                    length + " elements: the length of a list has 32 bits (protocol section c)");
        }
        out.patchInt(start + 1, (int) length);
        writeNil();
    }

    /// Writes `[]`.
    public void writeNil() {
        out.writeByte(Tags.NIL_EXT);
    }

    /// Opens a map: `size` times a key and its value must follow. A key must not come twice.
    public void writeMapHeader(int size) {
        requireCount(size);
        writeTagAndInt(Tags.MAP_EXT, size);
    }

    /// Writes an integer.
    public void writeLong(long value) {
        if (value >= 0 && value <= 0xff) {
            out.writeShort(Tags.SMALL_INTEGER_EXT << Byte.SIZE | (int) value);
        } else if (value == (int) value) {
            writeTagAndInt(Tags.INTEGER_EXT, (int) value);
        } else {
            writeDigits(value < 0, Math.abs(value));
        }
    }

    /// Writes an integer from 0 to 2^64 - 1, given its 64 bits.
    public void writeUnsignedLong(long bits) {
        if (bits >= 0) {
            writeLong(bits);
        } else {
            writeDigits(false, bits);
        }
    }

    /// Writes an integer.
    public void writeInteger(BigInteger value) {
        if (value.bitLength() < Long.SIZE) {
            writeLong(value.longValue());
            return;
        }
        byte[] digits = IntegerReader.reversed(value.abs().toByteArray());
        int length = digits[digits.length - 1] == 0 ? digits.length - 1 : digits.length;
        if (length <= 0xff) {
            out.writeShort(Tags.SMALL_BIG_EXT << Byte.SIZE | length);
        } else {
            writeTagAndInt(Tags.LARGE_BIG_EXT, length);
        }
        out.writeByte(value.signum() < 0 ? 1 : 0);
        out.write(digits, 0, length);
    }

    private void writeTagAndInt(int tag, int value) {
        out.writeLow((long) tag << Integer.SIZE | Integer.toUnsignedLong(value), 1 + Integer.BYTES);
    }

    private void writeDigits(boolean negative, long magnitude) {
        int length = Long.BYTES - Long.numberOfLeadingZeros(magnitude) / Byte.SIZE;
        out.writeLow(Tags.SMALL_BIG_EXT << 2 * Byte.SIZE | length << Byte.SIZE | (negative ? 1 : 0), 3);
        out.writeLow(Long.reverseBytes(magnitude) >>> Long.SIZE - length * Byte.SIZE, length);
    }

    /// Writes a float.
    ///
    /// @throws IllegalArgumentException for NaN and infinities, on which a BEAM would close the connection
    public void writeDouble(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(
                    value + " is not an Erlang float: there is no NaN and no infinity (protocol section c.3)");
        }
        out.writeByte(Tags.NEW_FLOAT_EXT);
        out.writeDouble(value);
    }

    /// Writes an atom.
    public void writeAtom(Atom atom) {
        int reference = references.of(atom);
        if (reference >= 0) {
            out.writeShort(Tags.ATOM_CACHE_REF << Byte.SIZE | reference);
            return;
        }
        int length = atom.utf8Length();
        if (length <= 0xff) {
            out.writeShort(Tags.SMALL_ATOM_UTF8_EXT << Byte.SIZE | length);
        } else {
            out.writeLow(Tags.ATOM_UTF8_EXT << Short.SIZE | length, 1 + Short.BYTES);
        }
        atom.writeUtf8(sink);
    }

    /// Writes a pid.
    public void writePid(Pid pid) {
        out.writeByte(Tags.NEW_PID_EXT);
        writeAtom(pid.node());
        out.writeInt(pid.id());
        out.writeInt(pid.serial());
        out.writeInt(pid.creation());
    }

    /// Writes a port.
    public void writePort(Port port) {
        out.writeByte(Tags.V4_PORT_EXT);
        writeAtom(port.node());
        out.writeLong(port.id());
        out.writeInt(port.creation());
    }

    /// Writes a reference.
    public void writeRef(Ref ref) {
        out.writeByte(Tags.NEWER_REFERENCE_EXT);
        out.writeShort(ref.wordCount());
        writeAtom(ref.node());
        out.writeInt(ref.creation());
        for (int i = 0; i < ref.wordCount(); i++) {
            out.writeInt(ref.word(i));
        }
    }

    /// Opens a binary: exactly `length` bytes must follow, written to the output itself.
    public void writeBinaryHeader(long length) {
        requireLength(length);
        out.writeByte(Tags.BINARY_EXT);
        out.writeInt((int) length);
    }

    /// Writes a binary of a copy of those bytes.
    public void writeBinary(byte[] bytes) {
        writeBinaryHeader(bytes.length);
        out.write(bytes);
    }

    /// Writes a binary or bit string. Many bytes are not copied but linked: see
    /// [Output#write(MemorySegment)].
    public void writeBinary(Binary binary) {
        if (binary.isBinary()) {
            writeBinaryHeader(binary.byteSize());
        } else {
            requireLength(binary.byteSize());
            out.writeByte(Tags.BIT_BINARY_EXT);
            out.writeInt((int) binary.byteSize());
            out.writeByte(binary.lastBits());
        }
        // A large one is linked instead: see Output.
        if (binary.byteSize() >= Output.SMALLEST_LINKED || !binary.lendTo(sink)) {
            binary.pieces().forEach(out::write);
        }
    }

    /// Writes the list of those bytes, as Erlang sends text.
    public void writeString(byte[] bytes) {
        writeString(bytes, 0, bytes.length);
    }

    void writeString(byte[] bytes, int offset, int length) {
        if (length > LONGEST_STRING_EXT) {
            writeListHeader(length);
            for (int i = 0; i < length; i++) {
                out.writeShort(Tags.SMALL_INTEGER_EXT << Byte.SIZE | bytes[offset + i] & 0xff);
            }
            writeNil();
        } else if (length > 0) {
            out.writeLow(Tags.STRING_EXT << Short.SIZE | length, 1 + Short.BYTES);
            out.write(bytes, offset, length);
        } else {
            writeNil();
        }
    }

    /// Writes a term of any kind, however deep.
    public void writeTerm(Term term) {
        if (encoder == null) {
            encoder = new TermEncoder(this);
        }
        encoder.encode(term);
    }

    void writeExternalFun(ExternalFun fun) {
        out.writeByte(Tags.EXPORT_EXT);
        writeAtom(fun.module());
        writeAtom(fun.function());
        writeLong(fun.arity());
    }

    /// Byte for byte as it came: the node that made it must know it again.
    void writeLocalFun(LocalFun fun) {
        long size = fun.encoded().byteSize() + Integer.BYTES;
        requireLength(size);
        out.writeByte(Tags.NEW_FUN_EXT);
        out.writeInt((int) size);
        out.write(fun.encoded().bytes());
    }

    void writeByteList(ByteList list) {
        list.writeTo(strings);
    }

    void writePacked(PackedList list) {
        writeListHeader(list.size());
        list.writeTo(out);
        writeNil();
    }

    /// Opens a native record: its values must follow.
    void writeRecordHeader(RecordTerm record) {
        out.writeByte(Tags.RECORD_EXT);
        out.writeInt(record.fields().size());
        out.writeByte(record.exported() ? 1 : 0);
        writeAtom(record.module());
        writeAtom(record.name());
        record.fields().forEach(this::writeAtom);
    }

    /// Room for bytes on their way to the output, until the next write.
    byte[] scratch(int length) {
        if (length > scratch.length) {
            scratch = new byte[Math.max(length, SHORT_TEXT)];
        }
        return scratch;
    }

    private static void requireCount(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("a count must not be negative: " + count);
        }
    }

    private static void requireLength(long length) {
        if (length < 0 || length > LONGEST) {
            throw new IllegalArgumentException(
                    length + " bytes: the length of a binary or fun has 32 bits (protocol section c)");
        }
    }
}
