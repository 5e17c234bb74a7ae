package org.sunda.bench.bytes;

import java.util.List;
import org.sunda.bench.ByteSize;

/// One measurement, made in a JVM of its own.
///
/// @param total how many bytes in all
record Cell(Kind kind, Load load, long total) {
    /// As arguments of a command.
    List<String> arguments() {
        return List.of(kind.name(), load.name(), ByteSize.text(total));
    }

    /// From [#arguments].
    static Cell parse(List<String> arguments) {
        return new Cell(
                Kind.valueOf(arguments.get(0)), Load.valueOf(arguments.get(1)), ByteSize.parse(arguments.get(2)));
    }

    @Override
    public String toString() {
        return kind.label() + ", " + load.label() + ", " + ByteSize.text(total);
    }
}
