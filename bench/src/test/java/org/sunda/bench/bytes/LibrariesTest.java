package org.sunda.bench.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import com.esotericsoftware.kryo.Kryo;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.smile.databind.SmileMapper;
import com.google.protobuf.ListValue;
import com.google.protobuf.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TIOStreamTransport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sunda.memory.Bytes;
import org.sunda.memory.InputAdapter;
import org.sunda.memory.Output;
import org.sunda.memory.OutputAdapter;
import org.sunda.memory.SharedPool;

/// Libraries that write to streams write to pooled memory, and read from it.
class LibrariesTest {
    private static final List<String> ROWS =
            IntStream.range(0, 50_000).mapToObj(i -> "row " + i + " Ünïcödé").toList();

    private interface Writing {
        void to(OutputAdapter out) throws Exception;
    }

    private interface Reading {
        List<String> from(InputAdapter in) throws Exception;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldReadItsOwnWhenJacksonWrites(boolean binary) throws Exception {
        ObjectMapper mapper = binary ? new SmileMapper() : new ObjectMapper();
        assertSame(out -> mapper.writeValue(out, ROWS), in -> mapper.readValue(in, new TypeReference<>() {}));
    }

    @Test
    void shouldReadItsOwnWhenProtobufWrites() throws Exception {
        ListValue.Builder builder = ListValue.newBuilder();
        ROWS.forEach(row -> builder.addValues(Value.newBuilder().setStringValue(row)));
        assertSame(
                builder.build()::writeTo,
                in -> ListValue.parseFrom(in).getValuesList().stream()
                        .map(Value::getStringValue)
                        .toList());
    }

    @Test
    void shouldReadItsOwnWhenKryoWrites() throws Exception {
        Kryo kryo = new Kryo();
        kryo.register(ArrayList.class);
        assertSame(
                out -> {
                    try (com.esotericsoftware.kryo.io.Output to = new com.esotericsoftware.kryo.io.Output(out)) {
                        kryo.writeObject(to, new ArrayList<>(ROWS));
                    }
                },
                in -> {
                    List<String> rows = new ArrayList<>();
                    try (com.esotericsoftware.kryo.io.Input from = new com.esotericsoftware.kryo.io.Input(in)) {
                        for (Object row : kryo.readObject(from, ArrayList.class)) {
                            rows.add((String) row);
                        }
                    }
                    return rows;
                });
    }

    @Test
    void shouldReadItsOwnWhenThriftWrites() throws Exception {
        assertSame(
                out -> {
                    TProtocol protocol = new TBinaryProtocol(new TIOStreamTransport(out));
                    protocol.writeListBegin(new TList(TType.STRING, ROWS.size()));
                    for (String row : ROWS) {
                        protocol.writeString(row);
                    }
                    protocol.writeListEnd();
                    protocol.getTransport().flush();
                },
                LibrariesTest::readThrift);
    }

    private static List<String> readThrift(InputAdapter in) throws TException {
        TProtocol protocol = new TBinaryProtocol(new TIOStreamTransport(in));
        List<String> rows = new ArrayList<>();
        int size = protocol.readListBegin().size;
        for (int i = 0; i < size; i++) {
            rows.add(protocol.readString());
        }
        return rows;
    }

    private static void assertSame(Writing writing, Reading reading) throws Exception {
        try (SharedPool pool = new SharedPool()) {
            Output output = new Output(pool);
            try (OutputAdapter out = new OutputAdapter(output)) {
                writing.to(out);
            }
            Bytes bytes = output.take();
            assertThat(bytes.size()).isGreaterThan(1_000_000);
            assertThat(pool.counters().liveSegments()).isPositive();

            try (InputAdapter in = new InputAdapter(bytes.open())) {
                assertThat(reading.from(in)).isEqualTo(ROWS);
            }
            bytes.release();
            output.release();
            assertThat(pool.counters().liveSegments()).isZero();
        }
    }
}
