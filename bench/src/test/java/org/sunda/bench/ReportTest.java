package org.sunda.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static final Run RUN = new Run("codec", "./sunda bench codec", false, Map.of("JVM", "a \"good\" one"));

    private final Comparison comparison = new Comparison(
            "encode",
            List.of(
                    new Series("Sunda", List.of(new Sample(10e6, 11e6, 0), new Sample(12e6, 13e6, 0)), null),
                    new Series("Jinterface", List.of(Sample.ofNanos(100e6), Sample.ofNanos(120e6)), null),
                    new Series("weak", List.of(), "gives up")));

    private final Report report = new Report(
            List.of(Section.of("R1", "Two lists.", List.of(comparison), List.of("Jinterface"))),
            List.of(
                    Target.atLeast("R1 encode", 10, comparison.faster("Sunda", "Jinterface")),
                    Target.atMost("R1 there and back", 1.15, 2),
                    Target.atMostBytes("garbage", 0, 0.4),
                    Target.atLeast("weak", 1, comparison.faster("weak", "Jinterface"))));

    @Test
    void shouldPrintTablesThatAreReadAsTheyAre() {
        assertThat(report.markdown(RUN)).isEqualTo("""
                # `./sunda bench codec`

                - JVM: a "good" one

                ## R1

                Two lists.

                | task   | by         |    time | from - to         | CPU time | garbage | against Jinterface |
                | ------ | ---------- | ------: | ----------------- | -------: | ------: | -----------------: |
                | encode | Sunda      | 11.0 ms | 10.0 ms - 12.0 ms |  12.0 ms |     0 B |             10.0 x |
                | encode | Jinterface |  110 ms | 100 ms - 120 ms   |        - |       - |                  - |
                | encode | weak       |       - | gives up          |        - |       - |                  - |

                ## Targets

                | target            | wanted          | reached | verdict |
                | ----------------- | --------------- | ------: | ------- |
                | R1 encode         | at least 10.0 x |  10.0 x | met     |
                | R1 there and back | at most 1.15 x  |  2.00 x | missed  |
                | garbage           | at most 0 B     |     0 B | met     |
                | weak              | at least 1.00 x |       - | missed  |
                """);
    }

    @Test
    void shouldWriteEveryRoundWhenAskedForJson() {
        String json = report.json(RUN);

        assertThat(json)
                .contains("\"JVM\": \"a \\\"good\\\" one\"")
                .contains("\"quick\": false")
                .contains("\"rounds\": [1.00000e+07, 1.20000e+07]")
                .contains("\"failure\": \"gives up\"")
                .contains("\"Jinterface\": 10.0000")
                .contains("\"nanos\": null")
                .contains("\"met\": true");
    }
}
