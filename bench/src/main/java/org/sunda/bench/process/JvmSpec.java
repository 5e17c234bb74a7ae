package org.sunda.bench.process;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// How a JVM is started.
///
/// @param classPath the folders and jars
/// @param flags for the JVM
/// @param environment variables that are set beside those of this process
public record JvmSpec(List<String> classPath, List<String> flags, Map<String, String> environment) {
    /// As this JVM, with the default collector and a heap of that size of which every page was touched. Else the first
    /// touch of each page would be measured, which takes longer than most of what is done with it.
    ///
    /// @param heap as after `-Xmx`
    public static JvmSpec ofHeap(String heap) {
        // Turns of several JVMs never overlap, but JMH does not know that.
        List<String> flags = List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+AlwaysPreTouch", "-Djmh.ignoreLock=true");
        return new JvmSpec(ownClassPath(), flags, Map.of());
    }

    /// As this JVM, with no flag but these.
    public static JvmSpec ofFlags(String... flags) {
        return new JvmSpec(ownClassPath(), List.of(flags), Map.of());
    }

    /// With further flags.
    public JvmSpec withFlags(String... further) {
        return new JvmSpec(
                classPath, Stream.concat(flags.stream(), Arrays.stream(further)).toList(), environment);
    }

    /// With further variables in the environment.
    public JvmSpec withEnvironment(Map<String, String> variables) {
        Map<String, String> all = new HashMap<>(environment);
        all.putAll(variables);
        return new JvmSpec(classPath, flags, Map.copyOf(all));
    }

    /// With that jar instead of the one whose file name starts with `name`.
    public JvmSpec withJar(String name, Path jar) {
        List<String> replaced = classPath.stream()
                .map(each -> Path.of(each).getFileName().toString().startsWith(name + "-") ? jar.toString() : each)
                .toList();
        return new JvmSpec(replaced, flags, environment);
    }

    private static List<String> ownClassPath() {
        return Arrays.asList(System.getProperty("java.class.path", "").split(File.pathSeparator, -1));
    }

    /// What starts it.
    ///
    /// @param main the name of a class
    public ProcessBuilder processBuilder(String main) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
        command.addAll(flags);
        command.add("-cp");
        command.add(classPath.stream().collect(Collectors.joining(File.pathSeparator)));
        command.add(main);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        return builder;
    }
}
