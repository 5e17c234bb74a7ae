-module(sunda_tests).

%% The client alone: its services are processes of this test, its gateways do not exist.

%% What eunit.hrl would do: some distributions put that header into a package that nothing else here needs.
-include_lib("stdlib/include/assert.hrl").
-compile({parse_transform, eunit_autoexport}).

query_answers_test() ->
    Rows = #{columns => [<<"X">>], rows => [{1}], num_rows => 1},
    ?assertEqual({ok, Rows}, sunda:query(answering({ok, Rows}), <<"SELECT 1 X">>, [])),
    ?assertEqual({ok, 3}, sunda:query(answering({ok, 3}), <<"DELETE FROM t">>, [])).

query_error_is_passed_on_test() ->
    Reason = #{class => sql, code => <<"42S02">>, message => <<"Table \"T\" not found">>},
    ?assertEqual({error, Reason}, sunda:query(answering({error, Reason}), <<"SELECT * FROM t">>, [])).

query_tells_the_time_it_has_test() ->
    ?assertEqual({query, <<"SELECT ?">>, [1], #{timeout => 5000}}, asked("SELECT ?", [1], #{})),
    ?assertEqual({query, <<"SELECT ?">>, [1], #{timeout => 70}}, asked(<<"SELECT ?">>, [1], #{timeout => 70})),
    ?assertEqual({query, <<"S">>, [], #{timeout => infinity}}, asked("S", [], #{timeout => infinity})).

query_passes_options_on_test() ->
    ?assertEqual({query, <<"S">>, [], #{timeout => 5000, rows => maps}}, asked(["S", <<>>], [], #{rows => maps})).

query_text_may_be_any_characters_test() ->
    ?assertMatch({query, <<"SELECT 'ä"/utf8, _/binary>>, [], _}, asked("SELECT 'ä→'", [], #{})).

query_by_registered_name_test() ->
    register(sunda_tests_service, answering({ok, 0})),
    ?assertEqual({ok, 0}, sunda:query(sunda_tests_service, <<"DELETE FROM t">>, [])).

no_service_test() ->
    ?assertMatch({error, #{class := noproc, message := <<"there is no service nobody">>}}, sunda:query(nobody, "", [])),
    ?assertMatch({error, #{class := noproc}}, sunda:query({nobody, node()}, "", [])).

no_node_test_() ->
    {timeout, 20, fun() ->
        {error, Reason} = sunda:query({db, 'nobody@localhost'}, "", []),
        ?assertMatch(#{class := nodedown, message := <<"nobody@localhost cannot", _/binary>>}, Reason),
        ?assertEqual({error, Reason}, sunda:call('nobody@localhost', math, max, [1, 2]))
    end}.

no_answer_in_time_test() ->
    Silent = spawn(fun() -> receive never -> ok end end),
    ?assertMatch({error, #{class := timeout}}, sunda:query(Silent, "", [], #{timeout => 10})).

late_answer_leaves_nothing_behind_test() ->
    Test = self(),
    Late = spawn(fun() ->
        receive
            {'$gen_call', From, _} ->
                receive answer -> ok end,
                gen_server:reply(From, {ok, late}),
                Test ! answered
        end
    end),
    ?assertMatch({error, #{class := timeout}}, sunda:query(Late, "", [], #{timeout => 1})),
    Late ! answer,
    receive answered -> ok end,
    ?assertEqual([], [M || {_, _} = M <- element(2, process_info(self(), messages))]).

service_dies_test() ->
    Dying = spawn(fun() -> receive {'$gen_call', _, _} -> exit(oops) end end),
    ?assertMatch({error, #{class := closed, reason := oops}}, sunda:query(Dying, "", [])).

no_sunda_service_test() ->
    ?assertMatch({error, #{class := internal, reason := hello}}, sunda:query(answering(hello), "", [])),
    ?assertMatch({error, #{class := internal, reason := {error, x}}}, sunda:query(answering({error, x}), "", [])).

call_test() ->
    ?assertEqual({ok, 3}, sunda:call(node(), erlang, '+', [1, 2])).

call_errors_test() ->
    ?assertMatch(
        {error, #{class := undef, message := <<"the gateway exports no nothing:there/1">>}},
        sunda:call(node(), nothing, there, [1])
    ),
    ?assertMatch({error, #{class := badarg}}, sunda:call(node(), erlang, atom_to_list, [1])),
    ?assertMatch({error, #{class := internal, reason := badarith}}, sunda:call(node(), erlang, '/', [1, 0])),
    ?assertMatch({error, #{class := internal, reason := {nocatch, x}}}, sunda:call(node(), erlang, throw, [x])),
    ?assertMatch({error, #{class := closed, reason := x}}, sunda:call(node(), erlang, exit, [x])),
    ?assertMatch({error, #{class := timeout}}, sunda:call(node(), timer, sleep, [5000], #{timeout => 10})).

java_errors_test() ->
    Raised = fun(Reason) -> sunda:call(node(), erlang, error, [Reason]) end,
    ?assertEqual(
        {error, #{
            class => java,
            exception => <<"java.lang.ArithmeticException">>,
            message => <<"/ by zero">>,
            stack => []
        }},
        Raised({java_exception, <<"java.lang.ArithmeticException">>, <<"/ by zero">>, []})
    ),
    ?assertEqual({error, #{class => badarg, message => <<"m">>}}, Raised({badarg, <<"m">>})),
    ?assertEqual({error, #{class => unsupported, message => <<"m">>}}, Raised({no_term, <<"m">>})).

mistakes_raise_test() ->
    ?assertError({badarg, {unknown_option, tiemout}}, sunda:query(db, "", [], #{tiemout => 1})),
    ?assertError({badarg, {unknown_option, tiemout}}, sunda:call(node(), m, f, [], #{tiemout => 1})),
    ?assertError({badarg, {unknown_option, rows}}, sunda:call(node(), m, f, [], #{rows => maps})),
    ?assertError({badarg, {timeout, 0}}, sunda:query(db, "", [], #{timeout => 0})),
    ?assertError({badarg, {rows, lists}}, sunda:query(db, "", [], #{rows => lists})),
    ?assertError({badarg, {service, "db"}}, sunda:query("db", "", [])),
    ?assertError({badarg, sql}, sunda:query(db, [-1], [])),
    ?assertError({badarg, sql}, sunda:query(db, <<255>>, [])).

answering(Answer) ->
    spawn(fun() -> receive {'$gen_call', From, _} -> gen_server:reply(From, Answer) end end).

%% The request that such a query is.
asked(Sql, Params, Options) ->
    Service = spawn(fun() -> receive {'$gen_call', From, Request} -> gen_server:reply(From, {ok, Request}) end end),
    {ok, Request} = sunda:query(Service, Sql, Params, Options),
    Request.
