package org.sunda.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sunda.ErlNode;
import org.sunda.Node;
import org.sunda.NodeBuilder;
import org.sunda.gateway.service.ServiceException;
import org.sunda.process.ExitReason;
import org.sunda.term.Pid;

/// A real Erlang node calls databases and Java through a gateway.
@Timeout(120)
class GatewayIT {
    private static final String COOKIE = "gateway_cookie";

    private static final String CONFIG = """
            services {
              db {
                type = jdbc
                url = "jdbc:h2:mem:gateway-it"
                pool.size = 4
                max-rows = 20000
              }
              # One connection each, and each for one test: what a test leaves running does not meet the next one.
              slow { type = jdbc, url = "jdbc:h2:mem:it-slow", pool.size = 1 }
              lonely { type = jdbc, url = "jdbc:h2:mem:it-lonely", pool.size = 1 }
              busy { type = jdbc, url = "jdbc:h2:mem:it-busy", pool.size = 1, queue.max-waiting = 1 }
            }
            exports {
              math = java.lang.Math
              text { class = java.lang.String, methods = [join] }
              samples = org.sunda.gateway.java.Samples
            }
            """;

    private static int epmdPort;
    private static Gateway gateway;
    private static ErlNode erl;

    @BeforeAll
    static void start() throws Exception {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            epmdPort = free.getLocalPort();
        }
        gateway = Gateway.open(GatewayConfig.read(CONFIG, "test"), builder("gw@127.0.0.1"));
        erl = ErlNode.start("caller@127.0.0.1", COOKIE, epmdPort);
        erl.eval("Gw = 'gw@127.0.0.1', Db = {db, Gw}");
        // Computes until it is cancelled.
        erl.eval("Slow = <<\"SELECT COUNT(*) FROM SYSTEM_RANGE(1, 1000000) a, SYSTEM_RANGE(1, 1000000) b "
                + "WHERE a.x = -b.x\">>");
        erl.eval("Query = fun(S, Sql) -> gen_server:call(S, {query, Sql, []}, 30000) end");
    }

    private static NodeBuilder builder(String name) {
        return Node.builder(name)
                .cookie(COOKIE)
                .epmd(new InetSocketAddress(InetAddress.getLoopbackAddress(), epmdPort));
    }

    @AfterAll
    static void stop() {
        erl.close();
        gateway.close();
    }

    @Test
    void shouldQueryUpdateAndInsertABatch() {
        erl.eval("{ok, 0} = Query(Db, <<\"CREATE TABLE orders(id INT PRIMARY KEY, name VARCHAR(40))\">>)");
        erl.eval("Rows = [[I, <<\"order \", (integer_to_binary(I))/binary>>] || I <- lists:seq(1, 10000)]");

        erl.check("gen_server:call(Db, {batch, \"INSERT INTO orders VALUES (?, ?)\", Rows}, 30000) =:= "
                + "{ok, lists:duplicate(10000, 1)}");
        erl.check("gen_server:call(Db, {query, <<\"SELECT name FROM orders WHERE id = ?\">>, [17]}) =:= "
                + "{ok, #{columns => [<<\"NAME\">>], rows => [{<<\"order 17\">>}], num_rows => 1}}");
        erl.check("{ok, #{rows := All}} = Query(Db, <<\"SELECT id, name FROM orders ORDER BY id\">>), "
                + "All =:= [list_to_tuple(R) || R <- Rows]");
        erl.check("Query(Db, <<\"UPDATE orders SET name = 'x' WHERE id <= 10\">>) =:= {ok, 10}");
    }

    @Test
    void shouldGiveBackEveryParameterAsItWas() {
        erl.check("P = [null, true, -7, 1 bsl 62, 1.5, <<\"text\">>, <<0,255>>], "
                + "{ok, #{rows := [R]}} = gen_server:call(Db, {query, <<\"SELECT CAST(? AS INT), CAST(? AS BOOLEAN), "
                + "CAST(? AS INT), CAST(? AS BIGINT), CAST(? AS DOUBLE PRECISION), CAST(? AS VARCHAR), "
                + "CAST(? AS VARBINARY)\">>, P}), R =:= list_to_tuple(P)");
    }

    @Test
    void shouldAnswerWhatIsWrongWithAStatement() {
        erl.check("{error, #{class := sql, code := <<\"42S0\", _/binary>>, at := execute, message := Sql}} = "
                + "Query(Db, <<\"SELECT * FROM nowhere\">>), is_binary(Sql)");
        erl.check("{error, #{class := badarg}} = gen_server:call(Db, hello), true");
        erl.check("{error, #{class := badarg}} = gen_server:call(Db, {query, <<\"SELECT ?\">>, [self()]}), true");
        erl.check("{error, #{class := limit}} = Query(Db, <<\"SELECT * FROM SYSTEM_RANGE(1, 20001)\">>), true");
    }

    @Test
    void shouldMakeNoAtomsOfNamesAndData() {
        erl.eval("Before = erlang:system_info(atom_count)");
        erl.check("lists:all(fun(I) -> N = integer_to_list(I), {ok, _} = Query(Db, "
                + "\"SELECT 1 AS c_atom\" ++ N ++ \", 'v_atom\" ++ N ++ \"'\"), true end, lists:seq(1, 100))");

        erl.check("erlang:system_info(atom_count) - Before < 50");
    }

    @Test
    void shouldAnswerManyCallsAtOnce() {
        erl.eval("Self = self()");
        erl.eval(
                "[spawn(fun() -> Self ! {answer, I, "
                        + "gen_server:call(Db, {query, <<\"SELECT CAST(? AS INT)\">>, [I]}, 30000)} end) || I <- lists:seq(1, 200)]");

        erl.check(
                "lists:all(fun(I) -> receive {answer, I, {ok, #{rows := [{I}]}}} -> true after 30000 -> false end end, "
                        + "lists:seq(1, 200))");
    }

    @Test
    void shouldCancelWhatTakesTooLongAndHaveTheConnectionFreeAtOnce() {
        erl.eval("{Took, {error, #{class := timeout, at := execute}}} = "
                + "timer:tc(fun() -> gen_server:call({slow, Gw}, {query, Slow, [], #{timeout => 500}}, 30000) end)");

        erl.check("Took >= 500000 andalso Took < 10000000");
        // The pool has one connection.
        erl.check("{ok, _} = gen_server:call({slow, Gw}, {query, <<\"SELECT 1\">>, []}), true");
    }

    @Test
    void shouldCancelTheStatementOfACallerThatDies() {
        erl.eval(
                "Caller = spawn(fun() -> gen_server:call({lonely, Gw}, {query, Slow, [], #{timeout => 60000}}, 60000) end)");
        erl.eval("AwaitBusy = fun F() -> case gen_server:call({lonely, Gw}, {query, <<\"SELECT 1\">>, [], "
                + "#{timeout => 200}}) of {error, #{class := timeout, at := queue}} -> ok; {ok, _} -> F() end end");
        erl.eval("AwaitBusy()");

        erl.eval("exit(Caller, kill)");

        erl.check("{ok, _} = gen_server:call({lonely, Gw}, {query, <<\"SELECT 1\">>, [], #{timeout => 5000}}), true");
    }

    @Test
    void shouldRefuseAtOnceWhatIsTooMuch() {
        erl.eval(
                "Hold = fun F() -> gen_server:call({busy, Gw}, {query, Slow, [], #{timeout => 30000}}, 60000), F() end");
        erl.eval("Busy = [spawn(Hold) || _ <- [1, 2]]");
        erl.eval(
                "Refused = fun F() -> case timer:tc(fun() -> gen_server:call({busy, Gw}, {query, <<\"SELECT 1\">>, [], "
                        + "#{timeout => 3000}}) end) of {T, {error, #{class := overload, at := queue}}} -> T; _ -> F() end end");

        // At once, though what waits may do so for much longer.
        erl.check("Refused() < 2500000");

        erl.eval("[exit(P, kill) || P <- Busy]");
        erl.eval("Accepted = fun F() -> case gen_server:call({busy, Gw}, {query, <<\"SELECT 1\">>, []}) of "
                + "{ok, _} -> true; {error, #{class := overload}} -> F() end end");
        erl.check("Accepted()");
    }

    @Test
    void shouldOutliveItsProcess() {
        Pid old = gateway.node().whereis("db").orElseThrow();
        // The answer comes after the monitor has: what one process sends another arrives in order.
        erl.eval("Ref = monitor(process, Db), {ok, _} = Query(Db, <<\"SELECT 1\">>)");
        gateway.node().processes().exit(old, ExitReason.KILL);
        erl.check("receive {'DOWN', Ref, _, _, killed} -> true after 5000 -> false end");

        erl.eval("Again = fun F(0) -> false; F(N) -> try Query(Db, <<\"SELECT 1\">>) of {ok, _} -> true "
                + "catch exit:{noproc, _} -> F(N - 1) end end");
        erl.check("Again(1000)");
    }

    @Test
    void shouldCallJavaMethodsAsFunctionsOfAModule() {
        erl.check("erpc:call(Gw, math, max, [1, 2]) =:= 2");
        erl.check("erpc:call(Gw, math, pow, [2.0, 10]) =:= 1024.0");
        erl.check("rpc:call(Gw, math, abs, [-5]) =:= 5");
        erl.check("erpc:call(Gw, text, join, [<<\"-\">>, [<<\"a\">>, <<\"b\">>]]) =:= <<\"a-b\">>");
        erl.check("erpc:multicall([Gw, Gw], math, min, [1, 2]) =:= [{ok, 1}, {ok, 1}]");
    }

    @Test
    void shouldRaiseWhatJavaThrows() {
        erl.check(
                "try erpc:call(Gw, math, floorDiv, [1, 0]) catch error:{exception, "
                        + "{java_exception, <<\"java.lang.ArithmeticException\">>, <<\"/ by zero\">>, [F | _]}, _} -> is_binary(F) end");
        erl.check("try erpc:call(Gw, math, max, [a, 2]) catch error:{exception, {badarg, M}, _} -> is_binary(M) end");
        erl.check(
                "try erpc:call(Gw, samples, noTerm, []) catch error:{exception, {no_term, M1}, _} -> is_binary(M1) end");
    }

    @Test
    void shouldHaveNothingElseToCall() {
        erl.eval("Undef = fun(M, F, A) -> try erpc:call(Gw, M, F, A, 2000) of V -> V "
                + "catch error:{exception, undef, [{M, F, A, _} | _]} -> true end end");

        erl.check("Undef(os, cmd, [\"id\"])");
        erl.check("Undef(math, getClass, [])");
        erl.check("Undef(math, max, [1])");
        erl.check("Undef(math, max, [1, 2, 3])");
        erl.check("Undef(text, valueOf, [1])");
        erl.check("Undef('java.lang.System', exit, [0])");
        erl.check("Undef(samples, instanceMethod, [])");
        erl.check("Undef(db, query, [<<\"SELECT 1\">>])");
    }

    @Test
    void shouldSayThatTheNameIsInUse() throws Exception {
        GatewayConfig config = GatewayConfig.read("", "test");

        assertThatThrownBy(() -> Gateway.open(config, builder("gw@127.0.0.1"))).isInstanceOf(IOException.class);
    }

    @Test
    void shouldLeaveNothingBehindWhenItCannotStart() throws Exception {
        GatewayConfig config = GatewayConfig.read("""
                services {
                  good { type = jdbc, url = "jdbc:h2:mem:half" }
                  zbad { type = jdbc, url = "jdbc:h2:tcp://127.0.0.1:1/x", pool.connection-timeout = 250ms }
                }
                """, "test");

        assertThatThrownBy(() -> Gateway.open(config, builder("half@127.0.0.1")))
                .isInstanceOf(ServiceException.class)
                .hasMessageContaining("service zbad");
        assertThatThrownBy(() -> Gateway.open(config, builder("half@127.0.0.1")))
                .as("the first service could be opened again")
                .hasMessageContaining("service zbad");
        erl.check("net_adm:ping('half@127.0.0.1') =:= pang");
    }

    @Test
    void shouldAnswerRunningRequestsBeforeItStops() throws Exception {
        GatewayConfig config =
                GatewayConfig.read("services.db { type = jdbc, url = \"jdbc:h2:mem:stopping\" }", "test");
        Gateway stopping = Gateway.open(config, builder("stopping@127.0.0.1"));
        erl.eval("Main = self(), Stopping = {db, 'stopping@127.0.0.1'}, {ok, _} = Query(Stopping, <<\"SELECT 1\">>)");
        erl.eval("spawn(fun() -> Main ! {last, Query(Stopping, Slow)} end), "
                + "{error, #{class := timeout}} = gen_server:call(Stopping, {query, Slow, [], #{timeout => 200}})");
        Instant start = Instant.now();

        stopping.close();

        assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(20));
        erl.check("receive {last, {error, #{class := unavailable}}} -> true after 5000 -> false end");
        erl.check("net_adm:ping('stopping@127.0.0.1') =:= pang");
    }
}
