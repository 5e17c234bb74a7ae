package org.sunda.bench.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TIOStreamTransport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Rivals are compared fairly only when each of them keeps every byte.
class SinkTest {
    private static final long TOTAL = 300 * 1024;

    static Stream<Kind> portions() {
        return Arrays.stream(Kind.values()).filter(kind -> kind.takes(Load.BYTES_16));
    }

    static Stream<Kind> structures() {
        return Arrays.stream(Kind.values()).filter(kind -> kind.takes(Load.THRIFT));
    }

    @ParameterizedTest
    @MethodSource("portions")
    void shouldKeepEveryByteWhenWrittenInPortions(Kind kind) throws Exception {
        try (Sink sink = kind.open()) {
            byte[] portion = new byte[16];
            for (int i = 0; i < TOTAL / portion.length; i++) {
                portion[0] = (byte) i;
                sink.write(portion);
            }
            sink.finish();
            assertThat(sink.size()).isEqualTo(TOTAL);
            Sink.Source source = sink.source();
            byte[] found = new byte[16];
            for (int i = 0; i < TOTAL / portion.length; i++) {
                source.read(found);
                assertThat(found[0]).isEqualTo((byte) i);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("structures")
    void shouldKeepAWholeStructureWhenThriftWritesIt(Kind kind) throws Exception {
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        try (Sink sink = kind.open();
                Watch watch = new Watch(kind, TOTAL)) {
            ThriftRows rows = new ThriftRows(TOTAL, watch);
            rows.write(new TBinaryProtocol(new TIOStreamTransport(expected)));
            sink.write(rows);
            sink.finish();
            assertThat(sink.size()).isEqualTo(expected.size()).isBetween(TOTAL, TOTAL + 2 * ThriftRows.ROW_BYTES);
        }
    }
}
