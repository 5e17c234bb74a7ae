-module(sunda_demo).

%% What ./sunda demo runs in its erl: each step shows what is called, what came back and how long it took, and ends the
%% demo when that is not what it should be.

-export([main/1]).

-define(ROWS, 10000).
-define(CALLERS, 16).
-define(ECHOES, 100000).
-define(WINDOW, 200).
-define(WIDTH, 90).

main([Gateway, Echo]) ->
    try run(list_to_atom(Gateway), list_to_atom(Echo)) of
        _ -> halt(0)
    catch
        _:Reason:Stack ->
            io:format("~n  The demo failed: ~tp~n  ~tp~n", [Reason, Stack]),
            halt(1)
    end.

run(Gateway, Echo) ->
    cluster(Gateway, Echo),
    database({db, Gateway}),
    java(Gateway),
    processes(Gateway),
    echoes({echo, Echo}).

cluster(Gateway, Echo) ->
    title("This is ~ts, Erlang/OTP ~ts. The other two nodes are Java.", [node(), erlang:system_info(otp_release)]),
    pong = show("net_adm:ping('~ts')", [Gateway], fun() -> net_adm:ping(Gateway) end),
    pong = show("net_adm:ping('~ts')", [Echo], fun() -> net_adm:ping(Echo) end),
    Nodes = show("nodes(hidden)", [], fun() -> nodes(hidden) end),
    true = lists:sort(Nodes) =:= lists:sort([Gateway, Echo]).

database(Db) ->
    title("A database behind the gateway: H2, in its JVM.", []),
    Create = "CREATE TABLE orders (id INT PRIMARY KEY, customer VARCHAR(40), cents INT)",
    {ok, 0} = show("sunda:query(Db, ~tp, [])", [Create], fun() -> sunda:query(Db, Create, []) end),
    Insert = "INSERT INTO orders VALUES (?, ?, ?)",
    Many = "~b times sunda:query(Db, ~tp, Params), by ~b processes",
    ok = rated(Many, [?ROWS, Insert, ?CALLERS], {?ROWS, inserts}, fun() ->
        in_parallel(?CALLERS, fun(Caller) ->
            [{ok, 1} = sunda:query(Db, Insert, order(Id)) || Id <- lists:seq(Caller, ?ROWS, ?CALLERS)]
        end)
    end),
    Sum = "SELECT COUNT(*) AS orders, SUM(cents) AS cents FROM orders",
    Cents = lists:sum([lists:last(order(Id)) || Id <- lists:seq(1, ?ROWS)]),
    {ok, #{rows := [{?ROWS, Cents}]}} = show("sunda:query(Db, ~tp, [])", [Sum], fun() -> sunda:query(Db, Sum, []) end),
    All = "SELECT id, customer, cents FROM orders ORDER BY id",
    ok = rated("sunda:query(Db, ~tp, [])", [All], {?ROWS, rows}, fun() ->
        {ok, #{num_rows := ?ROWS, rows := Rows}} = sunda:query(Db, All, []),
        true = Rows =:= [list_to_tuple(order(Id)) || Id <- lists:seq(1, ?ROWS)],
        ok
    end),
    Wrong = "SELECT * FROM invoices",
    {error, #{class := sql, code := <<"42S0", _/binary>>}} =
        show("sunda:query(Db, ~tp, [])", [Wrong], fun() -> sunda:query(Db, Wrong, []) end).

order(Id) ->
    [Id, <<"customer ", (integer_to_binary(Id rem 100))/binary>>, Id * 7 rem 10007].

java(Gateway) ->
    title("A Java class as a module: the configuration exports math = java.lang.Math.", []),
    {ok, 2} = show("sunda:call(Gateway, math, max, [1, 2])", [], fun() -> sunda:call(Gateway, math, max, [1, 2]) end),
    1024.0 = show("erpc:call(Gateway, math, pow, [2.0, 10.0])", [], fun() ->
        erpc:call(Gateway, math, pow, [2.0, 10.0])
    end),
    {error, #{class := java, exception := <<"java.lang.ArithmeticException">>}} =
        show("sunda:call(Gateway, math, floorDiv, [1, 0])", [], fun() ->
            without_stack(sunda:call(Gateway, math, floorDiv, [1, 0]))
        end),
    {error, #{class := undef}} = show("sunda:call(Gateway, 'java.lang.System', exit, [0])", [], fun() ->
        sunda:call(Gateway, 'java.lang.System', exit, [0])
    end).

without_stack({error, Reason}) -> {error, maps:remove(stack, Reason)}.

processes(Gateway) ->
    title("A Java method in a Java process of its own, monitored from here, and killed.", []),
    {Pid, Monitor} = show("{Pid, Monitor} = spawn_monitor(Gateway, thread, sleep, [60000])", [], fun() ->
        spawn_monitor(Gateway, thread, sleep, [60000])
    end),
    Gateway = node(Pid),
    true = show("exit(Pid, kill)", [], fun() -> exit(Pid, kill) end),
    {'DOWN', Monitor, process, Pid, killed} = show("receive Down -> Down end", [], fun() ->
        receive
            Down -> Down
        after 5000 -> nothing
        end
    end),
    pong = show("net_adm:ping(Gateway)", [], fun() -> net_adm:ping(Gateway) end).

echoes(Echo) ->
    title("A Java process that sends back what it gets.", []),
    hello = show("Echo ! {self(), hello}", [], fun() -> echo(Echo, hello) end),
    ok = rated("~b times, ~b on the way at once", [?ECHOES, ?WINDOW], {?ECHOES, echoes}, fun() ->
        _ = [Echo ! {self(), N} || N <- lists:seq(1, ?WINDOW)],
        pump(Echo, 1)
    end).

echo(Echo, Body) ->
    Echo ! {self(), Body},
    receive
        {From, Body} when From =:= self() -> Body
    after 5000 -> no_echo
    end.

%% The echoes come back in the order they went out.
pump(_, N) when N > ?ECHOES -> ok;
pump(Echo, N) ->
    receive
        {From, N} when From =:= self() -> ok
    after 5000 -> error({no_echo, N})
    end,
    _ = [Echo ! {self(), N + ?WINDOW} || N + ?WINDOW =< ?ECHOES],
    pump(Echo, N + 1).

%%% The screen

title(Format, Args) ->
    io:format("~n~ts~n", [io_lib:format(Format, Args)]).

show(Format, Args, Fun) ->
    Call = called(Format, Args),
    {Micros, Value} = timer:tc(Fun),
    answered(Call, io_lib:format("~0tp", [Value]), Micros),
    Value.

%% For what is done many times: its rate in place of its value.
rated(Format, Args, {Times, What}, Fun) ->
    Call = called(Format, Args),
    {Micros, Value} = timer:tc(Fun),
    answered(Call, io_lib:format("~b ~ts a second", [Times * 1000000 div max(1, Micros), What]), Micros),
    Value.

called(Format, Args) ->
    Call = io_lib:format(Format, Args),
    io:format("  > ~ts", [Call]),
    Call.

%% Beside the call where there is room, else below it.
answered(Call, Answer, Micros) ->
    Gap =
        case string:length(Call) + string:length(Answer) < ?WIDTH of
            true -> "   ";
            false -> "\n      "
        end,
    io:format("~ts~ts   (~.1f ms)~n", [Gap, Answer, Micros / 1000]).

%% Runs Fun(1) to Fun(N) at once; if one fails, so does this.
in_parallel(N, Fun) ->
    Monitors = [spawn_monitor(fun() -> Fun(I) end) || I <- lists:seq(1, N)],
    lists:foreach(
        fun({Pid, Monitor}) ->
            receive
                {'DOWN', Monitor, process, Pid, Reason} -> normal = Reason
            end
        end,
        Monitors
    ).
