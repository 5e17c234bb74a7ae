package org.sunda.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class MainTest {
    private final CommandLine command = Main.commandLine();
    private final StringWriter errors = new StringWriter();

    MainTest() {
        command.setErr(new PrintWriter(errors));
    }

    @Test
    void shouldKnowWhatToDoWhenAllOptionsAreGiven(@TempDir Path folder) {
        Path json = folder.resolve("codec.json");

        command.parseArgs("codec", "--quick", "--json", json.toString());

        Main main = command.getCommand();
        assertThat(main.suite().name()).isEqualTo("codec");
        assertThat(main.quick()).isTrue();
        assertThat(main.json()).isEqualTo(json);
    }

    @Test
    void shouldBeThoroughWhenNotToldToBeQuick() {
        command.parseArgs("codec");

        Main main = command.getCommand();
        assertThat(main.quick()).isFalse();
        assertThat(main.json()).isNull();
    }

    @Test
    void shouldNameTheBenchmarksThereAreWhenTheNameIsUnknown() {
        assertThat(command.execute("colour")).isEqualTo(2);

        assertThat(errors.toString())
                .startsWith("sunda bench: there is no benchmark 'colour', only codec")
                .hasLineCount(1);
    }

    @Test
    void shouldRefuseAnOptionWhenItIsUnknown() {
        assertThat(command.execute("codec", "--slow")).isEqualTo(2);

        assertThat(errors.toString()).contains("--slow").hasLineCount(1);
    }

    @Test
    void shouldRefuseBeforeMeasuringWhenTheJsonCannotBeWritten(@TempDir Path folder) {
        Path json = folder.resolve("missing").resolve("codec.json");

        assertThat(command.execute("codec", "--json", json.toString())).isEqualTo(2);

        assertThat(errors.toString()).contains("a folder that exists").hasLineCount(1);
    }

    @Test
    void shouldRefuseAChartWhenTheBenchmarkHasNone(@TempDir Path folder) {
        Path chart = folder.resolve("codec.svg");

        assertThat(command.execute("codec", "--quick", "--chart", chart.toString()))
                .isEqualTo(2);

        assertThat(errors.toString()).contains("has no chart").hasLineCount(1);
    }
}
