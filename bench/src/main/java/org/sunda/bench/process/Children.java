package org.sunda.bench.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Processes that end together, even when this JVM is told to stop.
public final class Children implements AutoCloseable {
    private final Path folder;
    private final List<Child> all = new ArrayList<>();
    private final Thread hook = new Thread(this::end, "children");

    /// @param folder where what they print is kept
    public Children(Path folder) {
        this.folder = folder;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /// Starts a JVM in which JMH can measure.
    public JvmWorker jvm(JvmSpec spec) throws IOException {
        return new JvmWorker(start("jvm", spec.processBuilder("org.sunda.bench.process.WorkerMain")));
    }

    /// Starts a process that answers lines with lines.
    ///
    /// @param name for its log, short
    public Child start(String name, ProcessBuilder builder) throws IOException {
        return add(new Child(name, builder, folder));
    }

    private synchronized Child add(Child child) {
        all.add(child);
        return child;
    }

    private synchronized void end() {
        all.reversed().forEach(Child::close);
        all.clear();
    }

    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // This JVM is ending, and the hook has run.
        }
    }
}
