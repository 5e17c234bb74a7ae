package org.sunda.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "2, 2",
        "256, 256",
        "4K, 4096",
        "4k, 4096",
        "40M, 41943040",
        "1.5G, 1610612736",
        "4G, 4294967296"
    })
    void shouldCountBytesWhenASizeIsWritten(String text, long bytes) {
        assertThat(ByteSize.parse(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "2, 2", "1023, 1023", "1024, 1K", "41943040, 40M", "1610612736, 1.5G", "4294967296, 4G"})
    void shouldUseTheLargestUnitWhenASizeIsShown(long bytes, String text) {
        assertThat(ByteSize.text(bytes)).isEqualTo(text);
    }

    @Test
    void shouldKeepTheSizeWhenItIsShownAndReadAgain() {
        for (long bytes = 1; bytes < 1L << 40; bytes *= 2) {
            assertThat(ByteSize.parse(ByteSize.text(bytes))).isEqualTo(bytes);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "K", "-1", "4KB", "much", "NaN", "1e30G"})
    void shouldSayHowToWriteItWhenItIsNoSize(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ByteSize.parse(text))
                .withMessageContaining("'" + text + "'")
                .withMessageContaining("1.5G");
    }
}
