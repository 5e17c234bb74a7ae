package org.sunda.term;

import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.binary;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.tuple;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;

/// A real `erl` that is asked about terms; what it runs stands in `term_oracle.erl`. One thread uses it at a time.
final class Oracle implements AutoCloseable {
    private static final int DEADLINE_SECONDS = 60;

    /// Compiles and runs the module whose source is the first plain argument: the `erl` may live in another root
    /// folder, where no file of ours is.
    private static final String LOADER = """
            [Source] = init:get_plain_arguments(),
            Forms = fun Next(Text, Line) ->
                case erl_scan:tokens([], Text, Line) of
                    {done, {ok, Tokens, Then}, Rest} ->
                        {ok, Form} = erl_parse:parse_form(Tokens),
                        [Form | Next(Rest, Then)];
                    _ -> []
                end
            end,
            {ok, Module, Code} = compile:forms(Forms(Source ++ eof, 1)),
            {module, Module} = code:load_binary(Module, "", Code),
            Module:main().
            """;

    private final Process erl;
    private final Writer requests;
    private final BufferedReader answers;
    private final CompletableFuture<String> errors;
    private final int release;

    private Oracle(Process erl) {
        this.erl = erl;
        this.requests = new OutputStreamWriter(erl.getOutputStream(), StandardCharsets.UTF_8);
        this.answers = new BufferedReader(new InputStreamReader(erl.getInputStream(), StandardCharsets.UTF_8));
        this.errors = CompletableFuture.supplyAsync(this::readErrors, Thread::startVirtualThread);
        this.release = Integer.parseInt(answer());
    }

    /// Starts the `erl` of the system property `sunda.erl`. Where there is none the test is skipped, or fails when
    /// `sunda.erl.required` is true.
    static Oracle start() throws IOException {
        String program = System.getProperty("sunda.erl", "erl");
        List<String> command = new ArrayList<>(List.of(program.split(" +")));
        command.addAll(List.of("+pc", "unicode", "-noshell", "-eval", LOADER, "-extra", source()));
        try {
            return new Oracle(new ProcessBuilder(command).start());
        } catch (IOException e) {
            if (Boolean.getBoolean("sunda.erl.required")) {
                throw e;
            }
            String skipped = "SKIPPED: no `" + program + "` here, so nothing is compared with a real BEAM";
            System.err.println(skipped);
            return Assumptions.abort(skipped);
        }
    }

    private static String source() throws IOException {
        try (InputStream file = Oracle.class.getResourceAsStream("term_oracle.erl")) {
            return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /// The OTP release, as 25.
    int release() {
        return release;
    }

    /// What `io_lib:format("~0tp", [Term])` prints.
    String print(Term term) {
        return ask(tuple(atom("print"), form(term)));
    }

    /// The sign of the order of the two, whether they are `=:=`, and the sign of their order as keys of maps: `-1
    /// false
    /// -1`.
    String compare(Term a, Term b) {
        return ask(tuple(atom("compare"), form(a), form(b)));
    }

    /// What becomes of a text: `no term` or `a term: ...`.
    String read(String text) {
        return ask(tuple(atom("read"), binary(text)));
    }

    /// Whether a text is that term: `the term`, `no term` or `another term: ...`.
    String read(String text, Term term) {
        return ask(tuple(atom("read"), binary(text), form(term)));
    }

    /// Whether a file is of those terms: `the terms` or something else.
    String consult(String file, List<Term> terms) {
        return ask(tuple(atom("consult"), Terms.string(file), form(ListTerm.of(terms))));
    }

    private String ask(Term request) {
        try {
            requests.write(request + ".\n");
            requests.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("erl is gone: " + errors.join(), e);
        }
        return answer();
    }

    private String answer() {
        try {
            return CompletableFuture.supplyAsync(this::readAnswer, Thread::startVirtualThread)
                    .orTimeout(DEADLINE_SECONDS, TimeUnit.SECONDS)
                    .join();
        } catch (CompletionException e) {
            erl.destroyForcibly();
            throw new IllegalStateException("erl does not answer: " + errors.join(), e);
        }
    }

    private String readAnswer() {
        try {
            return Objects.requireNonNull(answers.readLine(), "erl is gone");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String readErrors() {
        try (InputStream stream = erl.getErrorStream()) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /// The term, in a form that has a text.
    private static Term form(Term term) {
        return switch (term) {
            case Atom atom -> Written.isUnicode(atom) ? atom : tuple(atom("$atom"), binary(atom.text()));
            case Pid pid ->
                tuple(atom("$pid"), pid.node(), unsigned(pid.id()), unsigned(pid.serial()), unsigned(pid.creation()));
            case Port port -> tuple(atom("$port"), port.node(), integer(port.id()), unsigned(port.creation()));
            case Ref ref -> {
                Term[] words = IntStream.range(0, ref.wordCount())
                        .mapToObj(i -> unsigned(ref.word(i)))
                        .toArray(Term[]::new);
                yield tuple(atom("$ref"), ref.node(), unsigned(ref.creation()), Tuple.of(words));
            }
            case LocalFun fun -> tuple(atom("$closure"), fun.encoded());
            case ExternalFun fun -> tuple(atom("$fun"), form(fun.module()), form(fun.function()), integer(fun.arity()));
            case Tuple tuple ->
                Tuple.of(IntStream.range(0, tuple.arity())
                        .mapToObj(i -> form(tuple.element(i)))
                        .toArray(Term[]::new));
            case MapTerm map -> {
                Term[] keys = map.asMap().keySet().stream().map(Oracle::form).toArray(Term[]::new);
                Term[] values = map.asMap().values().stream().map(Oracle::form).toArray(Term[]::new);
                yield MapTerm.of(keys, values);
            }
            case ListTerm list -> form(list);
            case RecordTerm record ->
                tuple(
                        atom("$record"),
                        form(record.module()),
                        form(record.name()),
                        Atom.of(record.exported()),
                        form(Tuple.of(record.fields().toArray(Term[]::new))),
                        form(Tuple.of(record.values().toArray(Term[]::new))));
            case Int _, FloatTerm _, Binary _ -> term;
        };
    }

    private static Term form(ListTerm list) {
        Term[] elements = list.elements().stream().map(Oracle::form).toArray(Term[]::new);
        return list.isProper() ? ListTerm.of(elements) : ListTerm.improper(elements, form(list.tail()));
    }

    private static Int unsigned(int value) {
        return integer(Integer.toUnsignedLong(value));
    }

    /// Ends the `erl` and waits for its end.
    @Override
    public void close() throws IOException {
        requests.close();
        if (erl.onExit().completeOnTimeout(erl, 10, TimeUnit.SECONDS).join().isAlive()) {
            erl.destroyForcibly().onExit().join();
        }
    }
}
