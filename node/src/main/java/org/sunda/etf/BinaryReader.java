package org.sunda.etf;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Binary;

/// Reads binaries and bit strings.
final class BinaryReader {
    /// What stands in a text for bytes that are not UTF-8, or for itself.
    private static final char REPLACEMENT = '\uFFFD';

    private BinaryReader() {}

    static Binary binary(ByteCursor bytes, int tag) {
        long length = length(bytes, tag);
        if (tag == Tags.BINARY_EXT) {
            return length == 0 ? Binary.EMPTY : bytes.keepBinary(length);
        }
        int lastBits = lastBits(bytes, length);
        return Binary.wrapBits(clearUnused(bytes.keep(length), lastBits), lastBits);
    }

    /// The text that the binary is in UTF-8, or null where it is none.
    static @Nullable String utf8(ByteCursor bytes, int tag) {
        long length = length(bytes, tag);
        if (tag == Tags.BIT_BINARY_EXT && lastBits(bytes, length) < Byte.SIZE) {
            bytes.skip(length);
            return null;
        }
        return bytes.read(bytes.arrayLength(length), BinaryReader::utf8);
    }

    private static @Nullable String utf8(byte[] bytes, int offset, int length) {
        String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) < 0) {
            return text;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, offset, length))
                    .toString();
        } catch (CharacterCodingException _) {
            return null;
        }
    }

    static void skip(ByteCursor bytes, int tag) {
        long length = length(bytes, tag);
        if (tag == Tags.BIT_BINARY_EXT) {
            lastBits(bytes, length);
        }
        bytes.skip(length);
    }

    private static long length(ByteCursor bytes, int tag) {
        if (tag != Tags.BINARY_EXT && tag != Tags.BIT_BINARY_EXT) {
            throw bytes.unexpected("a binary");
        }
        return bytes.unsignedInt();
    }

    private static int lastBits(ByteCursor bytes, long length) {
        int lastBits = bytes.unsignedByte();
        if (lastBits < 1 || lastBits > Byte.SIZE || length == 0) {
            throw bytes.malformed("a bit string has 1 to 8 bits in its last byte (protocol section c.3), not "
                    + lastBits + " in the last of " + length);
        }
        return lastBits;
    }

    /// Bits beyond the last one may be set, but do not count: the BEAM forgets them too.
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
}
