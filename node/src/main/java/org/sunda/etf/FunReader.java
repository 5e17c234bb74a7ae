package org.sunda.etf;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.sunda.memory.Bytes;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.ExternalFun;
import org.sunda.term.LocalFun;
import org.sunda.term.Pid;

/// Reads funs. A closure means something only to the node that made it: its bytes are kept, and its
/// bound values are passed over, not made.
final class FunReader {
    private static final int UNIQ_BYTES = 16;
    private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

    private FunReader() {}

    static ExternalFun external(TermReader reader) {
        ByteCursor bytes = reader.bytes();
        long start = bytes.start();
        Atom module = reader.readAtom();
        Atom function = reader.readAtom();
        int arity = reader.readInt();
        if (arity < 0 || arity > 255) {
            bytes.backTo(start, Tags.EXPORT_EXT);
            throw bytes.malformed("a fun has 0 to 255 arguments, not " + arity);
        }
        return new ExternalFun(module, function, arity);
    }

    static LocalFun local(TermReader reader) {
        long size = bodySize(reader);
        long start = reader.position();
        MemorySegment body = reader.bytes().keep(size);
        return local(reader.atoms().length == 0 ? body : writtenOut(body, reader, start), reader, start);
    }

    /// The body with each atom in it written out. An atom takes up to five hundred times as many bytes
    /// as a reference to it, so the limit for all that a frame holds is the limit for all closures of a
    /// message too.
    private static MemorySegment writtenOut(MemorySegment body, TermReader reader, long start) {
        TermReader inner = new TermReader(Bytes.of(List.of(body)).open(), reader.limits(), start);
        inner.useAtoms(reader.atoms());
        References references = new References();
        inner.note(references);
        inner.skipTerms(skipHeader(inner));
        long size = body.byteSize() + references.growthBefore(Long.MAX_VALUE);
        if (size > LONGEST_ARRAY || reader.addWrittenOut(size) > reader.limits().frameBytes()) {
            throw reader.bytes()
                    .malformed("with the atoms in its funs written out a message takes more than the limit frameBytes, "
                            + reader.limits().frameBytes() + " bytes");
        }
        return MemorySegment.ofArray(references.writeOut(body, start));
    }

    private static LocalFun local(MemorySegment body, TermReader reader, long start) {
        // Read from what is kept, not from the message: the bound values are then a part of it.
        TermReader inner = new TermReader(Bytes.of(List.of(body)).open(), reader.limits(), start);
        ByteCursor bytes = inner.bytes();
        int arity = bytes.unsignedByte();
        Binary uniq = Binary.wrap(bytes.copy(UNIQ_BYTES));
        int index = bytes.signedInt();
        int free = free(bytes);
        Atom module = inner.readAtom();
        long oldIndex = inner.readLong();
        long oldUniq = inner.readLong();
        Pid creator = inner.readPid();
        Binary environment = Binary.wrap(body.asSlice(inner.position() - start));
        inner.skipTerms(free);
        if (inner.remaining() > 0) {
            throw endsElsewhere(bytes);
        }
        Binary encoded = Binary.wrap(body);
        return new LocalFun(module, arity, index, uniq, oldIndex, oldUniq, creator, free, environment, encoded);
    }

    /// How many bytes follow the Size field of a closure.
    static long bodySize(TermReader reader) {
        ByteCursor bytes = reader.bytes();
        long size = bytes.unsignedInt();
        if (size < Integer.BYTES) {
            throw bytes.malformed(
                    "the Size of a fun counts its own four bytes (protocol section c), so it is not " + size);
        }
        return size - Integer.BYTES;
    }

    /// Passes over what stands before the bound values of a closure.
    ///
    /// @return how many bound values follow
    static int skipHeader(TermReader reader) {
        ByteCursor bytes = reader.bytes();
        bytes.skip(1 + UNIQ_BYTES + Integer.BYTES);
        int free = free(bytes);
        reader.readAtom();
        reader.readLong();
        reader.readLong();
        reader.readPid();
        return free;
    }

    static MalformedTermException endsElsewhere(ByteCursor bytes) {
        return bytes.malformed("a fun does not end where its Size says (protocol section c)");
    }

    private static int free(ByteCursor bytes) {
        long free = bytes.unsignedInt();
        return bytes.count(free, free);
    }
}
