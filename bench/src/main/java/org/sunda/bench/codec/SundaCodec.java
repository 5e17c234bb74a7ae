package org.sunda.bench.codec;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.sunda.etf.ExternalTerm;
import org.sunda.etf.Limits;
import org.sunda.etf.TermReader;
import org.sunda.etf.TermWriter;
import org.sunda.memory.Bytes;
import org.sunda.memory.Input;
import org.sunda.memory.Output;
import org.sunda.term.ListTerm;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// Sunda's codec.
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SundaCodec {
    /// A benchmark is set up for each turn, and some terms take longer to make than a turn.
    private static final Map<Load, Term> TERMS = new EnumMap<>(Load.class);

    /// Which term.
    @Param
    public Load load = Load.SMALL;

    private Term term = ListTerm.nil();
    private Bytes encoded = Bytes.EMPTY;
    private Term received = ListTerm.nil();
    private final Output reused = new Output();
    private final TermWriter writer = new TermWriter(reused);
    private final Input in = Bytes.EMPTY.open();
    private final TermReader reader = new TermReader(in, Limits.DEFAULT);

    /// JMH makes it.
    public SundaCodec() {}

    /// Makes the term, and its bytes as they come from a file or a socket: in one array.
    @Setup
    public void prepare() {
        synchronized (TERMS) {
            term = TERMS.computeIfAbsent(load, Load::term);
        }
        encoded = Bytes.of(ExternalTerm.encode(term));
        received = ExternalTerm.decode(encoded, Limits.DEFAULT);
    }

    /// Gives the memory back.
    @TearDown
    public void end() {
        reused.release();
    }

    /// Into new memory.
    @Benchmark
    public Bytes encode() {
        return ExternalTerm.encodeBytes(term);
    }

    /// The tree as it is when it was received, or made by [ExternalTerm#strings]: into one array, all of it copied.
    @Benchmark
    public byte[] encodeReceived() {
        return ExternalTerm.encode(received);
    }

    /// Into memory that was used before.
    @Benchmark
    public long encodeReused() {
        writer.writeVersion();
        writer.writeTerm(term);
        long size = reused.position();
        reused.clear();
        return size;
    }

    /// To the tree.
    @Benchmark
    public Term decode() {
        return ExternalTerm.decode(encoded, Limits.DEFAULT);
    }

    /// To the tree, by a reader that was used before.
    @Benchmark
    public Term decodeReused() {
        in.reset(encoded);
        reader.readVersion();
        return reader.readTerm();
    }

    /// There and back, as a message goes.
    @Benchmark
    public Term both() {
        writer.writeVersion();
        writer.writeTerm(term);
        Bytes bytes = reused.take();
        return ExternalTerm.decode(bytes, Limits.DEFAULT);
    }

    /// There and back, read by a reader that was used before.
    @Benchmark
    public Term bothReused() {
        writer.writeVersion();
        writer.writeTerm(term);
        in.reset(reused.take());
        reader.readVersion();
        return reader.readTerm();
    }

    /// To the tree, and each string in it to a Java string.
    @Benchmark
    public int decodeAndRead() {
        return read((Tuple) ExternalTerm.decode(encoded, Limits.DEFAULT));
    }

    static int read(Tuple lists) {
        int characters = 0;
        for (Term list : lists.elements()) {
            for (Term string : (ListTerm) list) {
                characters += ((ListTerm) string).text().orElseThrow().length();
            }
        }
        return characters;
    }

    /// No tree: counts the strings, and passes over all of it, which checks it.
    @Benchmark
    public int scan() {
        in.reset(encoded);
        reader.readVersion();
        int strings = 0;
        for (int lists = reader.readTupleHeader(); lists > 0; lists--) {
            int length = reader.readListHeader();
            reader.skipTerms(length);
            strings += length;
            reader.readNil();
        }
        return strings;
    }

    /// No tree: passes over all of it at once, which checks it.
    @Benchmark
    public long check() {
        in.reset(encoded);
        reader.readVersion();
        reader.skipTerm();
        return reader.remaining();
    }
}
