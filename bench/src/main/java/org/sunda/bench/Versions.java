package org.sunda.bench;

import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Which version of a library is there: its jar's name says it.
public final class Versions {
    private static final String JAR = ".jar";

    private Versions() {}

    /// The jars of these classes, as `netty-buffer 4.2.20.Final`.
    public static String of(Class<?>... classes) {
        return Arrays.stream(classes).map(Versions::of).distinct().collect(Collectors.joining(", "));
    }

    private static String of(Class<?> type) {
        @Nullable CodeSource source = type.getProtectionDomain().getCodeSource();
        return source == null
                ? type.getName()
                : text(Path.of(source.getLocation().getPath()).getFileName().toString());
    }

    /// What a jar's name says.
    static String text(String jar) {
        String name = jar.endsWith(JAR) ? jar.substring(0, jar.length() - JAR.length()) : jar;
        return name.replaceFirst("-(?=\\d)", " ");
    }
}
