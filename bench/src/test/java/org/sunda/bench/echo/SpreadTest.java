package org.sunda.bench.echo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpreadTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void shouldTellHowTheTimesOfAFileAreSpread() throws Exception {
        ByteBuffer times = ByteBuffer.allocate(100 * Long.BYTES);
        for (long i = 1; i <= 100; i++) {
            times.putLong(i * 1_000);
        }

        Histogram read = Spread.read(Files.write(folder.resolve("times"), times.array()));

        assertThat(Spread.section("title", "", Map.of("Sunda", read)).table().rows())
                .hasSize(1)
                .first()
                .asString()
                .isEqualTo("[Sunda, 50.5 us, 50.0 us, 90.0 us, 99.0 us, 100 us, 100 us, 100]");
    }
}
