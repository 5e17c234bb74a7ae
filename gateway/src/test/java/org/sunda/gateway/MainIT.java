package org.sunda.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sunda.ErlNode;

/// The commands as a person runs them: a process of their own, its output, its exit code.
@Timeout(120)
class MainIT {
    private static final String COOKIE = "main_cookie";
    private static final int SIGTERM_EXIT = 143;

    @TempDir
    private Path folder;

    @Test
    void shouldServeUntilItIsTerminated() throws Exception {
        int epmdPort = freePort();
        Path config = Files.writeString(folder.resolve("gateway.conf"), """
                node { name = "main@127.0.0.1", cookie-file = cookie }
                services.orders { type = jdbc, url = "jdbc:h2:mem:main" }
                exports.math = java.lang.Math
                """);
        cookieFile("rw-------");
        Process gateway = start(epmdPort, "gateway", "--config", config.toString());
        try (BufferedReader output = gateway.inputReader();
                ErlNode erl = afterReady(
                        output, epmdPort, "SUNDA READY node=main@127.0.0.1 port=\\d+ services=orders exports=math")) {
            erl.check("gen_server:call({orders, 'main@127.0.0.1'}, {query, <<\"SELECT 6 * 7 AS n\">>, []}) =:= "
                    + "{ok, #{columns => [<<\"N\">>], rows => [{42}], num_rows => 1}}");
            erl.check("erpc:call('main@127.0.0.1', math, max, [1, 2]) =:= 2");
            erl.eval("Ref = monitor(process, {orders, 'main@127.0.0.1'})");

            // By its handle: Process.destroy closes what we still want to read.
            assertThat(gateway.toHandle().destroy()).isTrue();

            assertThat(gateway.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(gateway.exitValue()).isEqualTo(SIGTERM_EXIT);
            assertThat(text(gateway.getErrorStream())).doesNotContain("WARN", "ERROR", "Exception");
            erl.check("receive {'DOWN', Ref, process, _, shutdown} -> true after 5000 -> false end");
        } finally {
            gateway.destroyForcibly();
        }
    }

    @Test
    void shouldSendBackWhatItGets() throws Exception {
        int epmdPort = freePort();
        Process echo = start(epmdPort, "echo", "--name", "echo@127.0.0.1", "--cookie", COOKIE);
        try (BufferedReader output = echo.inputReader();
                ErlNode erl = afterReady(
                        output, epmdPort, "SUNDA READY node=echo@127.0.0.1 port=\\d+ services=echo exports=")) {
            erl.eval("Echo = {echo, 'echo@127.0.0.1'}, Self = self()");
            erl.check("Echo ! {self(), {hello, [1, 2.5]}}, "
                    + "receive {Self, {hello, [1, 2.5]}} -> true after 5000 -> false end");
            erl.eval("Echo ! nonsense, Echo ! {1, 2}, Echo ! {self(), again}");
            erl.check("receive {Self, again} -> true after 5000 -> false end");
        } finally {
            echo.destroy();
            assertThat(echo.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void shouldTellMistakesOfTheConfigurationAndExitWith2() throws Exception {
        Path config = Files.writeString(folder.resolve("wrong.conf"), "node.name = gw\nservices.db {}\n");

        for (String[] check : new String[][] {{}, {"--check"}}) {
            Ended ended = run("gateway", List.of("--config", config.toString()), check);

            assertThat(ended.exitCode).isEqualTo(2);
            assertThat(ended.output).isEmpty();
            assertThat(ended.errors.lines())
                    .satisfiesExactly(
                            line -> assertThat(line).startsWith(config + ":1: node.name: expected a node name"),
                            line -> assertThat(line).startsWith(config + ":2: services.db.type: is missing"));
        }
    }

    @Test
    void shouldOnlyCheckWhenAsked() throws Exception {
        Ended ended = run("gateway", List.of("--check"));

        assertThat(ended.exitCode).isZero();
        assertThat(ended.output).isEqualTo("The configuration has no mistakes: services=db exports=math\n");
        assertThat(ended.errors).isEmpty();
    }

    @Test
    void shouldTellInOneSentenceWhyItDoesNotStart() throws Exception {
        cookieFile("rw-r--r--");
        String cookie = folder.resolve("cookie").toString();

        assertSentence(1, "must be accessible by its owner only", "gateway", "--cookie-file", cookie);
        assertSentence(
                1,
                "no-such-file",
                "gateway",
                "--cookie-file",
                folder.resolve("no-such-file").toString());
        assertSentence(1, "there is no cookie", "echo", "--name", "echo@127.0.0.1");
        assertSentence(2, "--name is missing", "echo");
        assertSentence(2, "--name must be of the form NAME@HOST", "gateway", "--name", "gw");
        assertSentence(2, "Unknown option: '--nmae=gw@localhost'", "gateway", "--nmae=gw@localhost");
        assertSentence(2, "--tls-ca is missing", "echo", "--name", "echo@127.0.0.1", "--tls-cert", "cert.pem");
        assertSentence(2, "--tls-cert is missing", "echo", "--name", "echo@127.0.0.1", "--tls-ca", "ca.pem");
        assertSentence(2, "gatewy", "gatewy");
    }

    private void assertSentence(int exitCode, String part, String... arguments) throws Exception {
        Ended ended = run(arguments[0], List.of(arguments).subList(1, arguments.length));

        assertThat(ended.errors).contains(part).hasLineCount(1).doesNotContain("Exception", "\tat ");
        assertThat(ended.output).isEmpty();
        assertThat(ended.exitCode).isEqualTo(exitCode);
    }

    @Test
    void shouldExplainEachCommandWithAnExample() throws Exception {
        assertThat(run("--help", List.of()).output).contains("gateway", "echo");
        assertThat(run("gateway", List.of("--help")).output).contains("--config", "Example", "gen_server:call");
        assertThat(run("echo", List.of("--help")).output).contains("--cookie-file", "Example", "{self(), hello}");
    }

    private void cookieFile(String permissions) throws IOException {
        Path file = Files.writeString(folder.resolve("cookie"), COOKIE + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private static ErlNode afterReady(BufferedReader output, int epmdPort, String ready) throws IOException {
        assertThat(output.readLine()).matches(ready);
        return ErlNode.start("main_caller@127.0.0.1", COOKIE, epmdPort);
    }

    private record Ended(int exitCode, String output, String errors) {}

    private Ended run(String command, List<String> arguments, String... more) throws Exception {
        List<String> all = new ArrayList<>(List.of(command));
        all.addAll(arguments);
        all.addAll(List.of(more));
        Process process = start(freePort(), all.toArray(String[]::new));
        try {
            String output = text(process.getInputStream());
            String errors = text(process.getErrorStream());
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            return new Ended(process.exitValue(), output, errors);
        } finally {
            process.destroyForcibly();
        }
    }

    /// Starts the classes under test in a Java of their own, in which no cookie is to be found by chance.
    private Process start(int epmdPort, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Duser.home=" + folder,
                "-Dlogback.configurationFile="
                        + Path.of("src/main/resources/logback.xml").toAbsolutePath(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("ERL_EPMD_PORT", Integer.toString(epmdPort));
        builder.environment().remove("SUNDA_COOKIE");
        builder.environment().remove("XDG_CONFIG_HOME");
        return builder.start();
    }

    private static String text(InputStream stream) throws IOException {
        return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
}
