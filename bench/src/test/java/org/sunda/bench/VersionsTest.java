package org.sunda.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VersionsTest {
    @ParameterizedTest
    @CsvSource({
        "netty-buffer-4.2.20.Final.jar, netty-buffer 4.2.20.Final",
        "jna-5.19.1.jar, jna 5.19.1",
        "classes, classes"
    })
    void shouldTellNameAndVersionWhenItIsAJar(String file, String text) {
        assertThat(Versions.text(file)).isEqualTo(text);
    }

    @Test
    void shouldNameEachJarOnceWhenClassesShareIt() {
        assertThat(Versions.of(Test.class, Test.class))
                .startsWith("junit-jupiter-api ")
                .doesNotContain(",");
    }
}
