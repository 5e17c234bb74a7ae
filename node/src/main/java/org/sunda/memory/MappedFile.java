package org.sunda.memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// A file as [Bytes], however large it is: the system reads what is used when it is used. Any thread.
///
/// The file must stay as long as it is: a page that is read after it was cut off ends in an
/// [InternalError].
public final class MappedFile implements AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final Bytes bytes;

    /// Maps all that the file has now.
    public MappedFile(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            bytes = Bytes.of(List.of(channel.map(MapMode.READ_ONLY, 0, channel.size(), arena)));
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    /// The file's bytes. Read after [#close] they throw an [IllegalStateException].
    public Bytes bytes() {
        return bytes;
    }

    /// Ends the mapping.
    ///
    /// @throws IllegalStateException when the operating system is just reading some of it: it can be called
    ///     again
    @Override
    public void close() {
        arena.close();
    }
}
