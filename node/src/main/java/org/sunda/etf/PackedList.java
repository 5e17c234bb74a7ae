package org.sunda.etf;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.IntFunction;
import org.sunda.memory.Output;
import org.sunda.term.Binary;
import org.sunda.term.ListTerm;
import org.sunda.term.Term;

/// The elements of a long list of strings and small binaries, left in the bytes that they came in: one `int` for each
/// instead of two or three objects, which would cost more than all else about the list.
///
/// An element is made each time it is asked for, as a copy: whoever keeps one does not keep the message.
final class PackedList implements IntFunction<Term> {
    /// Below this many elements objects of their own are as good.
    static final int SHORTEST = 32;

    /// Where in its piece each element starts, with its tag.
    private final int[] offsets;

    private int size;

    /// Elements lie in one piece of memory as long as the message does.
    private final List<Piece> pieces = new ArrayList<>(1);

    private PackedList(int capacity) {
        offsets = new int[capacity];
    }

    /// The list of those texts, packed; an ordinary one when a text is too long for `STRING_EXT` or has characters
    /// beyond Latin-1.
    static ListTerm of(Collection<String> texts) {
        PackedList list = new PackedList(texts.size());
        Output out = new Output();
        TermWriter writer = new TermWriter(out);
        for (String text : texts) {
            byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
            boolean fits = bytes.length <= TermWriter.LONGEST_STRING_EXT && out.position() < Integer.MAX_VALUE / 2;
            if (!fits || !text.equals(new String(bytes, StandardCharsets.ISO_8859_1))) {
                return ListTerm.of(texts.stream().map(ListTerm::of).toList());
            }
            list.offsets[list.size++] = (int) out.position();
            writer.writeString(bytes);
        }
        byte[] all = out.take().toByteArray();
        list.pieces.add(new Piece(0, all, 0, all.length));
        return ListTerm.lazy(list.size, list);
    }

    /// Whether a list of so many elements, which come next, may be left packed.
    static boolean suits(ByteCursor bytes, int length) {
        if (length < SHORTEST) {
            return false;
        }
        int tag = bytes.peekTag();
        return tag == Tags.STRING_EXT || tag == Tags.BINARY_EXT;
    }

    /// Reads elements until all are read, or one is neither a string nor a small binary, or is not all there.
    static PackedList read(ByteCursor bytes, int length) {
        PackedList list = new PackedList(length);
        while (list.size < length && (list.addPiece(bytes, length) || list.addOne(bytes))) {
            // All is done in the condition.
        }
        return list;
    }

    /// How many elements were read.
    int size() {
        return size;
    }

    private boolean addPiece(ByteCursor bytes, int length) {
        MemorySegment ahead = bytes.ahead();
        long before = bytes.position();
        int count = bytes.passTexts(length - size, offsets, size);
        if (count > 0) {
            add(bytes, ahead.asSlice(0, bytes.position() - before));
            size += count;
        }
        return count > 0;
    }

    private void add(ByteCursor bytes, MemorySegment elements) {
        if (bytes.isWorthSlicing(elements.byteSize()) && elements.heapBase().orElse(null) instanceof byte[] array) {
            int start = (int) elements.address();
            pieces.add(new Piece(size, array, start, start + (int) elements.byteSize()));
        } else {
            byte[] copy = elements.toArray(ValueLayout.JAVA_BYTE);
            pieces.add(new Piece(size, copy, 0, copy.length));
        }
    }

    /// An element that begins in one piece of memory and ends in another.
    private boolean addOne(ByteCursor bytes) {
        byte[] element = bytes.copyText();
        if (element.length == 0) {
            return false;
        }
        pieces.add(new Piece(size, element, 0, element.length));
        offsets[size++] = 0;
        return true;
    }

    /// Writes the elements as they are: large pieces are not even copied.
    void writeTo(Output out) {
        for (Piece piece : pieces) {
            out.write(MemorySegment.ofArray(piece.array).asSlice(piece.start, piece.end - piece.start));
        }
    }

    @Override
    public Term apply(int index) {
        Piece piece = pieceOf(index);
        byte[] array = piece.array;
        int at = piece.start + offsets[index];
        return switch (array[at] & 0xff) {
            case Tags.STRING_EXT -> {
                int length = (array[at + 1] & 0xff) << Byte.SIZE | array[at + 2] & 0xff;
                yield ListTerm.ofBytes(Arrays.copyOfRange(array, at + 3, at + 3 + length));
            }
            case Tags.BINARY_EXT -> {
                int length = array[at + Integer.BYTES] & 0xff;
                yield Binary.wrap(Arrays.copyOfRange(array, at + 5, at + 5 + length));
            }
            default -> ListTerm.nil();
        };
    }

    private Piece pieceOf(int index) {
        int low = 0;
        int high = pieces.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (pieces.get(middle).first <= index) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return pieces.get(low);
    }

    /// Elements that lie in one array: those from `first` on, from `start` to before `end`.
    private static final class Piece {
        final int first;
        final byte[] array;
        final int start;
        final int end;

        Piece(int first, byte[] array, int start, int end) {
            this.first = first;
            this.array = array;
            this.start = start;
            this.end = end;
        }
    }
}
