package org.sunda.bench.process;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The Jinterface that belongs to the installed Erlang, which is newer than what there is as an artifact. The system
/// property `sunda.bench.jinterface` says where it stands.
public final class InstalledJinterface {
    private InstalledJinterface() {}

    /// Its name with two parts of its version.
    public static String name() {
        return "Jinterface " + version().replaceAll("^(\\d+\\.\\d+).*", "$1");
    }

    /// Its whole version.
    public static String version() {
        try {
            // .../lib/jinterface-1.13.1/priv/OtpErlang.jar
            @Nullable Path library = jar().toRealPath().getParent();
            @Nullable Path folder = library == null ? null : library.getParent();
            return folder == null ? "?" : folder.getFileName().toString().replaceFirst("^jinterface-", "");
        } catch (IOException e) {
            throw new IllegalStateException("the Jinterface of the installed Erlang is not at " + jar(), e);
        }
    }

    /// The same JVM with it.
    public static JvmSpec in(JvmSpec jvm) {
        return jvm.withJar("jinterface", jar());
    }

    private static Path jar() {
        return Path.of(System.getProperty("sunda.bench.jinterface", "/usr/share/java/OtpErlang.jar"));
    }
}
