package org.sunda.etf;

import org.sunda.memory.Output;
import org.sunda.term.Atom;
import org.sunda.term.Pid;

/// The smallest closures there are.
final class Closure {
    /// How many bytes one takes that has nothing bound.
    static final int SIZE = 51;

    private Closure() {}

    /// Writes a closure up to its bound values.
    static void write(Output out, int free, int environmentBytes) {
        TermWriter writer = new TermWriter(out);
        out.writeByte(Tags.NEW_FUN_EXT);
        out.writeInt(SIZE - 1 + environmentBytes);
        out.writeByte(1);
        out.write(new byte[16]);
        out.writeInt(2);
        out.writeInt(free);
        writer.writeAtom(Atom.EMPTY);
        writer.writeLong(3);
        writer.writeLong(4);
        writer.writePid(new Pid(Atom.EMPTY, 5, 6, 7));
    }
}
