package org.sunda.term;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A binary or, when the last byte is not used whole, a bit string. Its bytes are shared, not copied, and nobody may
/// change them once they are here.
public final class Binary implements Term {
    /// The binary `<<>>`.
    public static final Binary EMPTY = wrap(new byte[0]);

    /// The bytes, when they are all of an array: most binaries are small, and a segment takes more than their bytes.
    private final byte @Nullable [] array;

    /// The bytes otherwise.
    private final @Nullable MemorySegment segment;

    private final int lastBits;

    private Binary(byte @Nullable [] array, @Nullable MemorySegment segment, int lastBits) {
        this.array = array;
        this.segment = segment;
        this.lastBits = lastBits;
    }

    /// A binary of a copy of those bytes.
    public static Binary copyOf(byte[] bytes) {
        return wrap(bytes.clone());
    }

    /// A binary of those very bytes, which now belong to it.
    public static Binary wrap(byte[] bytes) {
        return new Binary(bytes, null, Byte.SIZE);
    }

    /// A binary of those very bytes, which now belong to it.
    public static Binary wrap(MemorySegment bytes) {
        return new Binary(null, bytes.asReadOnly(), Byte.SIZE);
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
        return new Binary(null, bytes.asReadOnly(), lastBits);
    }

    /// The binary whose bytes are the text in UTF-8.
    public static Binary utf8(String text) {
        return wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    /// How many bytes there are, one only partly used included.
    public long byteSize() {
        return array != null ? array.length : bytes().byteSize();
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

    /// The bytes themselves, read-only.
    public MemorySegment bytes() {
        return segment != null
                ? segment
                : MemorySegment.ofArray(Objects.requireNonNull(array)).asReadOnly();
    }

    /// Lends all bytes to a sink, when they are in an array.
    ///
    /// @return whether they are
    public boolean lendTo(ByteSink sink) {
        if (array == null) {
            return false;
        }
        sink.write(array, 0, array.length);
        return true;
    }

    /// A copy of the bytes.
    public byte[] toByteArray() {
        return array != null ? array.clone() : bytes().toArray(ValueLayout.JAVA_BYTE);
    }

    /// The bytes as UTF-8 text; what is not UTF-8 becomes U+FFFD.
    public String text() {
        return new String(array != null ? array : toByteArray(), StandardCharsets.UTF_8);
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
}
