package org.sunda.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@Timeout(60)
class RingCommandTest {
    private final StringWriter output = new StringWriter();
    private final StringWriter errors = new StringWriter();
    private final CommandLine command =
            Main.commandLine().setOut(new PrintWriter(output)).setErr(new PrintWriter(errors));

    @Test
    void shouldTellSizeAndTimesWhenTheNumberHasGoneRound() {
        assertThat(command.execute("ring", "3", "1000")).isZero();

        assertThat(output.toString().lines())
                .satisfiesExactly(
                        line -> assertThat(line).matches("ring kind=reactive n=10000 size_bytes=\\d+"),
                        line -> assertThat(line)
                                .matches("ring kind=reactive n=3 m=1000 spawn_ns=\\d+\\.\\d msg_ns=\\d+\\.\\d"));
        assertThat(errors.toString()).isEmpty();
    }

    @Test
    void shouldTellTheKindWhenProcessesBlock() {
        assertThat(command.execute("ring", "2", "10", "--blocking")).isZero();

        assertThat(output.toString()).contains("\nring kind=blocking n=2 m=10 spawn_ns=");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 5, 'N is 1 to 4,000,000, not 0'",
        "-3, 5, 'N is 1 to 4,000,000, not -3'",
        "4000001, 5, 'N is 1 to 4,000,000, not 4000001'",
        "5, 0, 'M is 1 to 1,000,000,000,000, not 0'",
        "many, 5, 'many'",
        "5, 1.5, '1.5'",
    })
    void shouldSayWhatIsWrongWhenANumberIs(String n, String m, String sentence) {
        assertThat(command.execute("ring", "--", n, m)).isEqualTo(2);

        assertThat(errors.toString()).contains(sentence).hasLineCount(1);
        assertThat(output.toString()).isEmpty();
    }

    @Test
    void shouldSayWhatIsMissingWhenThereIsNoM() {
        assertThat(command.execute("ring", "5")).isEqualTo(2);

        assertThat(errors.toString()).contains("M").hasLineCount(1);
    }
}
