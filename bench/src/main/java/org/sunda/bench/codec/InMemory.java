package org.sunda.bench.codec;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.sunda.bench.Comparison;
import org.sunda.bench.Plan;
import org.sunda.bench.Report;
import org.sunda.bench.Section;
import org.sunda.bench.Session;
import org.sunda.bench.Target;
import org.sunda.bench.Task;
import org.sunda.bench.process.InstalledJinterface;

/// Terms to bytes and back, without a wire.
final class InMemory {
    private static final String ENCODE = "encode";
    private static final String DECODE = "decode";
    private static final String BOTH = "encode and decode";
    private static final String READ = "decode and read every string";
    private static final String SCAN = "count the strings";

    private static final String REPORT_NOTE = """
            Each side encodes a tree of its own, made from Java strings (or, in Erlang, lists of characters), and decodes
            the bytes in one array. Jinterface makes a Java string of each as it decodes; Sunda when asked for it, hence the
            third task. The fourth is done by cursor, without a tree, and all bytes are checked. Jinterface has no cursor:
            it decodes, or its stream is read by hand, which makes a Java string of each.
            """;

    /// Lists that came from a peer, or that `ExternalTerm.strings` made: their bytes lie together.
    private static final String PACKED = Parties.SUNDA + ", lists packed";

    private static final String SMALL_NOTE = """
            Each message is taken from the output and read from where it lies; memory reused means the same output, writer,
            input and reader for all. Jinterface sends each message through a new stream, and reads a copy of its bytes; that
            it could use one stream again is shown as well.
            """;

    private final Session session;
    private final String newer = InstalledJinterface.name();

    InMemory(Session session) {
        this.session = session;
    }

    /// The first report's lists.
    Report report() throws Exception {
        Plan plan = session.choose(Plan.ofMillis(1, 1, 500, 4, 150), Plan.ofMillis(2, 3, 1000, 8, 500));
        List<Comparison> found =
                session.compare("R1", plan, children -> reportTasks(new Parties(session, children, Parties.LARGE)));
        Comparison encode = found.get(0);
        Comparison scan = found.get(3);
        String title = "R1: two lists of 700,000 strings of 20 to 30 characters, 39 MB";
        return Report.of(
                Section.of(title, REPORT_NOTE, found, List.of(newer, Parties.OLDER, Parties.BEAM)),
                faster("R1 encode", newer, 10, encode),
                Target.atLeast(
                        "R1 encode into reused memory, against " + newer,
                        10,
                        encode.faster(Parties.SUNDA_REUSED, newer)),
                Target.atLeast("R1 encode of packed lists, against " + newer, 10, encode.faster(PACKED, newer)),
                faster("R1 decode to tree", newer, 5, found.get(1)),
                faster("R1 cursor scan", newer, 20, scan),
                faster("R1 cursor scan", stream(), 20, scan));
    }

    private static Target faster(String what, String rival, double times, Comparison comparison) {
        return Target.atLeast(what + ", against " + rival, times, comparison.faster(Parties.SUNDA, rival));
    }

    private String streamReused() {
        return newer + ", stream reused";
    }

    private String stream() {
        return newer + ", stream read by hand";
    }

    private List<Task> reportTasks(Parties parties) throws IOException {
        Load load = Load.REPORT;
        return List.of(
                Task.of(
                        ENCODE,
                        parties.sunda("encode", load),
                        parties.sunda(Parties.SUNDA_REUSED, 1, "encodeReused", load),
                        parties.sunda(PACKED, 1, "encodeReceived", load),
                        parties.newer("encode", load),
                        parties.older("encode", load),
                        parties.beam("encode", load)),
                Task.of(
                        DECODE,
                        parties.sunda("decode", load),
                        parties.newer("decode", load),
                        parties.older("decode", load),
                        parties.beam("decode", load)),
                Task.of(READ, parties.sunda("decodeAndRead", load), parties.newer("decodeAndRead", load)),
                Task.of(
                        SCAN,
                        parties.sunda("scan", load),
                        parties.sunda(Parties.SUNDA + ", only checked", 1, "check", load),
                        parties.newer("decodeAndCount", load),
                        parties.newer(stream(), 1, "scan", load)));
    }

    /// What most messages are.
    Report small() throws Exception {
        List<Comparison> found = session.compare(
                "small", shortPlan(900), children -> smallTasks(new Parties(session, children, Parties.SMALL)));
        double garbage = found.get(0).of(Parties.SUNDA_REUSED).orElseThrow().garbage();
        return Report.of(
                Section.of(
                        "Small messages: {Pid, Ref, Atom, <<16 bytes>>, 42}",
                        SMALL_NOTE,
                        found,
                        List.of(newer, Parties.OLDER, Parties.BEAM)),
                Target.atLeast(
                        "small message, encode and decode in reused memory, against " + newer,
                        5,
                        found.get(2).faster(Parties.SUNDA_REUSED, newer)),
                Target.atMostBytes("small message, garbage of encoding into reused memory", 0, garbage));
    }

    private List<Task> smallTasks(Parties parties) throws IOException {
        Load load = Load.SMALL;
        return List.of(
                Task.of(
                        ENCODE,
                        parties.sunda("encode", load),
                        parties.sunda(Parties.SUNDA_REUSED, 1, "encodeReused", load),
                        parties.newer("encode", load),
                        parties.newer(streamReused(), 1, "encodeReused", load),
                        parties.older("encode", load),
                        parties.beam("encode", load)),
                Task.of(
                        DECODE,
                        parties.sunda("decode", load),
                        parties.sunda(Parties.SUNDA_REUSED, 1, "decodeReused", load),
                        parties.newer("decode", load),
                        parties.older("decode", load),
                        parties.beam("decode", load)),
                Task.of(
                        BOTH,
                        parties.sunda("both", load),
                        parties.sunda(Parties.SUNDA_REUSED, 1, "bothReused", load),
                        parties.newer("both", load),
                        parties.newer(streamReused(), 1, "bothReused", load),
                        parties.beam("both", load)));
    }

    /// Other shapes of terms.
    Report others() throws Exception {
        List<Comparison> found = session.compare(
                "other terms", shortPlan(300), children -> otherTasks(new Parties(session, children, Parties.SMALL)));
        return Report.of(Section.of("Other terms", """
                        The answer of 1,000 rows is what the gateway sends for a query.
                        """, found, List.of(newer, Parties.BEAM)));
    }

    private static List<Task> otherTasks(Parties parties) throws IOException {
        List<Task> tasks = new ArrayList<>();
        for (Load load : List.of(Load.ROWS, Load.MAPS, Load.BIG_INTEGERS, Load.BINARY)) {
            tasks.add(Task.of(
                    ENCODE + ": " + load.title(),
                    parties.sunda("encode", load),
                    parties.newer("encode", load),
                    parties.beam("encode", load)));
            tasks.add(Task.of(
                    DECODE + ": " + load.title(),
                    parties.sunda("decode", load),
                    parties.newer("decode", load),
                    parties.beam("decode", load)));
        }
        return tasks;
    }

    /// Independent messages in several threads.
    Report parallel() throws Exception {
        String one = Parties.SUNDA + ", 1 thread";
        List<Comparison> found = session.compare("parallel", shortPlan(300), children -> {
            Parties parties = new Parties(session, children, Parties.SMALL);
            return List.of(Task.of(
                    DECODE + ": " + Load.ROWS.title(),
                    parties.sunda(one, 1, "decode", Load.ROWS),
                    parties.sunda(Parties.SUNDA + ", 2 threads", 2, "decode", Load.ROWS)
                            .per(2),
                    parties.newer(newer + ", 1 thread", 1, "decode", Load.ROWS),
                    parties.newer(newer + ", 2 threads", 2, "decode", Load.ROWS).per(2)));
        });
        return Report.of(Section.of("Messages decoded in parallel", """
                        Time for each message, of all threads together: half as long with two threads is perfect.
                        """, found, List.of(one, newer + ", 1 thread")));
    }

    /// @param warmup under `--quick`, in milliseconds
    private Plan shortPlan(int warmup) {
        return session.choose(Plan.ofMillis(1, 1, warmup, 4, 60), Plan.ofMillis(2, 4, 1000, 8, 250));
    }
}
