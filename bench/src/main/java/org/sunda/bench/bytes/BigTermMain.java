package org.sunda.bench.bytes;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.tuple;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.sunda.etf.ExternalTerm;
import org.sunda.etf.Limits;
import org.sunda.etf.TermWriter;
import org.sunda.memory.Allocator;
import org.sunda.memory.Bytes;
import org.sunda.memory.BytesWriter;
import org.sunda.memory.MappedFile;
import org.sunda.memory.Output;
import org.sunda.term.Binary;
import org.sunda.term.ListTerm;
import org.sunda.term.Term;

/// Encodes a term of 4.5 GiB, writes it to a file, maps the file, decodes it and compares: prints the seconds of each
/// step as lines `name=value`.
///
/// The term is `{big, [{N, <<1 KiB>>}, ...], Large, Large, Large}`: 0.75 GiB of small pieces, which are copied into
/// pooled memory, and three binaries of 1.25 GiB, which are linked.
final class BigTermMain {
    /// How long the bytes are.
    static final String SIZE = "size";

    private static final long LARGE = 5L << 28;
    private static final int SMALL = 1024;
    private static final int SMALL_COUNT = 3 << 18;
    private static final long SEED = 4711;

    private long last = System.nanoTime();

    private BigTermMain() {}

    /// The argument is the file, which must not be there yet.
    public static void main(String... arguments) throws IOException {
        new BigTermMain().run(Path.of(arguments[0]));
    }

    private void run(Path file) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            Term term = term(arena);
            step("make");
            Bytes bytes = encode(term);
            step("encode");
            write(bytes, file);
            step("write");
            System.out.println(SIZE + "=" + bytes.size());
            bytes.release();
            last = System.nanoTime();
            read(file, term);
        }
    }

    private static Term term(Arena arena) {
        SplittableRandom random = new SplittableRandom(SEED);
        MemorySegment large = arena.allocate(LARGE);
        for (long at = 0; at < LARGE; at += Long.BYTES) {
            large.set(ValueLayout.JAVA_LONG, at, random.nextLong());
        }
        byte[] small = new byte[SMALL];
        random.nextBytes(small);
        Binary piece = Binary.wrap(small);
        List<Term> rows = new ArrayList<>(SMALL_COUNT);
        for (int i = 0; i < SMALL_COUNT; i++) {
            rows.add(tuple(integer(i), piece));
        }
        Binary binary = Binary.wrap(large.asReadOnly());
        return tuple(atom("big"), ListTerm.of(rows), binary, binary, binary);
    }

    private static Bytes encode(Term term) {
        Output output = new Output(Allocator.shared());
        TermWriter writer = new TermWriter(output);
        writer.writeVersion();
        writer.writeTerm(term);
        return output.take();
    }

    private static void write(Bytes bytes, Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, CREATE_NEW, WRITE)) {
            new BytesWriter(bytes).writeTo(channel);
        }
    }

    private void read(Path file, Term term) throws IOException {
        try (MappedFile mapped = new MappedFile(file)) {
            Term found = ExternalTerm.decode(mapped.bytes(), Limits.DEFAULT);
            step("decode");
            if (!found.equals(term)) {
                throw new IllegalStateException("what was read is not what was written");
            }
            step("compare");
        }
    }

    private void step(String name) {
        long now = System.nanoTime();
        System.out.println(name + "=" + (now - last) / 1e9);
        last = now;
    }
}
