package org.sunda.bench.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.sunda.bench.Contender;
import org.sunda.bench.Sample;

/// An Erlang node that measures itself, with the module `sunda_bench`.
///
/// The command is the environment variable `SUNDA_ERL`, default `erl`; several words for, say, `chroot DIR erl`.
public final class Beam {
    private static final String MODULE = "/erlang/sunda_bench.erl";

    /// Schedulers that have nothing to do sleep instead of spinning: on two cores they would slow the others.
    private static final List<String> FLAGS =
            List.of("-noshell", "+sbwt", "none", "+sbwtdcpu", "none", "+sbwtdio", "none");

    private final Child child;

    private Beam(Child child) {
        this.child = child;
    }

    /// Starts one.
    ///
    /// @param folder for the source of its module
    /// @param environment variables that are set beside those of this process
    /// @param flags further words for the command line
    /// @throws IOException when it does not start, which says what it printed
    public static Beam start(Children children, Path folder, Map<String, String> environment, String... flags)
            throws IOException {
        Path source = folder.resolve("sunda_bench.erl");
        try (InputStream module = Objects.requireNonNull(Beam.class.getResourceAsStream(MODULE), MODULE)) {
            Files.write(source, module.readAllBytes());
        }
        List<String> command = command();
        command.addAll(FLAGS);
        command.addAll(Arrays.asList(flags));
        command.addAll(List.of("-eval", """
                {ok, _, Code} = compile:file("%1$s", [binary]), \
                {module, _} = code:load_binary(sunda_bench, "%1$s", Code), \
                sunda_bench:main().""".formatted(source)));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("ERL_CRASH_DUMP_SECONDS", "0");
        builder.environment().putAll(environment);
        Beam beam = new Beam(children.start("beam", builder));
        beam.value("node()");
        return beam;
    }

    static List<String> command() {
        return new ArrayList<>(
                List.of(System.getenv().getOrDefault("SUNDA_ERL", "erl").split(" ", -1)));
    }

    /// The value of an expression there, as text.
    ///
    /// @throws IOException when it fails, which says why
    public String value(String expression) throws IOException {
        String answer = child.ask(expression + ".");
        if (!answer.startsWith("ok ")) {
            throw new IOException("in Erlang, " + expression + " failed: " + answer);
        }
        return answer.substring("ok ".length());
    }

    /// Lets it keep the term of a file in external form, for [#contender].
    ///
    /// @param sample its name, an atom
    public void load(String sample, Path file) throws IOException {
        value("sunda_bench:load(" + sample + ", \"" + file + "\")");
    }

    /// What it is, for people.
    public String version() throws IOException {
        return value("list_to_binary([erlang:system_info(otp_release), \", erts \", erlang:system_info(version)])");
    }

    /// A contender that runs a task of `sunda_bench` there.
    ///
    /// @param task the name of the task
    /// @param sample the name of what it is done with
    public Contender contender(String name, String task, String sample) {
        return new Contender(name, time -> {
            String[] figures = value("sunda_bench:turn(" + task + ", " + sample + ", " + time.toMillis() + ")")
                    .split(" ", -1);
            return new Sample(Double.parseDouble(figures[0]), Double.parseDouble(figures[1]), Double.NaN);
        });
    }
}
