package org.sunda.bench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessMemoryTest {
    @Test
    void shouldCountInBytesWhenTheLineIsInKilobytes() {
        List<String> lines = List.of("Name:\tjava", "VmHWM:\t   41234 kB", "VmRSS:\t     100 kB");
        assertThat(ProcessMemory.figure(lines, "VmHWM")).isEqualTo(41234L * 1024);
        assertThat(ProcessMemory.figure(lines, "VmRSS")).isEqualTo(100L * 1024);
    }

    @Test
    void shouldNameTheLineWhenItIsMissing() {
        assertThatIllegalStateException()
                .isThrownBy(() -> ProcessMemory.figure(List.of("Name: java"), "VmHWM"))
                .withMessageContaining("VmHWM");
    }
}
