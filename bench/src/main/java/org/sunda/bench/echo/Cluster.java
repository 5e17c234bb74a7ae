package org.sunda.bench.echo;

import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sunda.Node;
import org.sunda.bench.FailedTurnException;
import org.sunda.bench.Session;
import org.sunda.bench.process.Beam;
import org.sunda.bench.process.Child;
import org.sunda.bench.process.Children;
import org.sunda.bench.process.JvmSpec;
import org.sunda.bench.process.ProcessCpu;
import org.sunda.bench.process.Programs;

/// Nodes of their own on loopback: with an epmd (a Sunda node in this JVM serves as one) at a port nobody used, and a
/// cookie made for them. One Erlang node sends to all others.
final class Cluster implements AutoCloseable {
    /// Nanoseconds for each echo; CPU time of the side that answers, and of the one that asks.
    static final String TIME = "time";

    static final String CPU = "cpu";
    static final String CLIENT_CPU = "client cpu";

    /// Bytes of the heap for each echo at the side that answers; known of JVMs.
    static final String GARBAGE = "garbage";

    /// A heap that begins with pages which were touched before: their first touch is not what is measured. It grows.
    private static final String[] MEMORY_FLAGS = {"-Xms384m", "-XX:+AlwaysPreTouch"};

    private static final String HOST = "@127.0.0.1";
    private static final int COOKIE_BITS = 128;

    private final Session session;
    private final Children children;
    private final String cookie = new BigInteger(COOKIE_BITS, new SecureRandom()).toString(Character.MAX_RADIX);
    private final Node epmd;
    private final Map<String, String> environment;
    private final @Nullable TlsFiles tls;
    private final Beam client;
    private final Map<String, Child> jvms = new HashMap<>();

    Cluster(Session session) throws IOException {
        this(session, null);
    }

    /// @param tls for nodes that speak it, or null
    Cluster(Session session, @Nullable TlsFiles tls) throws IOException {
        this.session = session;
        this.tls = tls;
        this.children = new Children(session.folder());
        InetSocketAddress address = free();
        environment = Map.of("ERL_EPMD_PORT", "" + address.getPort());
        epmd = Node.builder("epmd" + HOST).cookie(cookie).epmd(address).start();
        client = beam("client");
        session.fact("Erlang/OTP", client.version());
        session.fact("flags of JVMs, but beside a large message", String.join(" ", MEMORY_FLAGS));
    }

    private static InetSocketAddress free() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            return new InetSocketAddress(socket.getInetAddress(), socket.getLocalPort());
        }
    }

    /// An Erlang node.
    Beam beam(String name, String... flags) throws IOException {
        List<String> all = new ArrayList<>(List.of(flags));
        all.addAll(List.of("-name", name + HOST, "-hidden", "-setcookie", cookie, "-start_epmd", "false"));
        all.addAll(List.of("-kernel", "inet_dist_use_interface", "{127,0,0,1}"));
        if (tls != null) {
            all.addAll(List.of(
                    "-proto_dist",
                    "inet_tls",
                    "-ssl_dist_optfile",
                    tls.options().toString()));
        }
        Beam beam = Beam.start(children, session.folder(), environment, all.toArray(String[]::new));
        beam.compile("sunda_echo", session.folder());
        return beam;
    }

    /// One that sends back, with the client's connection to it.
    Rival erlang(String name, String alive) throws IOException {
        Beam beam = beam(alive);
        beam.value("sunda_echo:start()");
        return connected(new Rival(name, alive + HOST, beam.handle()));
    }

    /// The same of a JVM.
    Rival jvm(String name, String alive, EchoWorker.Kind kind, JvmSpec spec) throws IOException {
        ProcessBuilder builder = spec.processBuilder(EchoWorker.class.getName());
        builder.command().addAll(List.of(kind.name(), alive + HOST, cookie));
        if (tls != null) {
            builder.command()
                    .addAll(List.of(tls.certificate().toString(), tls.key().toString()));
        }
        Child child = program(alive, builder);
        jvms.put(alive + HOST, child);
        return connected(new Rival(name, alive + HOST, child.handle()));
    }

    /// The same of a program in C, with the `ei` of the installed Erlang.
    Rival ei() throws IOException, InterruptedException {
        Path folder = session.folder();
        String library = client.value("list_to_binary(code:lib_dir(erl_interface))");
        Path source = Programs.write("/c/sunda_echo.c", folder, "sunda_echo.c");
        Path program = folder.resolve("sunda_echo_c");
        Programs.run(
                folder,
                "gcc",
                "-O2",
                "-o",
                program.toString(),
                source.toString(),
                "-I" + library + "/include",
                "-L" + library + "/lib",
                "-lei",
                "-lpthread");
        session.fact(Rival.EI, Path.of(library).getFileName() + ", gcc " + Programs.run(folder, "gcc", "-dumpversion"));
        Child child = program("ei", new ProcessBuilder(program.toString(), "ei", cookie));
        return connected(new Rival(Rival.EI, "ei" + HOST, child.handle()));
    }

    /// The same of a program in Go, with the last ergo that brings Erlang's protocol along.
    Rival ergo() throws IOException, InterruptedException {
        Path folder = Files.createDirectory(session.folder().resolve("ergo"));
        Programs.write("/go/sunda_echo.go", folder, "sunda_echo.go");
        Programs.write("/go/sunda_echo.sum", folder, "go.sum");
        Path module = Programs.write("/go/sunda_echo.mod", folder, "go.mod");
        Programs.run(folder, "go", "build", "-o", "sunda_echo", ".");
        String version = Files.readString(module)
                .lines()
                .filter(each -> each.contains("ergo "))
                .findFirst()
                .orElse("");
        session.fact(Rival.ERGO, version.replace("require ", "") + ", " + Programs.run(folder, "go", "version"));
        String program = folder.resolve("sunda_echo").toString();
        String port = environment.getOrDefault("ERL_EPMD_PORT", "");
        Child child = program("ergo", new ProcessBuilder(program, "ergo" + HOST, cookie, port));
        return connected(new Rival(Rival.ERGO, "ergo" + HOST, child.handle()));
    }

    /// A program that answers a line once it is ready.
    private Child program(String alive, ProcessBuilder builder) throws IOException {
        builder.environment().putAll(environment);
        Child child = children.start(alive, builder);
        child.ask("ready");
        return child;
    }

    /// How a JVM is started.
    static JvmSpec jvm() {
        return JvmSpec.ofFlags(MEMORY_FLAGS);
    }

    private Rival connected(Rival rival) throws IOException {
        if (!client.value("sunda_echo:connect('" + rival.node() + "')").equals("true")) {
            throw new IOException("Erlang cannot connect to " + rival.node());
        }
        return rival;
    }

    /// Echoes, of which at most a window is under way.
    Map<String, Double> echo(Rival rival, int size, int window, int count) throws FailedTurnException, IOException {
        String question = "sunda_echo:echo('%s', %d, %d, %d)".formatted(rival.node(), size, window, count);
        return measured(rival, List.of(client.handle()), count, () -> ask(question));
    }

    /// Messages one way, sent by so many processes of the Erlang node.
    Map<String, Double> flow(Rival rival, int size, int senders, int count) throws FailedTurnException, IOException {
        String question = "sunda_echo:flow('%s', %d, %d, %d)".formatted(rival.node(), size, senders, count);
        return measured(rival, List.of(client.handle()), count, () -> ask(question));
    }

    /// Further Erlang nodes that ask, small ones.
    List<Beam> beams(int count) throws IOException {
        List<Beam> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(beam("peer" + i, "+S", "1:1", "+SDio", "1", "+A", "1"));
        }
        return all;
    }

    /// Echoes of several Erlang nodes at once.
    Map<String, Double> together(List<Beam> askers, Rival rival, int size, int window, int count)
            throws FailedTurnException, IOException {
        int each = count / askers.size();
        String question = "sunda_echo:echo('%s', %d, %d, %d)".formatted(rival.node(), size, window, each);
        ProcessHandle[] processes = askers.stream().map(Beam::handle).toArray(ProcessHandle[]::new);
        return measured(rival, List.of(processes), each * askers.size(), () -> longest(askers, question));
    }

    private static String longest(List<Beam> askers, String question) throws FailedTurnException, IOException {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> answers = new ArrayList<>();
            askers.forEach(each -> answers.add(executor.submit(() -> each.value(question))));
            long longest = 0;
            for (Future<String> each : answers) {
                longest = Math.max(longest, Long.parseLong(each.get()));
            }
            return Long.toString(longest);
        } catch (ExecutionException e) {
            throw new FailedTurnException(reason(String.valueOf(e.getMessage())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /// What a Sunda node measures with another node.
    ///
    /// @param question a word, for [SundaPeer], and numbers
    Map<String, Double> ask(Rival from, Rival rival, int count, String question, int... numbers)
            throws FailedTurnException, IOException {
        Object[] all = IntStream.of(numbers).boxed().toArray();
        String words = question + " " + rival.node() + joined(" ", all);
        return measured(rival, List.of(from.process()), count, () -> jvm(from).ask(words));
    }

    private Child jvm(Rival rival) {
        return Objects.requireNonNull(jvms.get(rival.node()));
    }

    /// Answers nanoseconds, as text.
    private interface Question {
        String ask() throws FailedTurnException, IOException;
    }

    private Map<String, Double> measured(Rival rival, List<ProcessHandle> asking, int count, Question question)
            throws FailedTurnException, IOException {
        double allocated = allocated(rival);
        ProcessCpu server = ProcessCpu.of(rival.process());
        ProcessCpu own = ProcessCpu.of(asking.toArray(ProcessHandle[]::new));
        double nanos = nanos(question.ask());
        return Map.of(
                TIME, nanos / count,
                CPU, (double) server.nanos() / count,
                CLIENT_CPU, (double) own.nanos() / count,
                GARBAGE, (allocated(rival) - allocated) / count);
    }

    /// What its threads have taken of the heap so far; NaN where there is none.
    private double allocated(Rival rival) throws IOException {
        Child jvm = jvms.get(rival.node());
        return jvm == null ? Double.NaN : Double.parseDouble(jvm.ask(EchoWorker.ALLOCATED));
    }

    /// Single echoes.
    ///
    /// @param nanos what the asker answered
    /// @param file what each of them took
    record Singles(double nanos, Path file) {}

    /// A node that measures single echoes.
    interface Asker {
        /// Asks it.
        ///
        /// @param question a function of `sunda_echo`, which [SundaPeer] knows too
        Singles ask(String question, Rival rival, Object... arguments) throws FailedTurnException, IOException;
    }

    /// The Erlang node that asks all.
    Asker client() {
        return (question, rival, arguments) -> {
            Path file = session.folder().resolve("times");
            String all =
                    "sunda_echo:%s('%s', \"%s\"%s)".formatted(question, rival.node(), file, joined(", ", arguments));
            return new Singles(nanos(ask(all)), file);
        };
    }

    /// A Sunda node that does the same.
    Asker asker(Rival asking) {
        return (question, rival, arguments) -> {
            Path file = session.folder().resolve("times");
            String words = question + " " + rival.node() + " " + file + joined(" ", arguments);
            return new Singles(nanos(jvm(asking).ask(words)), file);
        };
    }

    private static String joined(String separator, Object... arguments) {
        return Stream.of(arguments).map(each -> separator + each).collect(Collectors.joining());
    }

    private static double nanos(String answer) throws FailedTurnException {
        try {
            return Double.parseDouble(answer);
        } catch (NumberFormatException _) {
            throw new FailedTurnException(answer);
        }
    }

    /// What the client says.
    private String ask(String question) throws FailedTurnException {
        try {
            return client.value(question);
        } catch (IOException e) {
            throw new FailedTurnException(reason(String.valueOf(e.getMessage())));
        }
    }

    /// The last words of a process, or an exception without where it was thrown.
    private static String reason(String message) {
        return message.replaceFirst("(?s).* failed: error ", "")
                .replaceFirst("(?s),\\[\\{.*", "")
                .replaceAll("\\s+", " ");
    }

    @Override
    public void close() {
        children.close();
        epmd.close();
    }
}
