package org.sunda.mapper;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs the program of docs/mapper.md.
class GuideTest {
    private static final Pattern PROGRAM = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern PRINTED = Pattern.compile("IO\\.println\\(.*\\);   // (.*)");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void shouldPrintWhatTheGuideSays() throws IOException, InterruptedException, URISyntaxException {
        Matcher guide = PROGRAM.matcher(Files.readString(Path.of("..", "docs", "mapper.md")));
        assertThat(guide.find()).isTrue();
        String program = guide.group(1);
        List<String> expected =
                PRINTED.matcher(program).results().map(line -> line.group(1)).toList();
        assertThat(expected).isNotEmpty();

        assertThat(output(program)).isEqualTo(expected);
    }

    private List<String> output(String program) throws IOException, InterruptedException, URISyntaxException {
        Path source = Files.writeString(folder.resolve("Guide.java"), program);
        Path output = folder.resolve("output");
        Path classes = Path.of(
                Mapper.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Process java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dstdout.encoding=UTF-8",
                        "-cp",
                        classes.toString(),
                        source.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(java.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return Files.readAllLines(output, StandardCharsets.UTF_8);
        } finally {
            java.destroyForcibly();
        }
    }
}
