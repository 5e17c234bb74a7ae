package org.sunda.mapper;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.sunda.etf.TermWriter;
import org.sunda.term.Atom;
import org.sunda.term.Term;

/// Writes bytes, without a tree.
final class WriterSink extends Sink {
    private final TermWriter writer;

    WriterSink(TermWriter writer, int mostDepth) {
        super(mostDepth);
        this.writer = writer;
    }

    @Override
    void integer(long value) {
        writer.writeLong(value);
    }

    @Override
    void integer(BigInteger value) {
        writer.writeInteger(value);
    }

    @Override
    void real(double value) {
        writer.writeDouble(value);
    }

    @Override
    void atom(Atom atom) {
        writer.writeAtom(atom);
    }

    @Override
    void binary(byte[] bytes) {
        writer.writeBinary(bytes);
    }

    @Override
    void copyOf(byte[] bytes) {
        writer.writeBinary(bytes);
    }

    @Override
    void charlist(String text) {
        if (text.chars().allMatch(c -> c <= 0xff)) {
            writer.writeString(text.getBytes(StandardCharsets.ISO_8859_1));
            return;
        }
        writer.writeListHeader(text.codePointCount(0, text.length()));
        text.codePoints().forEach(writer::writeLong);
        writer.writeNil();
    }

    @Override
    void term(Term term) {
        writer.writeTerm(term);
    }

    @Override
    void tuple(int arity) {
        writer.writeTupleHeader(arity);
    }

    @Override
    void list(int length) {
        writer.writeListHeader(length);
    }

    @Override
    void map(int size) {
        writer.writeMapHeader(size);
    }

    @Override
    void leave() {}

    @Override
    void leaveList() {
        writer.writeNil();
    }
}
