package org.sunda.etf;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.sunda.memory.Output;
import org.sunda.term.Atom;

/// The references to atoms in a part of a message, so that the part can be kept without the message: a
/// closure goes back as it came, when the header that names its atoms is long gone.
final class References {
    /// `ATOM_CACHE_REF` and a number.
    private static final int REFERENCE_BYTES = 2;

    /// @param at where its tag stands in the message
    /// @param growth how much longer the message becomes up to its end, when this one and all before
    ///     are written out
    private record Reference(long at, Atom atom, long growth) {}

    /// A closure inside, whose Size field stands at `at`.
    private record Closure(long at, long end) {}

    private final List<Reference> references = new ArrayList<>();
    private final List<Closure> closures = new ArrayList<>();

    /// The next reference.
    ///
    /// @param at where its tag stands in the message
    void add(long at, Atom atom) {
        int head = atom.utf8Length() <= 0xff ? 2 : 3;
        long before = references.isEmpty() ? 0 : references.getLast().growth;
        references.add(new Reference(at, atom, before + head + atom.utf8Length() - REFERENCE_BYTES));
    }

    /// A closure, in which references may stand.
    ///
    /// @param at where its Size field stands in the message
    void addClosure(long at, long end) {
        closures.add(new Closure(at, end));
    }

    /// How much longer what stands before that place becomes when each atom is written out.
    long growthBefore(long place) {
        int low = 0;
        int high = references.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (references.get(middle).at < place) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 ? 0 : references.get(low - 1).growth;
    }

    /// A part of the message, in which all references stand, with each atom written out.
    ///
    /// @param start where the part starts in the message
    byte[] writeOut(MemorySegment part, long start) {
        Output out = new Output();
        TermWriter writer = new TermWriter(out);
        long done = start;
        for (Reference each : references) {
            out.write(part.asSlice(done - start, each.at - done));
            writer.writeAtom(each.atom);
            done = each.at + REFERENCE_BYTES;
        }
        out.write(part.asSlice(done - start));
        byte[] whole = out.take().toByteArray();
        for (Closure each : closures) {
            mendSize(MemorySegment.ofArray(whole), each, start);
        }
        return whole;
    }

    private void mendSize(MemorySegment whole, Closure closure, long start) {
        long before = growthBefore(closure.at);
        long at = closure.at - start + before;
        ValueLayout.OfInt layout = ByteCursor.INT;
        whole.set(layout, at, (int) (whole.get(layout, at) + growthBefore(closure.end) - before));
    }
}
