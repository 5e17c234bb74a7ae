package org.sunda.dist;

import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A Unix domain socket at which a node listens. Only the owner of the process may connect to it.
///
/// @param key what tells the file from others that take its place later; null where files have none
record UnixServer(
        ServerSocketChannel channel, Path file, @Nullable Object key) implements AutoCloseable {

    /// Listens. The file is made in a folder that nobody else may enter and then put in its place, so that
    /// at no time another user can connect; what a node that was killed has left there is replaced.
    ///
    /// @throws IOException when something else is there, or somebody listens
    static UnixServer open(Path file) throws IOException {
        Path place = file.toAbsolutePath();
        requireFree(place);
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            Path folder = Files.createTempDirectory(place.getParent(), ".sunda");
            Path made = folder.resolve("s");
            try {
                channel.bind(UnixDomainSocketAddress.of(made));
                Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-------"));
                Files.move(made, place, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(made);
                Files.delete(folder);
            }
            return new UnixServer(channel, place, attributes(place).fileKey());
        } catch (IOException e) {
            channel.close();
            throw new IOException("cannot listen at the file " + place + ": " + e.getMessage(), e);
        }
    }

    private static void requireFree(Path place) throws IOException {
        if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!attributes(place).isOther()) {
            throw new IOException("cannot listen at the file " + place + ": it is there already, and is no socket");
        }
        try (SocketChannel _ = SocketChannel.open(UnixDomainSocketAddress.of(place))) {
            throw new IOException("cannot listen at the file " + place + ": another process does");
        } catch (ConnectException _) {
            // Nobody listens any more.
        }
    }

    private static BasicFileAttributes attributes(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public void close() throws IOException {
        try (channel) {
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                    && Objects.equals(attributes(file).fileKey(), key)) {
                Files.delete(file);
            }
        }
    }
}
