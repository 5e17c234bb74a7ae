-module(sunda_gateway_tests).

%% The client with a real gateway, whose name stands in the variable SUNDA_TEST_GATEWAY; ./sunda test starts one with
%% gateway.conf. Without that variable there are no tests here.

%% What eunit.hrl would do: some distributions put that header into a package that nothing else here needs.
-include_lib("stdlib/include/assert.hrl").
-compile({parse_transform, eunit_autoexport}).

gateway_test_() ->
    case os:getenv("SUNDA_TEST_GATEWAY") of
        false -> [];
        Name -> tests(list_to_atom(Name))
    end.

tests(Gateway) ->
    Db = {db, Gateway},
    [
        {Title, {timeout, 60, Test}}
     || {Title, Test} <- [
            {"rows", fun() -> rows(Db) end},
            {"rows as maps", fun() -> maps(Db) end},
            {"updates", fun() -> updates(Db) end},
            {"plain gen_server:call", fun() -> plain(Db) end},
            {"an error of the database", fun() -> sql_error(Db) end},
            {"parameters that do not fit", fun() -> badarg(Db) end},
            {"a statement that takes too long is cancelled", fun() -> timeout(Db) end},
            {"too many rows", fun() -> limit({small, Gateway}) end},
            {"too many callers", fun() -> overload({small, Gateway}) end},
            {"many callers", fun() -> many(Db) end},
            {"no such service", fun() -> noproc(Gateway) end},
            {"Java methods", fun() -> call(Gateway) end},
            {"a Java method throws", fun() -> java(Gateway) end},
            {"what is not exported does not exist", fun() -> undef(Gateway) end},
            {"a result that is no term", fun() -> unsupported(Gateway) end},
            {"nothing is left in the mailbox", fun() -> {messages, []} = process_info(self(), messages) end}
        ]
    ].

rows(Db) ->
    Sql = "SELECT ? AS number, 'ä→' AS text, NULL AS nothing, TRUE AS flag, X'00ff' AS bytes",
    {ok, Result} = sunda:query(Db, Sql, [1 bsl 40]),
    ?assertEqual(
        #{
            columns => [<<"NUMBER">>, <<"TEXT">>, <<"NOTHING">>, <<"FLAG">>, <<"BYTES">>],
            rows => [{1 bsl 40, <<"ä→"/utf8>>, null, true, <<0, 255>>}],
            num_rows => 1
        },
        Result
    ),
    ?assertMatch({ok, #{rows := [], num_rows := 0}}, sunda:query(Db, "SELECT 1 WHERE FALSE", [])).

maps(Db) ->
    {ok, #{rows := Rows}} = sunda:query(Db, "SELECT X FROM SYSTEM_RANGE(1, 2)", [], #{rows => maps}),
    ?assertEqual([#{<<"X">> => 1}, #{<<"X">> => 2}], Rows).

updates(Db) ->
    {ok, 0} = sunda:query(Db, "CREATE TABLE updates (id INT PRIMARY KEY, name VARCHAR)", []),
    ?assertEqual({ok, 1}, sunda:query(Db, "INSERT INTO updates VALUES (?, ?)", [1, <<"one">>])),
    ?assertEqual({ok, 1}, sunda:query(Db, "INSERT INTO updates VALUES (?, ?)", [2, null])),
    ?assertEqual({ok, 2}, sunda:query(Db, "DELETE FROM updates", [])).

plain(Db) ->
    ?assertMatch({ok, #{rows := [{42}]}}, gen_server:call(Db, {query, <<"SELECT 6 * 7">>, []})).

sql_error(Db) ->
    {error, Reason} = sunda:query(Db, "SELECT * FROM nothing", []),
    ?assertMatch(#{class := sql, code := <<"42S0", _/binary>>, at := execute}, Reason),
    ?assertNotEqual(nomatch, string:find(maps:get(message, Reason), "NOTHING")).

badarg(Db) ->
    ?assertMatch({error, #{class := badarg}}, sunda:query(Db, "SELECT ?", [])),
    ?assertMatch({error, #{class := badarg}}, sunda:query(Db, "SELECT ?", [fun() -> ok end])).

timeout(Db) ->
    Slow = "SELECT COUNT(*) FROM SYSTEM_RANGE(1, 1000000), SYSTEM_RANGE(1, 1000000)",
    {Micros, Answer} = timer:tc(fun() -> sunda:query(Db, Slow, [], #{timeout => 300}) end),
    ?assertMatch({error, #{class := timeout, at := execute}}, Answer),
    ?assert(Micros < 5000000),
    ?assertMatch({ok, _}, sunda:query(Db, "SELECT 1", [])).

limit(Small) ->
    ?assertMatch({ok, #{num_rows := 2}}, sunda:query(Small, "SELECT X FROM SYSTEM_RANGE(1, 2)", [])),
    ?assertMatch({error, #{class := limit}}, sunda:query(Small, "SELECT X FROM SYSTEM_RANGE(1, 3)", [])).

%% One runs and nobody may wait.
overload(Small) ->
    Slow = "SELECT COUNT(*) FROM SYSTEM_RANGE(1, 1000000), SYSTEM_RANGE(1, 1000000)",
    Answers = in_parallel(4, fun(_) -> sunda:query(Small, Slow, [], #{timeout => 1000}) end),
    ?assertEqual([overload, overload, overload, timeout], lists:sort([Class || {error, #{class := Class}} <- Answers])).

many(Db) ->
    Answers = in_parallel(100, fun(N) -> sunda:query(Db, "SELECT ? + 0", [N]) end),
    ?assertEqual([{N} || N <- lists:seq(1, 100)], [Row || {ok, #{rows := [Row]}} <- Answers]).

noproc(Gateway) ->
    ?assertMatch({error, #{class := noproc}}, sunda:query({nobody, Gateway}, "SELECT 1", [])).

call(Gateway) ->
    ?assertEqual({ok, 2}, sunda:call(Gateway, math, max, [1, 2])),
    ?assertEqual({ok, 2.5}, sunda:call(Gateway, math, max, [1.0, 2.5])),
    ?assertEqual(2, erpc:call(Gateway, math, max, [1, 2])),
    ?assertEqual(2, rpc:call(Gateway, math, max, [1, 2])),
    ?assertMatch({error, #{class := badarg}}, sunda:call(Gateway, math, max, [one, two])).

java(Gateway) ->
    ?assertMatch(
        {error, #{class := java, exception := <<"java.lang.ArithmeticException">>, message := <<"/ by zero">>}},
        sunda:call(Gateway, math, floorDiv, [1, 0])
    ).

undef(Gateway) ->
    Undef = fun(Module, Function, Args) ->
        ?assertMatch({error, #{class := undef}}, sunda:call(Gateway, Module, Function, Args))
    end,
    Undef(math, nothing, []),
    Undef(math, max, [1]),
    Undef(threads, yield, []),
    Undef('java.lang.System', exit, [0]),
    Undef(os, cmd, ["id"]).

unsupported(Gateway) ->
    ?assertMatch({error, #{class := unsupported}}, sunda:call(Gateway, threads, currentThread, [])).

%% What Fun(1) to Fun(N) answer, run at once.
in_parallel(N, Fun) ->
    Running = [spawn_monitor(fun() -> exit({answer, Fun(I)}) end) || I <- lists:seq(1, N)],
    [receive {'DOWN', Monitor, process, Pid, {answer, Answer}} -> Answer end || {Pid, Monitor} <- Running].
