package org.sunda;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.sunda.etf.ExternalTerm;
import org.sunda.term.Term;
import org.sunda.term.Tuple2;

/// A real Erlang node of its own operating system process, driven over its standard input: each line is a
/// sequence of Erlang expressions, and the value of the last one comes back. Variables keep their values from
/// one line to the next.
///
/// The command is the system property `sunda.erl` (default `erl`; several words for, say, `chroot DIR erl`).
/// Where there is no such command tests are skipped, unless the system property `sunda.erl.required` is `true`.
public final class ErlNode implements AutoCloseable {
    /// Starts every answer, so that it is told from whatever else the node prints.
    private static final String ANSWER = "=>";

    private static final String LOOP = """
            Loop = fun Loop(Bindings) ->
                case io:get_line("") of
                    eof -> halt(0, [{flush, false}]);
                    Line ->
                        {Answer, Next} =
                            try
                                {ok, Tokens, _} = erl_scan:string(Line),
                                {ok, Expressions} = erl_parse:parse_exprs(Tokens),
                                {value, Value, Bound} = erl_eval:exprs(Expressions, Bindings),
                                {{ok, Value}, Bound}
                            catch Class:Reason:Stack -> {{error, {Class, Reason, Stack}}, Bindings}
                            end,
                        io:put_chars(["=>", base64:encode(term_to_binary(Answer)), $\\n]),
                        Loop(Next)
                end
            end,
            io:setopts([{encoding, unicode}]),
            Loop(erl_eval:new_bindings()).
            """;

    private static final long ANSWER_SECONDS = 60;
    private static final int PRINTED_LINES = 50;

    private final String name;
    private final Process process;
    private final Writer commands;
    private final BufferedReader answers;

    /// What the node printed that was no answer: the last lines of it.
    private final Deque<String> printed = new ArrayDeque<>();

    private ErlNode(String name, Process process) {
        this.name = name;
        this.process = process;
        this.commands = process.outputWriter(UTF_8);
        this.answers = process.inputReader(UTF_8);
    }

    /// Starts a node and waits until it answers.
    ///
    /// @param name the full name, with a host that needs no look-up: `a@127.0.0.1`
    /// @param epmdPort where an epmd serves already
    /// @param flags further words for the command line
    public static ErlNode start(String name, String cookie, int epmdPort, String... flags) throws IOException {
        List<String> command = new ArrayList<>(command());
        String nameFlag = name.substring(name.indexOf('@')).contains(".") ? "-name" : "-sname";
        command.addAll(List.of("-noshell", "-start_epmd", "false"));
        command.addAll(List.of(nameFlag, name, "-setcookie", cookie));
        String loopback = name.contains(":") ? "{0,0,0,0,0,0,0,1}" : "{127,0,0,1}";
        command.addAll(List.of("-kernel", "inet_dist_use_interface", loopback));
        Collections.addAll(command, flags);
        command.addAll(List.of("-eval", LOOP.replace('\n', ' ')));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("ERL_EPMD_PORT", Integer.toString(epmdPort));
        builder.environment().put("ERL_CRASH_DUMP_SECONDS", "0");
        ErlNode node = new ErlNode(name, builder.start());
        node.eval("node()");
        return node;
    }

    /// Writes files where Erlang nodes read them, which may be elsewhere than here.
    static void writeFiles(Map<String, String> files) throws IOException {
        StringBuilder expressions = new StringBuilder();
        files.forEach((file, content) ->
                expressions.append("""
                ok = filelib:ensure_dir("%1$s"), ok = file:write_file("%1$s", base64:decode("%2$s")),
                """.formatted(file, Base64.getEncoder().encodeToString(content.getBytes(UTF_8)))));
        List<String> command = new ArrayList<>(command());
        command.addAll(List.of("-noshell", "-eval", expressions.toString().replace('\n', ' ') + "halt(0)."));
        try {
            int status = new ProcessBuilder(command).inheritIO().start().waitFor();
            if (status != 0) {
                throw new IOException("an Erlang node could not write " + files.keySet());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private static List<String> command() {
        List<String> command = List.of(System.getProperty("sunda.erl", "erl").split(" "));
        try {
            List<String> version = new ArrayList<>(command);
            version.addAll(List.of("-noshell", "-eval", "halt(0)."));
            if (new ProcessBuilder(version)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0) {
                return command;
            }
        } catch (IOException e) {
            // No such command: said below.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        String missing = "no Erlang: the command '" + String.join(" ", command) + "' does not start";
        if (Boolean.getBoolean("sunda.erl.required")) {
            throw new IllegalStateException(missing);
        }
        System.err.println("SKIPPED: " + missing);
        Assumptions.abort(missing);
        return command;
    }

    /// The node's full name.
    public String name() {
        return name;
    }

    /// The operating system's process.
    public ProcessHandle handle() {
        return process.toHandle();
    }

    /// The value of the last of those expressions, which are separated by commas.
    ///
    /// @throws AssertionError when one of them fails, with the Erlang error
    public Term eval(String expressions) {
        Term answer = answer(expressions);
        if (answer instanceof Tuple2(var tag, var value) && tag.toString().equals("ok")) {
            return value;
        }
        throw new AssertionError(expressions + "\n  answered " + answer + "\n  printed " + printed);
    }

    /// Compiles a module of the tests' resources and loads it there: the node may be where no file of ours is.
    public void load(String module) throws IOException {
        String resource = "/erlang/" + module + ".erl";
        try (InputStream source = Objects.requireNonNull(ErlNode.class.getResourceAsStream(resource), resource)) {
            String encoded = Base64.getEncoder().encodeToString(source.readAllBytes());
            eval("""
                    Source = "/tmp/sunda_" ++ os:getpid() ++ "/%2$s.erl",
                    ok = filelib:ensure_dir(Source),
                    ok = file:write_file(Source, base64:decode("%1$s")),
                    {ok, _, Code} = compile:file(Source, [binary, return_errors]),
                    ok = file:del_dir_r(filename:dirname(Source)),
                    {module, _} = code:load_binary(%2$s, Source, Code)""".formatted(encoded, module));
        }
    }

    /// As [#eval], for expressions that are to be true.
    public void check(String expressions) {
        Term value = eval(expressions);
        if (!value.toString().equals("true")) {
            throw new AssertionError(expressions + "\n  is " + value + "\n  printed " + printed);
        }
    }

    private synchronized Term answer(String expressions) {
        try {
            commands.write(expressions.strip().replace('\n', ' ') + ".\n");
            commands.flush();
            return CompletableFuture.supplyAsync(this::nextAnswer, Thread::startVirtualThread)
                    .get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (IOException | ExecutionException | TimeoutException e) {
            throw new AssertionError(name + " does not answer " + expressions + "; it printed " + printed, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private Term nextAnswer() {
        try {
            for (@Nullable String line = answers.readLine(); line != null; line = answers.readLine()) {
                if (line.startsWith(ANSWER)) {
                    return ExternalTerm.decode(Base64.getDecoder().decode(line.substring(ANSWER.length())));
                }
                printed.add(line);
                if (printed.size() > PRINTED_LINES) {
                    printed.removeFirst();
                }
            }
            throw new IllegalStateException("it has ended");
        } catch (IOException e) {
            throw new IllegalStateException("its output is closed", e);
        }
    }

    /// Ends the node as `kill -9` does: nobody is told.
    public void kill() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        kill();
    }
}
