package org.sunda.etf;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.sunda.memory.Bytes;
import org.sunda.memory.Input;
import org.sunda.memory.Output;
import org.sunda.term.ListTerm;
import org.sunda.term.Term;

/// A whole term in external form, with the version byte 131 before it: what `term_to_binary/1` makes and
/// `binary_to_term/1` reads, compressed or not (protocol section c).
public final class ExternalTerm {
    private static final int CHUNK = 16 * 1024;

    private ExternalTerm() {}

    /// The term as bytes.
    ///
    /// @throws IllegalArgumentException when the format cannot carry the term
    /// @throws ArithmeticException when there are more bytes than an array holds: then use [#encodeBytes]
    public static byte[] encode(Term term) {
        return encodeBytes(term).toByteArray();
    }

    /// The term as bytes, large binaries in it not copied.
    ///
    /// @throws IllegalArgumentException when the format cannot carry the term
    public static Bytes encodeBytes(Term term) {
        Output out = new Output();
        TermWriter writer = new TermWriter(out);
        writer.writeVersion();
        writer.writeTerm(term);
        return out.take();
    }

    /// The term as bytes, compressed where that makes it shorter, as `term_to_binary(Term, [compressed])` does.
    ///
    /// @throws IllegalArgumentException when the format cannot carry the term
    /// @throws ArithmeticException when there are more bytes than an array holds
    public static byte[] encodeCompressed(Term term) {
        byte[] plain = encode(term);
        Output out = new Output();
        out.writeByte(Tags.VERSION);
        out.writeByte(Tags.COMPRESSED);
        out.writeInt(plain.length - 1);
        try (Deflater deflater = new Deflater()) {
            deflater.setInput(plain, 1, plain.length - 1);
            deflater.finish();
            byte[] chunk = new byte[CHUNK];
            while (!deflater.finished() && out.position() < plain.length) {
                out.write(chunk, 0, deflater.deflate(chunk));
            }
        }
        return out.position() < plain.length ? out.take().toByteArray() : plain;
    }

    /// The list of those texts as Erlang strings, kept in the form in which it is sent: for many of them that takes
    /// half the memory of one object each, and sending is no more than copying.
    public static ListTerm strings(Collection<String> texts) {
        return PackedList.of(texts);
    }

    /// The term that those bytes are, within [Limits#DEFAULT]. The bytes become part of it: do not change them
    /// afterwards.
    ///
    /// @throws MalformedTermException when they are not a term, or not only a term
    public static Term decode(byte[] bytes) {
        return decode(Bytes.of(bytes), Limits.DEFAULT);
    }

    /// The term that those bytes are. Unlike `binary_to_term/1` this refuses bytes after it; [#read] stops there.
    ///
    /// @throws MalformedTermException when they are not a term within the limits, or not only a term
    public static Term decode(Bytes bytes, Limits limits) {
        Input in = bytes.open();
        Term term = read(in, limits);
        requireEnd(in);
        return term;
    }

    /// Reads one term and leaves the place after it, as where several stand in a file.
    ///
    /// @throws MalformedTermException when there is none within the limits
    public static Term read(Input in, Limits limits) {
        TermReader reader = new TermReader(in, limits);
        reader.readVersion();
        if (reader.peekTag() != Tags.COMPRESSED) {
            return reader.readTerm();
        }
        Input inflated = inflate(in, reader.bytes(), limits).open();
        Term term = new TermReader(inflated, limits).readTerm();
        requireEnd(inflated);
        return term;
    }

    private static void requireEnd(Input in) {
        if (in.remaining() > 0) {
            throw new MalformedTermException(
                    in.remaining() + " bytes stand after the term, where nothing is due", in.position(), -1);
        }
    }

    /// Inflates piece by piece: the size that is claimed is believed only as far as bytes come out.
    private static Bytes inflate(Input in, ByteCursor bytes, Limits limits) {
        bytes.nextTag();
        long size = bytes.unsignedInt();
        if (size > limits.inflatedBytes()) {
            throw bytes.malformed(
                    "a compressed term of " + size + " bytes: the limit inflatedBytes is " + limits.inflatedBytes());
        }
        Output out = new Output();
        try (Inflater inflater = new Inflater()) {
            for (ByteBuffer deflated : in.fork().readRest().toByteBuffers()) {
                inflater.setInput(deflated);
                inflateInto(out, inflater, size);
            }
            if (!inflater.finished() || out.position() != size) {
                throw bytes.malformed("a compressed term ends before or after the " + size + " bytes that it claims");
            }
            in.skip(inflater.getBytesRead());
        } catch (DataFormatException e) {
            throw bytes.malformed("the compressed bytes of a term are not a zlib stream: " + e.getMessage());
        }
        return out.take();
    }

    /// Inflates what the inflater has, but at most one piece more than `size` bytes.
    private static void inflateInto(Output out, Inflater inflater, long size) throws DataFormatException {
        byte[] chunk = new byte[CHUNK];
        while (!inflater.finished() && out.position() <= size) {
            int length = inflater.inflate(chunk);
            if (length == 0) {
                return;
            }
            out.write(chunk, 0, length);
        }
    }
}
