package org.sunda.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sunda.gateway.config.InvalidConfigurationException;
import org.sunda.gateway.config.Mistake;
import org.sunda.gateway.service.QueueLimits;

class GatewayConfigTest {
    private static final String URL = "url = \"jdbc:h2:mem:x\"\n";

    static List<Arguments> mistakes() {
        return List.of(
                Arguments.of("nodes { name = \"a@b\" }", "test:1: nodes: is not a key; known here: node, services"),
                Arguments.of(
                        "node {\n nam = \"a@b\"\n}", "test:2: node.nam: is not a key; known here: name, cookie-file"),
                Arguments.of("node = 7", "test:1: node: expected a section { ... }, found 7"),
                Arguments.of("node.name = gw", "test:1: node.name: expected a node name as gw@localhost, found \"gw\""),
                Arguments.of("node.name = [a]", "test:1: node.name: expected a text, found [\"a\"]"),
                Arguments.of("node.listen = \"localhost:ftp\"", "test:1: node.listen: expected an address"),
                Arguments.of("node.listen = \"127.0.0.1:65536\"", "test:1: node.listen: expected an address"),
                Arguments.of("node.epmd = \"127.0.0.1\"", "test:1: node.epmd: expected address:port"),
                Arguments.of(
                        "services.db {}", "test:1: services.db.type: is missing: expected one of the types [jdbc]"),
                Arguments.of(
                        "services.db {\n type = odbc\n dsn = x\n}",
                        "test:2: services.db.type: expected one of the types [jdbc], found \"odbc\""),
                Arguments.of(
                        "services.Db { type = jdbc, " + URL + " }", "test:1: services.Db: a service's name must be"),
                Arguments.of("services.db = jdbc", "test:1: services.db: expected a section { ... }, found \"jdbc\""),
                Arguments.of("services.db { type = jdbc }", "test:1: services.db.url: is missing: expected a text"),
                Arguments.of(db("url = \"h2:mem\""), "test:3: services.db.url: expected the JDBC URL of a database"),
                Arguments.of(db("url = \"jdbc:nosuch:x\""), "test:3: services.db.url: there is no JDBC driver for it"),
                Arguments.of(
                        db("url = \"jdbc:h2:mem:\""), "test:3: services.db.url: an H2 database in memory needs a name"),
                Arguments.of(
                        db(URL + "pool.size = ten"), "test:4: services.db.pool.size: expected a whole number from 1"),
                Arguments.of(
                        db(URL + "pool.size = 2.5"), "test:4: services.db.pool.size: expected a whole number from 1"),
                Arguments.of(
                        db(URL + "pool.size = 0"), "test:4: services.db.pool.size: expected a whole number from 1"),
                Arguments.of(
                        db(URL + "pool {\nsize = 2\nmin-idle = 3\n}"),
                        "test:6: services.db.pool.min-idle: expected a whole number from 0 to 2, found 3"),
                Arguments.of(
                        db(URL + "pool.connection-timeout = 249ms"),
                        "test:4: services.db.pool.connection-timeout: expected a time such as 500ms, 5s or 2 minutes, "
                                + "from 0.25s to 24h, found \"249ms\""),
                Arguments.of(
                        db(URL + "pool.max-lifetime = 29s"),
                        "test:4: services.db.pool.max-lifetime: expected 0, which turns it off, or at least 30s"),
                Arguments.of(
                        db(URL + "pool.isolation = high"),
                        "test:4: services.db.pool.isolation: expected one of [read-committed, read-uncommitted, "),
                Arguments.of(
                        db(URL + "pool.fail-fast = perhaps"),
                        "test:4: services.db.pool.fail-fast: expected true or false, found \"perhaps\""),
                Arguments.of(
                        db(URL + "pool.size = 4\nqueue.max-in-flight = 5"),
                        "test:5: services.db.queue.max-in-flight: expected a whole number from 1 to 4, found 5"),
                Arguments.of(
                        db(URL + "query-timeout = soon"),
                        "test:4: services.db.query-timeout: expected a time such as 500ms, 5s or 2 minutes, from 0.001s"),
                Arguments.of(db(URL + "max-rows = 0"), "test:4: services.db.max-rows: expected a whole number from 1"),
                Arguments.of(
                        db(URL + "max-reply-bytes = many"),
                        "test:4: services.db.max-reply-bytes: expected a size such as 64KiB or 16MiB"),
                Arguments.of(db(URL + "password = { a = 1 }"), "test:4: services.db.password: expected a text"),
                Arguments.of(
                        db(URL + "driver { ssl = [1] }"), "test:4: services.db.driver.ssl: expected a text, found [1]"),
                Arguments.of(
                        "exports.erlang = java.lang.Math", "test:1: exports.erlang: a module may have any name but"),
                Arguments.of("exports.m = java.lang.Maths", "test:1: exports.m: there is no class java.lang.Maths"),
                Arguments.of("exports.m = [1]", "test:1: exports.m: expected a text, found [1]"),
                Arguments.of("exports.m {}", "test:1: exports.m.class: is missing: expected a text"),
                Arguments.of(
                        "exports.m = java.lang.Runnable", "test:1: exports.m: java.lang.Runnable has no public static"),
                Arguments.of(
                        "exports.m = sun.launcher.LauncherHelper",
                        "test:1: exports.m: the class sun.launcher.LauncherHelper cannot be exported"),
                Arguments.of(
                        "exports.m {\n class = java.lang.Math\n methods = [max, maxi]\n}",
                        "test:3: exports.m.methods: java.lang.Math has no public static method \"maxi\""),
                Arguments.of(
                        "exports.m {\n class = java.lang.Math\n methods = [[max]]\n}",
                        "test:3: exports.m.methods: expected a list of texts, found [\"max\"]"),
                Arguments.of("node {", "test:1: "),
                Arguments.of("a = 1\nb = ${nowhere}", "test:2: "));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void shouldTellPlaceKeyAndWhatWasExpectedWhenThereIsAMistake(String text, String mistake) {
        InvalidConfigurationException e = refused(text);

        assertThat(e.mistakes())
                .extracting(Mistake::toString)
                .singleElement()
                .asString()
                .startsWith(mistake);
    }

    @Test
    void shouldTellAllMistakesAtOnce() {
        InvalidConfigurationException e = refused("""
                node.name = here
                services {
                  a { type = jdbc, pool.size = -1 }
                  b { url = x }
                }
                exports.m = no.such.Class
                other = 1
                """);

        assertThat(e.mistakes())
                .extracting(Mistake::key)
                .containsExactlyInAnyOrder(
                        "node.name", "services.a.url", "services.a.pool.size", "services.b.type", "exports.m", "other");
        assertThat(e).message().hasLineCount(6);
    }

    @Test
    void shouldNeverShowAPassword() {
        InvalidConfigurationException e = refused(db(URL + "password = [hush]\npassword2 = hush"));

        assertThat(e.mistakes()).hasSize(2);
        assertThat(e).message().doesNotContain("hush");
    }

    @Test
    void shouldReadAllThatIsThere(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("gateway.conf"), """
                node {
                  name = "gw@localhost"
                  cookie-file = secret/cookie
                  listen = "127.0.0.1:9100"
                  epmd = "127.0.0.1:14369"
                }
                services.orders {
                  type = jdbc
                  url = "jdbc:h2:mem:"${NAME}
                  user = ${?HOME}
                  password = 007
                  pool { size = 4, min-idle = 1, connection-timeout = 2 seconds, isolation = serializable }
                  queue { max-in-flight = 3, max-waiting = 0, timeout = 100 }
                  query-timeout = 1m
                  max-rows = 10
                  max-reply-bytes = 64KiB
                  driver { anything = true, goes = 1.5 }
                }
                exports {
                  "Elixir.Math" = java.lang.Math
                  text { class = java.lang.String, methods = [valueOf, join] }
                }
                NAME = orders
                """);

        // NAME stands at the root, where it is no key: what it stands for is read, and then it is refused.
        assertThatThrownBy(() -> GatewayConfig.read(file)).hasMessageContaining(file + ":23: NAME: is not a key");
        Files.writeString(
                file,
                Files.readString(file)
                        .replace("\"jdbc:h2:mem:\"${NAME}", "\"jdbc:h2:mem:orders\"")
                        .replace("NAME = orders\n", ""));
        GatewayConfig config = GatewayConfig.read(file);

        assertThat(config.node().name()).contains("gw@localhost");
        assertThat(config.node().cookieFile()).contains(folder.resolve("secret/cookie"));
        assertThat(config.node().listen()).contains(loopback(9100));
        assertThat(config.node().epmd()).contains(loopback(14369));
        ServiceSettings orders = config.services().getFirst();
        assertThat(orders.name()).isEqualTo("orders");
        assertThat(orders.plan().queue()).isEqualTo(new QueueLimits(3, 0, Duration.ofMillis(100)));
        assertThat(orders.plan().timeout()).isEqualTo(Duration.ofMinutes(1));
        assertThat(config.exports()).extracting(Export::module).containsExactly("Elixir.Math", "text");
        assertThat(config.exports().getLast().java().names()).containsExactly("join", "valueOf");
    }

    @Test
    void shouldReadVariablesOfTheEnvironment() throws Exception {
        String home = System.getenv("PATH");

        GatewayConfig config =
                GatewayConfig.read("services.db { type = jdbc, url = \"jdbc:h2:mem:e\", user = ${PATH} }", "test");

        assertThat(home).isNotEmpty();
        assertThat(config.services()).hasSize(1);
    }

    @Test
    void shouldServeADatabaseInMemoryAndMathWhenNothingIsConfigured() throws Exception {
        GatewayConfig config = GatewayConfig.standard();

        assertThat(config.services()).extracting(ServiceSettings::name).containsExactly("db");
        assertThat(config.exports()).extracting(Export::module).containsExactly("math");
    }

    @Test
    void shouldTellThatThereIsNoSuchFile(@TempDir Path folder) {
        assertThatThrownBy(() -> GatewayConfig.read(folder.resolve("no.conf")))
                .hasMessageContaining("no.conf: there is no such file");
        assertThatThrownBy(() -> GatewayConfig.read(folder)).hasMessageContaining("there is no such file");
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
    }

    private static InvalidConfigurationException refused(String text) {
        return catchThrowableOfType(InvalidConfigurationException.class, () -> GatewayConfig.read(text, "test"));
    }

    private static String db(String settings) {
        return "services.db {\n type = jdbc\n" + settings + "\n}";
    }
}
