package org.sunda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.Utf8Entry;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.sunda.term.Term;

/// Which package of the house may use which. The table is the whole rule: an arrow that is not in it is a
/// mistake, and so is a package that is not in it. What `dist` and `process` have to say to each other they
/// say in `signal`.
class ArrowsTest {
    private static final String ROOT = "";

    private static final Map<String, Set<String>> ALLOWED = Map.ofEntries(
            Map.entry("term", Set.of()),
            Map.entry("tls", Set.of()),
            Map.entry("memory", Set.of()),
            Map.entry("signal", Set.of("term")),
            Map.entry("etf", Set.of("term", "memory")),
            Map.entry("mapper", Set.of("etf", "memory", "term")),
            Map.entry("peer", Set.of("signal", "term")),
            Map.entry("dist", Set.of("etf", "memory", "peer", "signal", "term", "tls")),
            Map.entry("process", Set.of("signal", "term")),
            Map.entry("otp", Set.of("process", "term")),
            Map.entry("pg", Set.of("otp", "process", "signal", "term")),
            Map.entry("kernel", Set.of("otp", "process", "signal", "term")),
            Map.entry(
                    ROOT,
                    Set.of(
                            "dist", "etf", "kernel", "memory", "otp", "peer", "pg", "process", "signal", "term",
                            "tls")));

    /// A class of ours in whatever the compiler wrote: an instruction's operand, a descriptor, a generic
    /// signature.
    private static final Pattern OURS = Pattern.compile("org/sunda/(?:(\\w+)/)?[A-Z]\\w*");

    @Test
    void shouldFindOnlyAllowedArrowsWhenCompiledClassesAreRead() throws IOException, URISyntaxException {
        Path classes = Path.of(
                Term.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Set<String> seen = new TreeSet<>();
        Set<String> forbidden = new TreeSet<>();
        for (Path file : classFiles(classes)) {
            String from = packageOf(classes.resolve("org/sunda").relativize(file));
            Set<String> allowed = ALLOWED.get(from);
            if (allowed == null) {
                forbidden.add("package '" + from + "' is not in the table");
                continue;
            }
            for (String to : usedBy(file)) {
                seen.add(from + " -> " + to);
                if (!to.equals(from) && !allowed.contains(to)) {
                    forbidden.add(file.getFileName() + ": " + from + " -> " + to);
                }
            }
        }
        assertThat(forbidden).as("arrows that the table does not allow").isEmpty();
        assertThat(seen).as("arrows that this test was able to see").contains("etf -> term", "signal -> term");
    }

    private static List<Path> classFiles(Path classes) throws IOException {
        try (Stream<Path> files = Files.walk(classes.resolve("org/sunda"))) {
            return files.filter(file -> file.toString().endsWith(".class")).toList();
        }
    }

    private static String packageOf(Path file) {
        Path folder = file.getParent();
        return folder == null ? ROOT : folder.toString();
    }

    private static Set<String> usedBy(Path file) throws IOException {
        Set<String> packages = new HashSet<>();
        StreamSupport.stream(ClassFile.of().parse(file).constantPool().spliterator(), false)
                .filter(Utf8Entry.class::isInstance)
                .map(entry -> ((Utf8Entry) entry).stringValue())
                .flatMap(text -> OURS.matcher(text).results())
                .forEach(match -> packages.add(match.group(1) == null ? ROOT : match.group(1)));
        return packages;
    }
}
