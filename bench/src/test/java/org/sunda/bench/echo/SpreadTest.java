package org.sunda.bench.echo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpreadTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void shouldTellHowTheTimesOfTheTurnsThatCountAreSpread() throws Exception {
        Spread spread = new Spread(2);
        spread.add("Sunda", times(1_000_000, 1_000_000));
        spread.add("Sunda", times(1, 50));
        spread.add("Sunda", times(51, 100));

        assertThat(spread.percentile("Sunda", 50)).isBetween(50_000.0, 50_100.0);
        assertThat(spread.percentile("nobody", 50)).isNaN();
        assertThat(spread.section("title", "").table().rows())
                .hasSize(1)
                .first()
                .asString()
                .isEqualTo("[Sunda, 50.5 us, 50.0 us, 90.0 us, 99.0 us, 100 us, 100 us, 100]");
    }

    private Path times(int firstMicros, int lastMicros) throws Exception {
        ByteBuffer times = ByteBuffer.allocate((lastMicros - firstMicros + 1) * Long.BYTES);
        for (long i = firstMicros; i <= lastMicros; i++) {
            times.putLong(i * 1_000);
        }
        return Files.write(folder.resolve("times"), times.array());
    }
}
