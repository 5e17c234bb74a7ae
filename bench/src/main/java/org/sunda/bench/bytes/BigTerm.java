package org.sunda.bench.bytes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sunda.bench.Figures;
import org.sunda.bench.Section;
import org.sunda.bench.Session;
import org.sunda.bench.Table;
import org.sunda.bench.process.FreshJvm;

/// A term of 4.5 GiB, there and back through a file.
final class BigTerm {
    private static final String TITLE = "a term of 4.5G";
    private static final String NOTE = """
            `{big, [{N, <<1 KiB>>}, ...], Large, Large, Large}` with three binaries of 1.25G: encoded into pooled memory, \\
            written to a file (as far as the system's cache), mapped, decoded and compared.""";

    private static final long DISK = 5L << 30;
    private static final long MEMORY = 6L << 30;
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private BigTerm() {}

    static Section section(Session session, Room room) throws IOException, InterruptedException {
        Path file = session.folder().resolve("big-term");
        if (Files.getFileStore(session.folder()).getUsableSpace() < DISK || room.bytes() < MEMORY) {
            return Section.of(TITLE, NOTE, failed("left out: needs 5 GiB of disk and 6 GiB of memory"));
        }
        session.progress(TITLE);
        try {
            FreshJvm jvm = new FreshJvm(room.spec(), session.folder());
            return Section.of(TITLE, NOTE, table(jvm.run(BigTermMain.class, List.of(file.toString()), LIMIT)));
        } finally {
            Files.deleteIfExists(file);
        }
    }

    static Table table(Map<String, String> figures) {
        String why = figures.get(FreshJvm.FAILED);
        if (why != null) {
            return failed(why);
        }
        List<List<String>> rows = new ArrayList<>();
        figures.forEach((name, value) -> {
            double number = Double.parseDouble(value);
            boolean isSize = name.equals(BigTermMain.SIZE);
            rows.add(List.of(name, isSize ? Figures.bytes(number) : Figures.time(number * 1e9)));
        });
        return new Table(List.of("step", "figure"), rows);
    }

    private static Table failed(String why) {
        return new Table(List.of("step", "figure"), List.of(List.of("all", why)));
    }
}
