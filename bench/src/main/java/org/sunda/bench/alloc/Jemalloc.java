package org.sunda.bench.alloc;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.sunda.bench.process.JvmSpec;

/// The other allocator, which stands in for C's own in a process that loads it first.
///
/// @param library the file
record Jemalloc(Path library) {
    /// What a table says when it is not there.
    static final String UNAVAILABLE = "unavailable: no libjemalloc.so.2 was found (Debian's package libjemalloc2)";

    /// The property by which the launcher says where it is.
    static final String PROPERTY = "sunda.bench.jemalloc";

    /// The one that the launcher found, if it did.
    static Optional<Jemalloc> find() {
        String path = System.getProperty(PROPERTY, "");
        return path.isEmpty() || !Files.isReadable(Path.of(path))
                ? Optional.empty()
                : Optional.of(new Jemalloc(Path.of(path)));
    }

    /// A JVM that uses it.
    JvmSpec preloaded(JvmSpec spec) {
        return spec.withEnvironment(Map.of("LD_PRELOAD", library.toString()));
    }
}
