package org.sunda.etf;

import org.sunda.memory.Output;

/// Ways to nest a term in itself, written without making the terms.
enum Nesting {
    TUPLE {
        @Override
        void open(TermWriter writer) {
            writer.writeTupleHeader(1);
        }
    },
    LIST {
        @Override
        void open(TermWriter writer) {
            writer.writeListHeader(1);
        }

        @Override
        void close(TermWriter writer) {
            writer.writeNil();
        }
    },
    TAIL_OF_A_TUPLE {
        @Override
        void open(TermWriter writer) {
            writer.writeTupleHeader(2);
            writer.writeLong(1000);
        }
    },
    KEY {
        @Override
        void open(TermWriter writer) {
            writer.writeMapHeader(1);
        }

        @Override
        void close(TermWriter writer) {
            writer.writeNil();
        }
    },
    VALUE {
        @Override
        void open(TermWriter writer) {
            writer.writeMapHeader(1);
            writer.writeNil();
        }
    };

    abstract void open(TermWriter writer);

    void close(TermWriter writer) {}

    /// So many levels around the integer 256, after the version byte.
    byte[] encoded(int levels) {
        Output out = new Output();
        TermWriter writer = new TermWriter(out);
        writer.writeVersion();
        for (int i = 0; i < levels; i++) {
            open(writer);
        }
        writer.writeLong(256);
        for (int i = 0; i < levels; i++) {
            close(writer);
        }
        return out.take().toByteArray();
    }
}
