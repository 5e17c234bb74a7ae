package org.sunda.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sunda.bench.alloc.AllocSuite;
import org.sunda.bench.bytes.BytesSuite;
import org.sunda.bench.codec.CodecSuite;
import org.sunda.bench.echo.EchoSuite;
import org.sunda.bench.ring.RingSuite;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `./sunda bench NAME`: the report goes to standard output, how far it is to standard error. A target that is missed
/// is no failure; exit code 1 means that nothing was measured, 2 that the command was wrong.
@Command(name = "sunda bench", description = "Measures Sunda beside its rivals.", mixinStandardHelpOptions = true)
public final class Main implements Callable<Integer> {
    static final List<Suite> SUITES =
            List.of(new CodecSuite(), new BytesSuite(), new AllocSuite(), new RingSuite(), new EchoSuite());

    @Parameters(paramLabel = "NAME", description = "What is measured.")
    private String name = "";

    @Option(names = "--quick", description = "Takes minutes at most, and is less exact.")
    private boolean quick;

    @Option(names = "--json", paramLabel = "FILE", description = "Writes the result as JSON too.")
    private @Nullable Path json;

    @Option(names = "--chart", paramLabel = "FILE", description = "Writes a chart (SVG) too, where there is one.")
    private @Nullable Path chart;

    @Option(names = "--only", paramLabel = "PART", description = "Measures one part alone, for who works on it.")
    private String only = "";

    @Option(
            names = "--rivals",
            paramLabel = "NAMES",
            split = ",",
            description = "Only these take part, where they can be chosen; for who works on it.")
    private List<String> rivals = List.of();

    @Spec
    private @Nullable CommandSpec spec;

    /// Nodes that are started here report to nobody, unless something goes wrong. Kept, since loggers are not.
    private static final Logger NODES = Logger.getLogger("org.sunda");

    Main() {}

    /// Runs the command.
    public static void main(String[] arguments) {
        NODES.setLevel(Level.WARNING);
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setParameterExceptionHandler(Main::wrongParameter)
                .setExecutionExceptionHandler((e, command, parsed) -> failed(e, command));
    }

    private static int wrongParameter(ParameterException e, String[] arguments) {
        e.getCommandLine().getErr().println("sunda bench: " + e.getMessage() + " (./sunda bench --help)");
        return ExitCode.USAGE;
    }

    private static int failed(Exception e, CommandLine command) {
        command.getErr().println("sunda bench: " + (e.getMessage() == null ? e : e.getMessage()));
        if (!(e instanceof IOException)) {
            e.printStackTrace(command.getErr());
        }
        return ExitCode.SOFTWARE;
    }

    @Override
    public Integer call() throws Exception {
        CommandLine command = spec().commandLine();
        Suite suite = suite();
        checkFile("--json", json);
        checkFile("--chart", chart);
        if (chart != null && !suite.draws()) {
            throw wrong("the benchmark '" + name + "' has no chart");
        }
        if (!rivals.isEmpty() && !suite.chooses()) {
            throw wrong("the benchmark '" + name + "' has always all its rivals");
        }
        Run run;
        Report report;
        @Nullable String drawn;
        try (Session session = new Session(quick, only, rivals, command.getErr())) {
            report = suite.run(session);
            session.progress("done");
            drawn = session.chart();
            run = new Run(name, typed(), quick, facts(session));
        }
        PrintWriter out = command.getOut();
        out.print(report.markdown(run));
        out.flush();
        if (json != null) {
            Files.writeString(json, report.json(run));
        }
        if (chart != null && drawn != null) {
            Files.writeString(chart, drawn);
        }
        return ExitCode.OK;
    }

    Suite suite() {
        return SUITES.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> wrong("there is no benchmark '" + name + "', only "
                        + SUITES.stream().map(Suite::name).collect(Collectors.joining(", "))));
    }

    boolean quick() {
        return quick;
    }

    @Nullable
    Path json() {
        return json;
    }

    /// Before minutes are spent.
    private void checkFile(String option, @Nullable Path file) {
        if (file == null) {
            return;
        }
        @Nullable Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(file)) {
            throw wrong(option + " needs a file in a folder that exists, not " + file);
        }
    }

    private ParameterException wrong(String sentence) {
        return new ParameterException(spec().commandLine(), sentence);
    }

    private CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("only a command line runs this");
        }
        return spec;
    }

    private String typed() {
        return "./sunda bench " + name + (quick ? " --quick" : "") + (only.isEmpty() ? "" : " --only " + only)
                + (rivals.isEmpty() ? "" : " --rivals " + String.join(",", rivals));
    }

    private static Map<String, String> facts(Session session) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("date", LocalDate.now(ZoneId.systemDefault()).toString());
        facts.putAll(Machine.facts());
        facts.putAll(session.facts());
        return facts;
    }
}
