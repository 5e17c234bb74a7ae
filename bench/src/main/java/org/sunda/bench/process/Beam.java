package org.sunda.bench.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.sunda.bench.Contender;
import org.sunda.bench.Sample;

/// An Erlang node that measures itself, with the module `sunda_bench`.
///
/// The command is the environment variable `SUNDA_ERL`, default `erl`; several words for, say, `chroot DIR erl`.
public final class Beam {
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
        List<String> all = new ArrayList<>(FLAGS);
        all.addAll(Arrays.asList(flags));
        return start(children, folder, installed(), all, environment);
    }

    /// Starts one of that command, with no flags but these.
    ///
    /// @param folder for the source of its module; the command may see another root, but with the same folder
    /// @throws IOException when it does not start, which says what it printed
    public static Beam start(Children children, Path folder, List<String> command, List<String> flags)
            throws IOException {
        return start(children, folder, command, flags, Map.of());
    }

    private static Beam start(
            Children children, Path folder, List<String> command, List<String> flags, Map<String, String> environment)
            throws IOException {
        Path source = write("sunda_bench", folder);
        List<String> words = new ArrayList<>(command);
        words.addAll(flags);
        words.addAll(List.of("-eval", compiling("sunda_bench", source) + ", sunda_bench:main()."));
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().put("ERL_CRASH_DUMP_SECONDS", "0");
        builder.environment().putAll(environment);
        Beam beam = new Beam(children.start("beam", builder));
        beam.value("node()");
        return beam;
    }

    private static Path write(String module, Path folder) throws IOException {
        return Programs.write("/erlang/" + module + ".erl", folder, module + ".erl");
    }

    private static String compiling(String module, Path source) {
        return """
            {ok, _, Code} = compile:file("%2$s", [binary]), {module, _} = code:load_binary(%1$s, "%2$s", Code)""".formatted(module, source);
    }

    /// Lets it compile and load another of the modules that lie beside its own.
    ///
    /// @param folder for the module's source
    public void compile(String module, Path folder) throws IOException {
        value(compiling(module, write(module, folder)));
    }

    /// The operating system's process.
    public ProcessHandle handle() {
        return child.handle();
    }

    /// The command of the installed Erlang, in words.
    public static List<String> installed() {
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
