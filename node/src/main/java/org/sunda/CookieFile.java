package org.sunda;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds the cookie where Erlang keeps it (protocol section a.4).
final class CookieFile {
    private static final String NAME = ".erlang.cookie";
    private static final Set<PosixFilePermission> OWNER_ONLY = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private CookieFile() {}

    /// The cookie of `SUNDA_COOKIE`, else of the first file that exists of those an `erl` of this user would read.
    ///
    /// @throws IOException when there is none
    static String find() throws IOException {
        @Nullable String variable = System.getenv("SUNDA_COOKIE");
        if (variable != null && !variable.isBlank()) {
            return variable.strip();
        }
        List<Path> files = files();
        for (Path file : files) {
            if (Files.exists(file)) {
                return read(file);
            }
        }
        throw new IOException("there is no cookie: set SUNDA_COOKIE, name a file, or start erl once so that it makes "
                + files.getFirst());
    }

    private static List<Path> files() {
        Path home = Path.of(System.getProperty("user.home"));
        @Nullable String xdg = System.getenv("XDG_CONFIG_HOME");
        Path config = xdg == null || xdg.isBlank() ? home.resolve(".config") : Path.of(xdg);
        return List.of(home.resolve(NAME), config.resolve("erlang").resolve(NAME));
    }

    /// The cookie in that file.
    ///
    /// @throws IOException when it cannot be read, is empty, or others than its owner may read it
    static String read(Path file) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view != null && !OWNER_ONLY.containsAll(view.readAttributes().permissions())) {
            throw new IOException("the cookie file " + file
                    + " must be accessible by its owner only, as Erlang demands too: chmod 400 " + file);
        }
        String cookie = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
        if (cookie.isEmpty()) {
            throw new IOException("the cookie file " + file + " is empty");
        }
        return cookie;
    }
}
