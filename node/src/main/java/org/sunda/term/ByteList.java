package org.sunda.term;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// A proper list of integers 0 to 255, one byte each: what `STRING_EXT` carries.
public final class ByteList implements ListTerm {
    private final byte[] bytes;

    ByteList(byte[] bytes) {
        this.bytes = bytes;
    }

    static boolean isLatin1(String text) {
        return text.chars().allMatch(c -> c <= 0xff);
    }

    static ListTerm of(String latin1) {
        return ListTerm.ofBytes(latin1.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public int size() {
        return bytes.length;
    }

    @Override
    public Term get(int index) {
        return SmallInt.of(bytes[index] & 0xff);
    }

    @Override
    public Term tail() {
        return ListTerm.nil();
    }

    /// A copy of the bytes.
    public byte[] toByteArray() {
        return bytes.clone();
    }

    /// Lends all bytes to a sink.
    public void writeTo(ByteSink sink) {
        sink.write(bytes, 0, bytes.length);
    }

    /// The order of the two as lists: the shorter one comes first when the other goes on from it.
    int compareBytes(ByteList other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public Optional<String> text() {
        return Optional.of(new String(bytes, StandardCharsets.ISO_8859_1));
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        return other instanceof ByteList list
                ? Arrays.equals(bytes, list.bytes)
                : other instanceof ListTerm terms && TermOrder.equal(this, terms);
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
