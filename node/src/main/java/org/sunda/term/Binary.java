package org.sunda.term;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A binary or, when the last byte is not used whole, a bit string. Its bytes are shared, not copied, and nobody may
/// change them once they are here.
public final class Binary implements Term {
    /// The binary `<<>>`.
    public static final Binary EMPTY = wrap(new byte[0]);

    /// The longest array that every virtual machine makes.
    private static final long LONGEST_ARRAY = Integer.MAX_VALUE - 8L;

    /// What holds the bytes: an array, all of it, since most binaries are small and a segment takes more than their
    /// bytes; else a segment; or the pieces in which a long one came, until somebody asks for them as one.
    private final Object content;

    private final int lastBits;

    private Binary(Object content, int lastBits) {
        this.content = content;
        this.lastBits = lastBits;
    }

    /// A binary of a copy of those bytes.
    public static Binary copyOf(byte[] bytes) {
        return wrap(bytes.clone());
    }

    /// A binary of those very bytes, which now belong to it.
    public static Binary wrap(byte[] bytes) {
        return new Binary(bytes, Byte.SIZE);
    }

    /// A binary of those very bytes, which now belong to it.
    public static Binary wrap(MemorySegment bytes) {
        return new Binary(bytes.asReadOnly(), Byte.SIZE);
    }

    /// A binary of the bytes of those very segments, one after the other, which now belong to it.
    public static Binary wrap(List<MemorySegment> pieces) {
        return switch (pieces.size()) {
            case 0 -> EMPTY;
            case 1 -> wrap(pieces.getFirst());
            default -> new Binary(new Pieces(pieces), Byte.SIZE);
        };
    }

    /// A bit string of those very bytes, which now belong to it.
    ///
    /// @param lastBits how many bits of the last byte count, from the top: 1 to 8; the others must be 0
    /// @throws IllegalArgumentException when there is no last byte, or bits beyond the last one are set
    public static Binary wrapBits(MemorySegment bytes, int lastBits) {
        if (lastBits < 1 || lastBits > Byte.SIZE) {
            throw new IllegalArgumentException("the last byte of a bit string has 1 to 8 bits, not " + lastBits);
        }
        if (bytes.byteSize() == 0) {
            throw new IllegalArgumentException("a bit string without bytes has no last byte");
        }
        int unused = bytes.get(ValueLayout.JAVA_BYTE, bytes.byteSize() - 1) & (0xff >> lastBits);
        if (unused != 0) {
            throw new IllegalArgumentException("the unused bits of a bit string must be 0");
        }
        return new Binary(bytes.asReadOnly(), lastBits);
    }

    /// The binary whose bytes are the text in UTF-8.
    public static Binary utf8(String text) {
        return wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    /// How many bytes there are, one only partly used included.
    public long byteSize() {
        return switch (content) {
            case byte[] array -> array.length;
            case Pieces pieces -> pieces.byteSize;
            default -> bytes().byteSize();
        };
    }

    /// How many bits there are.
    public long bitSize() {
        return byteSize() * Byte.SIZE - (Byte.SIZE - lastBits);
    }

    /// How many bits of the last byte count: 8 for a binary.
    public int lastBits() {
        return lastBits;
    }

    /// Whether it is a whole number of bytes, which `is_binary/1` asks.
    public boolean isBinary() {
        return lastBits == Byte.SIZE;
    }

    /// One byte, unsigned.
    public int byteAt(long index) {
        return bytes().get(ValueLayout.JAVA_BYTE, index) & 0xff;
    }

    /// The bytes themselves, read-only. Where they lie in pieces, the first who asks has them joined.
    public MemorySegment bytes() {
        return switch (content) {
            case byte[] array -> MemorySegment.ofArray(array).asReadOnly();
            case Pieces pieces -> pieces.join();
            default -> (MemorySegment) content;
        };
    }

    /// The bytes themselves, read-only, in the pieces in which they lie: a long binary that came over a connection has
    /// several, and is copied by [#bytes], but not by this.
    public List<MemorySegment> pieces() {
        return content instanceof Pieces pieces ? pieces.segments : List.of(bytes());
    }

    /// Lends all bytes to a sink, when they are in an array.
    ///
    /// @return whether they are
    public boolean lendTo(ByteSink sink) {
        if (content instanceof byte[] array) {
            sink.write(array, 0, array.length);
            return true;
        }
        return false;
    }

    /// A copy of the bytes.
    public byte[] toByteArray() {
        return content instanceof byte[] array ? array.clone() : bytes().toArray(ValueLayout.JAVA_BYTE);
    }

    /// The bytes as UTF-8 text; what is not UTF-8 becomes U+FFFD.
    public String text() {
        return new String(content instanceof byte[] array ? array : toByteArray(), StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof Binary binary
                        && lastBits == binary.lastBits
                        && bytes().mismatch(binary.bytes()) < 0;
    }

    @Override
    public int hashCode() {
        return TermHash.of(this);
    }

    @Override
    public String toString() {
        return TermPrinter.print(this);
    }

    private static final class Pieces {
        private final long byteSize;

        /// One when they have been joined. Not volatile: two threads may do that at once, which changes nothing, and
        /// whoever sees a list sees all of it, since it is an immutable one.
        private List<MemorySegment> segments;

        private Pieces(List<MemorySegment> segments) {
            this.segments = segments.stream().map(MemorySegment::asReadOnly).toList();
            this.byteSize = segments.stream().mapToLong(MemorySegment::byteSize).sum();
        }

        private MemorySegment join() {
            List<MemorySegment> all = segments;
            if (all.size() > 1) {
                all = List.of(joined(all));
                segments = all;
            }
            return all.getFirst();
        }

        /// What is too long for an array lies outside the heap until nobody knows it any more.
        private MemorySegment joined(List<MemorySegment> all) {
            MemorySegment whole = byteSize <= LONGEST_ARRAY
                    ? MemorySegment.ofArray(new byte[(int) byteSize])
                    : Arena.ofAuto().allocate(byteSize);
            long at = 0;
            for (MemorySegment each : all) {
                MemorySegment.copy(each, 0, whole, at, each.byteSize());
                at += each.byteSize();
            }
            return whole.asReadOnly();
        }
    }
}
