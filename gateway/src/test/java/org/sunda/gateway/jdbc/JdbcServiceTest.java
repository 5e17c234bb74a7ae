package org.sunda.gateway.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.binary;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.list;
import static org.sunda.term.Terms.map;
import static org.sunda.term.Terms.tuple;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.h2.tools.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sunda.gateway.service.Call;
import org.sunda.gateway.service.ServiceException;
import org.sunda.term.ListTerm;
import org.sunda.term.Term;

@Timeout(60)
class JdbcServiceTest {
    /// Keeps H2 computing for longer than any test waits.
    private static final String SLOW =
            "SELECT COUNT(*) FROM SYSTEM_RANGE(1, 1000000) a, SYSTEM_RANGE(1, 1000000) b WHERE a.x = -b.x";

    @Test
    void shouldAnswerTheNumberOfChangedRows() throws Exception {
        try (Database db = Database.inMemory()) {
            assertThat(db.query("CREATE TABLE t(a INT)")).isEqualTo(Term.parse("{ok, 0}"));
            assertThat(db.query("INSERT INTO t SELECT x FROM SYSTEM_RANGE(1, 5)"))
                    .isEqualTo(Term.parse("{ok, 5}"));
            assertThat(db.query("DELETE FROM t WHERE a > ?", integer(3))).isEqualTo(Term.parse("{ok, 2}"));
            assertThat(db.query("SELECT COUNT(*) AS n FROM t"))
                    .isEqualTo(Term.parse("{ok, #{columns => [<<\"N\">>], rows => [{3}], num_rows => 1}}"));
        }
    }

    @Test
    void shouldTakeTheStatementAsAString() throws Exception {
        try (Database db = Database.inMemory()) {
            assertThat(db.ask(Term.parse("{query, \"SELECT 'ä'\", []}")).toString())
                    .contains("num_rows => 1");
        }
    }

    @Test
    void shouldTellSqlstateNumberAndPlaceWhenTheStatementIsWrong() throws Exception {
        try (Database db = Database.inMemory()) {
            db.query("CREATE TABLE somewhere(a INT)");

            String answer = db.query("SELECT * FROM nowhere").toString();

            assertThat(answer)
                    .contains("class => sql", "code => <<\"42S02\">>", "vendor => 42102", "at => execute")
                    .contains("NOWHERE")
                    .doesNotContain("SQL statement");
        }
    }

    @Test
    void shouldTellTheSqlstateOfAViolatedConstraint() throws Exception {
        try (Database db = Database.inMemory()) {
            db.query("CREATE TABLE t(a INT PRIMARY KEY)");
            db.query("INSERT INTO t VALUES (1)");

            assertThat(db.query("INSERT INTO t VALUES (1)").toString())
                    .contains("class => sql", "code => <<\"23505\">>", "at => execute");
        }
    }

    @Test
    void shouldSayHowManyParametersThereAreWhenTheirNumberIsWrong() throws Exception {
        try (Database db = Database.inMemory()) {
            assertThat(db.query("SELECT ?, ?", integer(1)).toString())
                    .contains("class => badarg", "the statement has 2 parameters, but 1 were given");
            assertThat(db.query("SELECT ?", integer(1), integer(2)).toString())
                    .contains("class => badarg", "parameter 2: ");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hello",
                "{query, <<\"SELECT 1\">>}",
                "{drop, <<\"SELECT 1\">>, []}",
                "{query, 7, []}",
                "{query, <<255>>, []}",
                "{query, <<\"  \">>, []}",
                "{query, <<\"begin\">>, []}",
                "{query, <<\" Begin Transaction ; \">>, []}",
                "{query, <<\"START TRANSACTION READ ONLY\">>, []}",
                "{query, <<\"COMMIT WORK\">>, []}",
                "{query, <<\"rollback to savepoint a\">>, []}",
                "{query, <<\"SAVEPOINT a\">>, []}",
                "{query, <<\"SET  AUTOCOMMIT OFF\">>, []}",
                "{query, <<\"SELECT 1\">>, 7}",
                "{query, <<\"SELECT 1\">>, [1|2]}",
                "{query, <<\"SELECT 1\">>, [], []}",
                "{query, <<\"SELECT 1\">>, [], #{timeout => 0}}",
                "{query, <<\"SELECT 1\">>, [], #{timeout => soon}}",
                "{query, <<\"SELECT 1\">>, [], #{rows => columns}}",
                "{query, <<\"SELECT 1\">>, [], #{fetch => 1}}",
                "{query, <<\"SELECT 1\">>, [], #{[] => 1}}",
            })
    void shouldRefuseWhatIsNoRequest(String request) throws Exception {
        try (Database db = Database.inMemory()) {
            assertThat(db.ask(Term.parse(request)).toString()).contains("class => badarg", "at => queue");
        }
    }

    @Test
    void shouldTakeOptionsByTheNamesOfAtomsAndOfBinaries() throws Exception {
        try (Database db = Database.inMemory()) {
            Term request = Term.parse(
                    "{query, <<\"SELECT 1 AS A\">>, [], #{<<\"rows\">> => <<\"maps\">>, timeout => infinity}}");

            assertThat(db.ask(request).toString()).contains("rows => [#{<<\"A\">> => 1}]");
        }
    }

    @Test
    void shouldEndATransactionThatAStatementHasBegunByStealth() throws Exception {
        try (Database db = Database.inMemory("pool { size = 1 }")) {
            db.query("CREATE TABLE t(a INT)");
            assertThat(db.query("/* hidden */ SET AUTOCOMMIT OFF")).isEqualTo(Term.parse("{ok, 0}"));

            assertThat(db.query("INSERT INTO t VALUES (1)")).isEqualTo(Term.parse("{ok, 1}"));
            assertThat(db.query("/* hidden */ ROLLBACK")).isEqualTo(Term.parse("{ok, 0}"));
            assertThat(db.rows("SELECT COUNT(*) FROM t")).isEqualTo(Term.parse("[{1}]"));
        }
    }

    @Test
    void shouldInsertABatchInOneTransaction() throws Exception {
        try (Database db = Database.inMemory()) {
            db.query("CREATE TABLE t(a INT PRIMARY KEY, b VARCHAR)");

            Term answer = db.ask(batch("INSERT INTO t VALUES (?, ?)", rows(1, 2500)));

            assertThat(answer)
                    .isEqualTo(tuple(atom("ok"), ListTerm.of(java.util.Collections.nCopies(2500, integer(1)))));
            assertThat(db.rows("SELECT COUNT(*), MIN(b), MAX(a) FROM t"))
                    .isEqualTo(Term.parse("[{2500, <<\"row 1\">>, 2500}]"));
        }
    }

    @Test
    void shouldUndoTheWholeBatchAndNameTheRowWhenOneRowFails() throws Exception {
        try (Database db = Database.inMemory()) {
            db.query("CREATE TABLE t(a INT PRIMARY KEY, b VARCHAR)");
            db.query("INSERT INTO t VALUES (1700, 'here first')");

            String answer =
                    db.ask(batch("INSERT INTO t VALUES (?, ?)", rows(1, 2500))).toString();

            assertThat(answer).contains("class => sql", "code => <<\"23505\">>", "row 1700 of the batch: ");
            assertThat(db.rows("SELECT COUNT(*) FROM t")).isEqualTo(Term.parse("[{1}]"));
            assertThat(db.query("INSERT INTO t VALUES (1, 'after')")).isEqualTo(Term.parse("{ok, 1}"));
        }
    }

    @Test
    void shouldUndoTheWholeBatchWhenARowIsNoListOfParameters() throws Exception {
        try (Database db = Database.inMemory()) {
            db.query("CREATE TABLE t(a INT)");

            Term answer = db.ask(Term.parse("{batch, <<\"INSERT INTO t VALUES (?)\">>, [[1], 2]}"));

            assertThat(answer.toString()).contains("class => badarg", "row 2 of the batch must be a list");
            assertThat(db.rows("SELECT COUNT(*) FROM t")).isEqualTo(Term.parse("[{0}]"));
        }
    }

    @Test
    void shouldAnswerAnEmptyBatch() throws Exception {
        try (Database db = Database.inMemory()) {
            db.query("CREATE TABLE t(a INT)");

            assertThat(db.ask(Term.parse("{batch, <<\"INSERT INTO t VALUES (?)\">>, []}")))
                    .isEqualTo(Term.parse("{ok, []}"));
        }
    }

    @Test
    void shouldAnswerAsManyRowsAsAllowedAndNotOneMore() throws Exception {
        try (Database db = Database.inMemory("max-rows = 3")) {
            assertThat(db.query("SELECT x FROM SYSTEM_RANGE(1, 3)").toString()).contains("num_rows => 3");
            assertThat(db.query("SELECT x FROM SYSTEM_RANGE(1, 4)").toString())
                    .contains("class => limit", "more than 3 rows", "LIMIT", "at => fetch");
            assertThat(db.query("SELECT x FROM SYSTEM_RANGE(1, 3)").toString()).contains("num_rows => 3");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"VARCHAR", "CLOB", "BLOB", "VARBINARY"})
    void shouldAnswerAsManyBytesAsAllowedAndNotOneMore(String type) throws Exception {
        try (Database db = Database.inMemory("max-reply-bytes = 100")) {
            // Five bytes stand before the bytes of a binary.
            String sql = "SELECT CAST(X'%s' AS %s)";

            assertThat(db.query(sql.formatted("61".repeat(95), type)).toString())
                    .contains("num_rows => 1");
            assertThat(db.query(sql.formatted("61".repeat(96), type)).toString())
                    .contains("class => limit", "larger than 100 bytes", "at => fetch");
        }
    }

    @Test
    void shouldCountTheBytesOfAllRowsTogether() throws Exception {
        try (Database db = Database.inMemory("max-reply-bytes = 100")) {
            String sql = "SELECT REPEAT('a', 45) FROM SYSTEM_RANGE(1, %d)";

            assertThat(db.query(sql.formatted(2)).toString()).contains("num_rows => 2");
            assertThat(db.query(sql.formatted(3)).toString()).contains("class => limit");
        }
    }

    @Test
    void shouldCancelTheStatementWhenItsTimeIsOver() throws Exception {
        try (Database db = Database.inMemory("pool { size = 1 }")) {
            Instant start = Instant.now();

            String answer = db.ask(query(SLOW, 300)).toString();

            assertThat(answer).contains("class => timeout", "at => execute", "300 ms");
            assertThat(Duration.between(start, Instant.now())).isBetween(Duration.ofMillis(300), Duration.ofSeconds(5));
            // The one connection there is comes back at once, and no statement runs any more.
            assertThat(db.rows(
                            "SELECT COUNT(*) FROM INFORMATION_SCHEMA.SESSIONS WHERE EXECUTING_STATEMENT LIKE '%b.x'"))
                    .isEqualTo(Term.parse("[{0}]"));
        }
    }

    @Test
    void shouldUseTheServicesTimeWhenTheRequestNamesNone() throws Exception {
        try (Database db = Database.inMemory("query-timeout = 200ms")) {
            assertThat(db.query(SLOW).toString()).contains("class => timeout", "200 ms");
        }
    }

    @Test
    void shouldFreeTheConnectionWhenTheCallerIsGone() throws Exception {
        try (Database db = Database.inMemory("pool { size = 1 }")) {
            CompletableFuture<Term> unanswered = new CompletableFuture<>();
            Call call = db.start(query(SLOW, 60_000), unanswered);
            while (call.stage() != org.sunda.gateway.service.Stage.EXECUTE) {
                Thread.onSpinWait();
            }

            db.abandon(call);

            assertThat(db.rows("SELECT 1")).isEqualTo(Term.parse("[{1}]"));
            assertThat(unanswered).isNotDone();
        }
    }

    @Test
    void shouldRefuseWhatIsMoreThanMayRunAndWait() throws Exception {
        try (Database db = Database.inMemory("pool { size = 1 }", "queue { max-waiting = 2 }")) {
            CompletableFuture<Term> running = db.start(query(SLOW, 500));
            List<CompletableFuture<Term>> waiting =
                    List.of(db.start(query("SELECT 1", 5000)), db.start(query("SELECT 2", 5000)));

            String refused = db.query("SELECT 3").toString();

            assertThat(refused).contains("class => overload", "at => queue", "1 requests run and 2 wait");
            assertThat(running).isNotDone();
            assertThat(Database.result(running).toString()).contains("class => timeout");
            for (CompletableFuture<Term> answer : waiting) {
                assertThat(Database.result(answer).toString()).contains("num_rows => 1");
            }
        }
    }

    @Test
    void shouldAnswerManyCallsAtOnce() throws Exception {
        try (Database db = Database.inMemory("pool { size = 4 }")) {
            List<CompletableFuture<Term>> answers = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                answers.add(db.start(tuple(atom("query"), binary("SELECT ?"), list(integer(i)))));
            }

            for (int i = 0; i < answers.size(); i++) {
                assertThat(Database.result(answers.get(i)).toString()).contains("rows => [{" + i + "}]");
            }
        }
    }

    @Test
    void shouldSayThatTheDatabaseIsDownAndRecoverWhenItIsBack(@TempDir Path folder) throws Exception {
        Server server = server(folder, "0").start();
        int port = server.getPort();
        String url = "jdbc:h2:tcp://localhost:" + port + "/./down";
        try (Database db = Database.open("url = \"" + url + "\", pool { size = 2, connection-timeout = 500ms }")) {
            assertThat(db.query("CREATE TABLE t(a INT)")).isEqualTo(Term.parse("{ok, 0}"));
            server.stop();

            // The connection that breaks is found at once, the missing new one only by waiting for it.
            assertThat(db.query("INSERT INTO t VALUES (1)").toString()).contains("class => unavailable");
            assertThat(db.query("INSERT INTO t VALUES (1)").toString())
                    .contains("class => unavailable", "at => connect");

            server = server(folder, String.valueOf(port)).start();
            Instant deadline = Instant.now().plusSeconds(20);
            Term answer = db.query("INSERT INTO t VALUES (1)");
            while (answer.toString().contains("unavailable") && Instant.now().isBefore(deadline)) {
                answer = db.query("INSERT INTO t VALUES (1)");
            }
            assertThat(answer).isEqualTo(Term.parse("{ok, 1}"));
        } finally {
            server.stop();
        }
    }

    private static Server server(Path folder, String port) throws Exception {
        return Server.createTcpServer("-tcpPort", port, "-baseDir", folder.toString(), "-ifNotExists");
    }

    @Test
    void shouldNotOpenWhenTheDatabaseCannotBeReached(@TempDir Path folder) throws Exception {
        Server server = server(folder, "0").start();
        int port = server.getPort();
        server.stop();
        String settings = "url = \"jdbc:h2:tcp://localhost:" + port + "/./db;PASSWORD=secret\""
                + ", pool.connection-timeout = 500ms, pool.fail-fast = ";

        assertThatThrownBy(() -> Database.open(settings + true))
                .isInstanceOf(ServiceException.class)
                .hasMessageContaining("no connection to jdbc:h2:tcp://localhost:" + port)
                .hasMessageNotContaining("secret");
        try (Database db = Database.open(settings + false)) {
            assertThat(db.query("SELECT 1").toString()).contains("class => unavailable", "at => connect");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE ALIAS sleep FOR 'java.lang.Thread.sleep'",
                "CREATE ALIAS f AS 'int f() { return 1; }'",
                "CREATE TRIGGER r BEFORE INSERT ON t CALL 'org.h2.tools.TriggerAdapter'",
                "CREATE TRIGGER r BEFORE INSERT ON t AS 'org.h2.api.Trigger create() { return null; }'",
                "CREATE AGGREGATE g FOR 'java.lang.Object'",
                "CREATE LINKED TABLE l('', 'jdbc:h2:mem:other', '', '', 't')",
                "SELECT FILE_READ('/etc/hostname')",
                "SELECT * FROM CSVREAD('/etc/hostname')",
                "SCRIPT",
                "RUNSCRIPT FROM '/etc/hostname'",
                "BACKUP TO '/tmp/never.zip'",
                "CREATE USER u PASSWORD 'p'",
                "ALTER USER sunda ADMIN TRUE",
                "SHUTDOWN",
            })
    void shouldGiveNobodyTheRightsOfAnAdministratorOfADatabaseInMemory(String sql) throws Exception {
        try (Database db = Database.inMemory()) {
            db.query("CREATE TABLE t(a INT)");

            assertThat(db.query(sql).toString()).contains("Admin rights are required");
        }
    }

    private static List<Term> rows(int from, int to) {
        return IntStream.rangeClosed(from, to)
                .mapToObj(i -> (Term) list(integer(i), binary("row " + i)))
                .toList();
    }

    private static Term batch(String sql, List<Term> rows) {
        return tuple(atom("batch"), binary(sql), ListTerm.of(rows));
    }

    private static Term query(String sql, int timeoutMillis) {
        return tuple(atom("query"), binary(sql), ListTerm.nil(), map(atom("timeout"), integer(timeoutMillis)));
    }
}
