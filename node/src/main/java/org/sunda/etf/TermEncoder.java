package org.sunda.etf;

import java.math.BigInteger;
import java.util.Arrays;
import org.sunda.term.Atom;
import org.sunda.term.BigInt;
import org.sunda.term.Binary;
import org.sunda.term.ByteList;
import org.sunda.term.ExternalFun;
import org.sunda.term.FloatTerm;
import org.sunda.term.LazyList;
import org.sunda.term.ListTerm;
import org.sunda.term.LocalFun;
import org.sunda.term.MapTerm;
import org.sunda.term.Pid;
import org.sunda.term.Port;
import org.sunda.term.RecordTerm;
import org.sunda.term.Ref;
import org.sunda.term.SmallInt;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// Writes whole terms. The outer levels are written by recursion; what is open below them is kept on a stack on the
/// heap, so that no depth is too much.
final class TermEncoder {
    /// More levels than messages usually have, and far fewer than the thread's stack bears.
    private static final int RECURSIONS = 16;

    private static final int ON_STACK = -1;

    private static final int FIRST_LEVELS = 16;

    private final TermWriter writer;

    /// The terms that are being written, outermost first, and which of its elements each comes to next.
    private Term[] open = new Term[FIRST_LEVELS];

    private int[] next = new int[FIRST_LEVELS];
    private int depth;

    TermEncoder(TermWriter writer) {
        this.writer = writer;
    }

    void encode(Term term) {
        depth = 0;
        write(term, RECURSIONS);
    }

    /// Writes a whole term.
    ///
    /// @param recursions how many levels of it may be written by recursion; [#ON_STACK] when it is only to be
    ///     opened
    private void write(Term term, int recursions) {
        switch (term) {
            case SmallInt(long value) -> writer.writeLong(value);
            case Atom atom -> writer.writeAtom(atom);
            case Binary binary -> writer.writeBinary(binary);
            case Tuple tuple -> {
                writer.writeTupleHeader(tuple.arity());
                writeElements(tuple, recursions);
            }
            case Pid pid -> writer.writePid(pid);
            case Ref ref -> writer.writeRef(ref);
            case ByteList bytes -> writer.writeByteList(bytes);
            case ListTerm list -> writeList(list, recursions);
            case MapTerm map -> {
                writer.writeMapHeader(map.size());
                writeElements(map, recursions);
            }
            case FloatTerm(double value) -> writer.writeDouble(value);
            case BigInt(BigInteger value) -> writer.writeInteger(value);
            case Port port -> writer.writePort(port);
            case ExternalFun fun -> writer.writeExternalFun(fun);
            case LocalFun fun -> writer.writeLocalFun(fun);
            case RecordTerm record -> {
                writer.writeRecordHeader(record);
                writeElements(record, recursions);
            }
        }
    }

    private void writeElements(Term container, int recursions) {
        writeElements(container, 0, recursions);
    }

    /// Writes the elements from `first` on.
    private void writeElements(Term container, int first, int recursions) {
        if (recursions == ON_STACK) {
            push(container, first);
        } else if (recursions == 0) {
            push(container, first);
            writeOpen();
        } else {
            int elements = elements(container);
            for (int i = first; i < elements; i++) {
                write(element(container, i), recursions - 1);
            }
        }
    }

    /// Writes what is open, and what opens meanwhile.
    private void writeOpen() {
        while (depth > 0) {
            Term container = open[depth - 1];
            int index = next[depth - 1]++;
            if (index < elements(container)) {
                write(element(container, index), ON_STACK);
            } else {
                depth--;
            }
        }
    }

    private void writeList(ListTerm list, int recursions) {
        if (list.isEmpty()) {
            writer.writeNil();
        } else if (list instanceof LazyList lazy && lazy.source() instanceof PackedList packed) {
            writer.writePacked(packed);
        } else if (!writeAsBytes(list)) {
            writer.writeListHeader(list.size());
            writeElements(list, writeByteLists(list), recursions);
        }
    }

    /// Writes the elements that a list begins with as long as they are byte lists: a list of a million strings is worth
    /// a loop of its own.
    ///
    /// @return how many
    private int writeByteLists(ListTerm list) {
        int index = 0;
        while (index < list.size() && list.get(index) instanceof ByteList bytes) {
            writer.writeByteList(bytes);
            index++;
        }
        return index;
    }

    /// Writes a list of small integers as `STRING_EXT`.
    ///
    /// @return whether it is one; else nothing is written
    private boolean writeAsBytes(ListTerm list) {
        int length = list.size();
        if (length > TermWriter.LONGEST_STRING_EXT || !list.isProper()) {
            return false;
        }
        byte[] bytes = writer.scratch(length);
        for (int i = 0; i < length; i++) {
            if (!(list.get(i) instanceof SmallInt(long value)) || value < 0 || value > 0xff) {
                return false;
            }
            bytes[i] = (byte) value;
        }
        writer.writeString(bytes, 0, length);
        return true;
    }

    private void push(Term container, int first) {
        if (depth == open.length) {
            open = Arrays.copyOf(open, 2 * depth);
            next = Arrays.copyOf(next, 2 * depth);
        }
        open[depth] = container;
        next[depth] = first;
        depth++;
    }

    /// How many terms stand in it, the tail of a list among them.
    private static int elements(Term container) {
        return switch (container) {
            case Tuple tuple -> tuple.arity();
            case ListTerm list -> list.size() + 1;
            case MapTerm map -> 2 * map.size();
            case RecordTerm record -> record.values().size();
            default -> 0;
        };
    }

    private static Term element(Term container, int index) {
        return switch (container) {
            case Tuple tuple -> tuple.element(index);
            case ListTerm list -> index < list.size() ? list.get(index) : list.tail();
            case MapTerm map -> index % 2 == 0 ? map.key(index / 2) : map.value(index / 2);
            case RecordTerm record -> record.values().get(index);
            default -> throw new IllegalStateException("no elements");
        };
    }
}
