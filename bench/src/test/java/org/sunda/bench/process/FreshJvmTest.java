package org.sunda.bench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreshJvmTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void shouldAnswerTheFiguresWhenTheMainClassPrintsThem() throws Exception {
        assertThat(run("one=1", "noise", "two=a=b")).isEqualTo(Map.of("one", "1", "two", "a=b"));
    }

    @Test
    void shouldAnswerTheFirstLineOfTheErrorWhenTheMainClassFails() throws Exception {
        assertThat(run("fail"))
                .isEqualTo(Map.of(
                        FreshJvm.FAILED,
                        "Exception in thread \"main\" java.lang.IllegalStateException: as it was told to"));
    }

    @Test
    void shouldEndTheProcessWhenItTakesTooLong() throws Exception {
        FreshJvm jvm = new FreshJvm(JvmSpec.ofFlags("-Xmx32m"), folder);
        assertThat(jvm.run(Printing.class, List.of("wait"), Duration.ofSeconds(1)))
                .isEqualTo(Map.of(FreshJvm.FAILED, "gave up after 1 s"));
    }

    @Test
    void shouldAnswerTheExitCodeWhenNothingWasPrinted() {
        assertThat(FreshJvm.ending(137, List.of())).isEqualTo("ended with exit code 137");
    }

    private Map<String, String> run(String... arguments) throws Exception {
        FreshJvm jvm = new FreshJvm(JvmSpec.ofFlags("-Xmx32m"), folder);
        return jvm.run(Printing.class, List.of(arguments), Duration.ofMinutes(1));
    }

    static final class Printing {
        private Printing() {}

        public static void main(String... arguments) throws Exception {
            for (String each : arguments) {
                switch (each) {
                    case "fail" -> throw new IllegalStateException("as it was told to");
                    case "wait" -> Thread.currentThread().join();
                    default -> System.out.println(each);
                }
            }
        }
    }
}
