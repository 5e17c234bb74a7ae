package org.sunda.bench;

import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.binary;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.list;
import static org.sunda.term.Terms.map;
import static org.sunda.term.Terms.real;
import static org.sunda.term.Terms.tuple;

import com.ericsson.otp.erlang.OtpErlangDecodeException;
import com.ericsson.otp.erlang.OtpErlangList;
import com.ericsson.otp.erlang.OtpErlangObject;
import com.ericsson.otp.erlang.OtpInputStream;
import com.ericsson.otp.erlang.OtpOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.sunda.etf.ExternalTerm;
import org.sunda.term.ListTerm;
import org.sunda.term.Term;

/// Whole terms to bytes and back, beside Jinterface: a small request, and an answer of 1,000 rows.
///
/// Each side builds its own tree of the same bytes. `java -jar bench/target/sunda-bench.jar Codec`
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class CodecBenchmark {
    /// Which term.
    @Param
    public Sample sample = Sample.REQUEST;

    private byte[] bytes = {};
    private Term term = ListTerm.of(List.of());
    private OtpErlangObject foreign = new OtpErlangList();

    /// What goes over the wire.
    public enum Sample {
        /// `{query, Sql, Params}`.
        REQUEST,
        /// `{ok, #{columns => ..., rows => ..., num_rows => 1000}}`.
        ROWS;

        Term term() {
            return switch (this) {
                case REQUEST ->
                    tuple(
                            atom("query"),
                            binary("SELECT id, name, price FROM goods WHERE id < ? AND name > ?"),
                            list(integer(4711), binary("Sunda")));
                case ROWS ->
                    tuple(
                            atom("ok"),
                            map(
                                    atom("columns"), list(binary("ID"), binary("NAME"), binary("PRICE")),
                                    atom("rows"), rows(1000),
                                    atom("num_rows"), integer(1000)));
            };
        }

        private static Term rows(int count) {
            List<Term> rows = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                rows.add(tuple(integer(i * 1000L), binary("the name of number " + i), real(i / 7.0)));
            }
            return ListTerm.of(rows);
        }
    }

    /// Makes the term of both sides from the same bytes.
    @Setup
    public void prepare() throws OtpErlangDecodeException {
        bytes = ExternalTerm.encode(sample.term());
        term = ExternalTerm.decode(bytes);
        foreign = new OtpInputStream(bytes).read_any();
    }

    /// Sunda, term to bytes.
    @Benchmark
    public byte[] sundaEncode() {
        return ExternalTerm.encode(term);
    }

    /// Sunda, bytes to term.
    @Benchmark
    public Term sundaDecode() {
        return ExternalTerm.decode(bytes);
    }

    /// Jinterface, term to bytes.
    @Benchmark
    public byte[] jinterfaceEncode() {
        return new OtpOutputStream(foreign).toByteArray();
    }

    /// Jinterface, bytes to term.
    @Benchmark
    public OtpErlangObject jinterfaceDecode() throws OtpErlangDecodeException {
        return new OtpInputStream(bytes).read_any();
    }
}
