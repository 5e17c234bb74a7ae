package org.sunda.bench.mapper;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.smile.databind.SmileMapper;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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
import org.sunda.etf.Limits;
import org.sunda.etf.TermReader;
import org.sunda.etf.TermWriter;
import org.sunda.mapper.Form;
import org.sunda.mapper.Mapper;
import org.sunda.mapper.TypeRef;
import org.sunda.memory.Bytes;
import org.sunda.memory.Output;

/// A list of 1,000 small records to bytes and back: Sunda by cursor and by tree, Jackson as JSON and as
/// Smile. `java -cp 'bench/target/*:bench/target/lib/*' org.openjdk.jmh.Main Mapper -prof gc`
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class MapperBenchmark {
    private static final int RECORDS = 1000;
    private static final TypeRef<List<Order>> TYPE = new TypeRef<>() {};
    private static final TypeReference<List<Order>> JACKSON_TYPE = new TypeReference<>() {};

    /// As what Sunda writes a record.
    @Param({"RECORD", "MAP"})
    public Form form = Form.RECORD;

    private final List<Order> orders = IntStream.range(0, RECORDS)
            .mapToObj(i -> new Order(i * 1000L, "the name of number " + i, i / 7.0, Status.values()[i % 3]))
            .toList();

    private final ObjectReader jsonReader = JsonMapper.builder().build().readerFor(JACKSON_TYPE);
    private final ObjectWriter jsonWriter = JsonMapper.builder().build().writerFor(JACKSON_TYPE);
    private final ObjectReader smileReader = SmileMapper.builder().build().readerFor(JACKSON_TYPE);
    private final ObjectWriter smileWriter = SmileMapper.builder().build().writerFor(JACKSON_TYPE);

    private Mapper mapper = Mapper.standard();
    private byte[] bytes = {};
    private byte[] json = {};
    private byte[] smile = {};

    /// What happens to an order.
    public enum Status {
        /// Came.
        NEW,
        /// Is paid.
        PAID,
        /// Is on its way.
        IN_TRANSIT
    }

    /// A small record.
    public record Order(long id, String name, double price, Status status) {}

    /// Makes the bytes of all sides.
    @Setup
    public void prepare() throws IOException {
        mapper = Mapper.builder().records(form).build();
        bytes = sundaCursorWrite().toByteArray();
        json = jsonWrite();
        smile = smileWrite();
    }

    /// Sunda, from bytes.
    @Benchmark
    public List<Order> sundaCursorRead() {
        TermReader reader = new TermReader(Bytes.of(bytes).open(), Limits.DEFAULT);
        reader.readVersion();
        return mapper.read(reader, TYPE);
    }

    /// Sunda, from bytes through a tree.
    @Benchmark
    public List<Order> sundaTreeRead() {
        return mapper.fromTerm(ExternalTerm.decode(bytes), TYPE);
    }

    /// Sunda, to bytes.
    @Benchmark
    public Bytes sundaCursorWrite() {
        Output out = new Output();
        TermWriter writer = new TermWriter(out);
        writer.writeVersion();
        mapper.write(orders, TYPE, writer);
        return out.take();
    }

    /// Sunda, through a tree to bytes.
    @Benchmark
    public Bytes sundaTreeWrite() {
        return ExternalTerm.encodeBytes(mapper.toTerm(orders, TYPE));
    }

    /// Jackson, from JSON.
    @Benchmark
    public List<Order> jsonRead() throws IOException {
        return jsonReader.readValue(json);
    }

    /// Jackson, to JSON.
    @Benchmark
    public byte[] jsonWrite() throws IOException {
        return jsonWriter.writeValueAsBytes(orders);
    }

    /// Jackson, from Smile.
    @Benchmark
    public List<Order> smileRead() throws IOException {
        return smileReader.readValue(smile);
    }

    /// Jackson, to Smile.
    @Benchmark
    public byte[] smileWrite() throws IOException {
        return smileWriter.writeValueAsBytes(orders);
    }
}
