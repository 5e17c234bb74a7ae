%% What a real Erlang node sees of a Sunda node. Each function takes the name of the Sunda node, on which a test has
%% registered `echo`, `puppets` and `counter` (see Conformance.java), and returns ok or fails with what it saw instead.
-module(conformance).
-export([run/2, serve_echo/0, same/2]).
-export([ping/1, families/1, random_terms/1, closures/1, large_binary/1, deep_list/1, long_list/1]).
-export([send_to_nobody/1, order/1, group_leader/1]).
-export([link_from_erlang/1, link_from_java/1, unlink_from_erlang/1, unlink_from_java/1, link_to_nobody/1,
         links_again_and_again/1]).
-export([exit_from_erlang/1, exit_from_java/1, kill_java/1, kill_erlang/1, trapped_exits/1, big_reason/1]).
-export([monitor_from_erlang/1, monitor_from_java/1, monitor_by_name/1, monitor_by_name_from_java/1,
         monitor_nobody/1, demonitor_from_erlang/1, demonitor_from_java/1, message_before_down/1]).
-export([call/1, calls/1, call_by_pid/1, call_unknown/1, call_to_dying/1, late_reply/1, cast/1, requests/1,
         multi_call/1, call_from_java/1, cast_from_java/1, call_from_java_timeout/1, plain_tag/1]).
-export([erpc/1, erpc_errors/1, erpc_timeout/1, rpc/1, rpc_multicall/1, rex_messages/1, remote_spawn/1, undef/1]).
-export([alias_is_gone/1, wrong_creation/1]).
-export([large_beside_small/1, huge_beside_small/1, many_large/1, long_and_short_in_order/1, large_reasons/1,
         large_to_aliases/1, large_arguments/1, spawn_replies/1, closures_in_large/1, many_atoms/1,
         more_atoms_than_the_cache/1, priority/1, traced/1]).

-define(TIMEOUT, 10000).

%% Runs one of the functions below in a process of its own, which takes whatever it leaves in its mailbox with it.
run(Function, Node) ->
    {Pid, Monitor} = spawn_monitor(fun() -> exit({result, ?MODULE:Function(Node)}) end),
    receive
        {'DOWN', Monitor, process, Pid, {result, Result}} -> Result;
        {'DOWN', Monitor, process, Pid, Reason} -> {failed, Reason}
    end.

%% What an Erlang node needs to take the place of the Sunda node for the functions that only send terms there and back.
serve_echo() ->
    register(echo, spawn(fun Echo() -> receive {From, Term} -> From ! {echoed, Term} end, Echo() end)),
    register(puppets, spawn(fun Puppets() -> receive {From, new_puppet} -> From ! {puppet, self()} end, Puppets() end)).

%% -- Terms ------------------------------------------------------------------------------------------------------------

ping(Node) ->
    pong = net_adm:ping(Node),
    true = lists:member(Node, nodes(connected)),
    ok.

families(Node) ->
    [same(Node, Term) || Term <- integers() ++ floats() ++ atoms() ++ binaries() ++ lists() ++ tuples() ++ maps()
                                 ++ identifiers(Node) ++ funs()],
    ok.

integers() ->
    Edges = [1 bsl Bits || Bits <- [7, 8, 15, 16, 27, 28, 31, 32, 59, 60, 63, 64, 127, 128, 2040, 2048, 16384]],
    Near = lists:append([[N - 1, N, N + 1] || N <- [0, 255 | Edges]]),
    Near ++ [-N || N <- Near].

floats() ->
    [0.0, -0.0, 1.0, -1.5, 0.1, 5.0e-324, 2.2250738585072014e-308, 1.7976931348623157e308, math:pi()].

atoms() ->
    ['', a, 'A b', true, undefined, 'Elixir.Enum', list_to_atom([16#e5, 16#444, 16#1f600]),
     list_to_atom(lists:duplicate(255, $x)), list_to_atom(lists:duplicate(255, 16#1f600))].

binaries() ->
    [<<>>, <<0>>, <<"text">>, <<1:1>>, <<5:3>>, <<1, 2:7>>, rand:bytes(63), rand:bytes(64), rand:bytes(65),
     rand:bytes(100000), <<(rand:bytes(1000))/binary, 1:4>>].

lists() ->
    [[], "a", "abc", [0, 255], [255, 256], [-1], lists:duplicate(65535, $b), lists:duplicate(65536, $b),
     [16#444, 16#1f600], [a, [b, [c]]], [a | b], [1, 2 | <<"x">>], [[] | []], [[[]]], [1.0, 1], lists:seq(1, 10000)].

tuples() ->
    [{}, {a}, {{}}, {1, 2, 3, 4, 5, 6}, list_to_tuple(lists:seq(1, 255)), list_to_tuple(lists:seq(1, 256)),
     erlang:make_tuple(100000, x)].

maps() ->
    [#{}, #{a => 1}, #{1 => int, 1.0 => float}, #{#{} => [], {} => #{}, [] => {}},
     maps:from_list([{N, N * N} || N <- lists:seq(1, 32)]), maps:from_list([{N, {N}} || N <- lists:seq(1, 33)]),
     maps:from_list([{<<N:32>>, N} || N <- lists:seq(1, 1000)])].

identifiers(Node) ->
    [self(), whereis(init), puppet(Node), hd(erlang:ports()), make_ref(), erlang:alias(), [alias | make_ref()],
     spawn(fun() -> ok end)].

funs() ->
    [fun lists:map/2, fun erlang:'+'/2, fun 'no such':module/255].

random_terms(Node) ->
    rand:seed(exsss, {1, 2, 3}),
    [same(Node, random(5)) || _ <- lists:seq(1, 2000)],
    ok.

random(0) ->
    case rand:uniform(7) of
        1 -> rand:uniform(1 bsl rand:uniform(70)) - (1 bsl 35);
        2 -> rand:normal() * math:pow(10, rand:uniform(600) - 300);
        3 -> lists:nth(rand:uniform(9), atoms());
        4 -> rand:bytes(rand:uniform(200) - 1);
        5 -> make_ref();
        6 -> [rand:uniform(300) || _ <- lists:seq(1, rand:uniform(20))];
        7 -> <<(rand:uniform(1 bsl 20)):(rand:uniform(64))>>
    end;
random(Depth) ->
    case rand:uniform(6) of
        1 -> random_list(Depth);
        2 -> list_to_tuple(random_list(Depth));
        3 -> maps:from_list([{random(Depth - 1), random(Depth - 1)} || _ <- lists:seq(1, rand:uniform(6))]);
        4 -> [random(Depth - 1) | random(0)];
        _ -> random(0)
    end.

random_list(Depth) ->
    [random(Depth - 1) || _ <- lists:seq(1, rand:uniform(6) - 1)].

%% A closure comes back as one that still works. OTP 27 and newer put another creator into it, which changes nothing.
closures(Node) ->
    Offset = rand:uniform(1000),
    Add = fun(X) -> X + Offset end,
    Back = echo(Node, Add),
    true = Back(1) =:= 1 + Offset,
    true = erlang:fun_info(Back, module) =:= {module, ?MODULE},
    Nested = echo(Node, fun() -> {Add, Back} end),
    {F, G} = Nested(),
    true = F(2) =:= G(2),
    ok.

large_binary(Node) ->
    same(Node, rand:bytes(50 * 1024 * 1024)),
    ok.

deep_list(Node) ->
    same(Node, lists:foldl(fun(_, Deep) -> [Deep] end, bottom, lists:seq(1, 10000))),
    same(Node, lists:foldl(fun(_, Deep) -> {Deep, x} end, bottom, lists:seq(1, 100000))),
    ok.

long_list(Node) ->
    same(Node, [integer_to_binary(N) || N <- lists:seq(1, 300000)]),
    ok.

same(Node, Term) ->
    case echo(Node, Term) of
        Term -> ok;
        Other -> error({echoed, Other, instead_of, Term})
    end.

echo(Node, Term) ->
    Alias = erlang:alias([reply]),
    {echo, Node} ! {Alias, Term},
    receive
        {echoed, Back} -> Back
    after ?TIMEOUT -> error({no_echo, Term})
    end.

%% -- Messages ---------------------------------------------------------------------------------------------------------

send_to_nobody(Node) ->
    {nobody, Node} ! hello,
    Gone = puppet(Node),
    Monitor = monitor(process, Gone),
    tell(Gone, {exit, gone}),
    receive {'DOWN', Monitor, process, Gone, gone} -> ok after ?TIMEOUT -> error(no_down) end,
    Gone ! hello,
    same(Node, still_there),
    ok.

order(Node) ->
    Puppet = puppet(Node),
    [Puppet ! N || N <- lists:seq(1, 10000)],
    [receive {told, Puppet, N} -> ok after ?TIMEOUT -> error({missing, N}) end || N <- lists:seq(1, 10000)],
    ok.

group_leader(Node) ->
    Puppet = puppet(Node),
    Leader = spawn(fun() -> receive stop -> ok end end),
    group_leader(Leader, Puppet),
    Leader = tell(Puppet, group_leader),
    ok.

%% -- Links and exits --------------------------------------------------------------------------------------------------

reasons() ->
    [normal, shutdown, {shutdown, now}, killed, kill, "text", <<"binary">>, {bad, [#{deep => 1.5}]}].

link_from_erlang(Node) ->
    process_flag(trap_exit, true),
    [begin
         Puppet = puppet(Node),
         link(Puppet),
         tell(Puppet, {exit, Reason}),
         expect({'EXIT', Puppet, Reason})
     end || Reason <- reasons()],
    done().

link_from_java(Node) ->
    Puppet = puppet(Node),
    tell(Puppet, {trap_exit, true}),
    [begin
         Pid = spawn(fun() -> receive {stop, R} -> exit(R) end end),
         true = tell(Puppet, {link, Pid}),
         Pid ! {stop, Reason},
         expect({told, Puppet, {'EXIT', Pid, Reason}})
     end || Reason <- reasons()],
    ok.

unlink_from_erlang(Node) ->
    process_flag(trap_exit, true),
    Puppet = puppet(Node),
    link(Puppet),
    unlink(Puppet),
    tell(Puppet, {exit, reason}),
    nothing(),
    done().

unlink_from_java(Node) ->
    Puppet = puppet(Node),
    Pid = spawn(fun() -> receive {stop, R} -> exit(R) end end),
    tell(Puppet, {link, Pid}),
    tell(Puppet, {unlink, Pid}),
    Pid ! {stop, reason},
    {pong, Puppet} = tell(Puppet, ping),
    ok.

link_to_nobody(Node) ->
    process_flag(trap_exit, true),
    Puppet = puppet(Node),
    gone(Puppet, {exit, normal}),
    link(Puppet),
    expect({'EXIT', Puppet, noproc}),
    Other = puppet(Node),
    tell(Other, {trap_exit, true}),
    Pid = spawn(fun() -> ok end),
    gone(Pid),
    tell(Other, {link, Pid}),
    expect({told, Other, {'EXIT', Pid, noproc}}),
    done().

%% A link made again while the end of the former one is not yet acknowledged counts.
links_again_and_again(Node) ->
    process_flag(trap_exit, true),
    Puppet = puppet(Node),
    [begin link(Puppet), unlink(Puppet) end || _ <- lists:seq(1, 1000)],
    link(Puppet),
    tell(Puppet, {exit, at_last}),
    expect({'EXIT', Puppet, at_last}),
    nothing(),
    done().

exit_from_erlang(Node) ->
    [begin
         Puppet = puppet(Node),
         Monitor = monitor(process, Puppet),
         exit(Puppet, Reason),
         Seen = case Reason of kill -> killed; _ -> Reason end,
         expect({'DOWN', Monitor, process, Puppet, Seen})
     end || Reason <- reasons(), Reason =/= normal],
    Puppet = puppet(Node),
    exit(Puppet, normal),
    {pong, Puppet} = tell(Puppet, ping),
    ok.

exit_from_java(Node) ->
    Puppet = puppet(Node),
    [begin
         {Pid, Monitor} = spawn_monitor(fun() -> receive never -> ok end end),
         tell(Puppet, {exit2, Pid, Reason}),
         Seen = case Reason of kill -> killed; _ -> Reason end,
         expect({'DOWN', Monitor, process, Pid, Seen})
     end || Reason <- reasons(), Reason =/= normal],
    ok.

kill_java(Node) ->
    process_flag(trap_exit, true),
    Puppet = puppet(Node),
    tell(Puppet, {trap_exit, true}),
    link(Puppet),
    exit(Puppet, kill),
    expect({'EXIT', Puppet, killed}),
    done().

kill_erlang(Node) ->
    Puppet = puppet(Node),
    tell(Puppet, {trap_exit, true}),
    Pid = spawn(fun() -> process_flag(trap_exit, true), receive never -> ok end end),
    tell(Puppet, {link, Pid}),
    tell(Puppet, {exit2, Pid, kill}),
    expect({told, Puppet, {'EXIT', Pid, killed}}),
    ok.

trapped_exits(Node) ->
    Puppet = puppet(Node),
    tell(Puppet, {trap_exit, true}),
    [begin
         exit(Puppet, Reason),
         expect({told, Puppet, {'EXIT', self(), Reason}})
     end || Reason <- reasons() -- [kill]],
    {pong, Puppet} = tell(Puppet, ping),
    ok.

big_reason(Node) ->
    process_flag(trap_exit, true),
    Big = rand:bytes(1000000),
    Puppet = puppet(Node),
    link(Puppet),
    tell(Puppet, {exit, {big, Big}}),
    expect({'EXIT', Puppet, {big, Big}}),
    Other = puppet(Node),
    tell(Other, {trap_exit, true}),
    Pid = spawn(fun() -> receive go -> exit({big, Big}) end end),
    tell(Other, {link, Pid}),
    Pid ! go,
    expect({told, Other, {'EXIT', Pid, {big, Big}}}),
    done().

%% -- Monitors ---------------------------------------------------------------------------------------------------------

monitor_from_erlang(Node) ->
    [begin
         Puppet = puppet(Node),
         Monitor = monitor(process, Puppet),
         tell(Puppet, {exit, Reason}),
         expect({'DOWN', Monitor, process, Puppet, Reason})
     end || Reason <- reasons()],
    ok.

monitor_from_java(Node) ->
    Puppet = puppet(Node),
    [begin
         Pid = spawn(fun() -> receive {stop, R} -> exit(R) end end),
         Monitor = tell(Puppet, {monitor, Pid}),
         Pid ! {stop, Reason},
         expect({told, Puppet, {'DOWN', Monitor, process, Pid, Reason}})
     end || Reason <- reasons()],
    ok.

monitor_by_name(Node) ->
    Puppet = puppet(Node),
    true = tell(Puppet, {register, monitored}),
    Monitor = monitor(process, {monitored, Node}),
    tell(Puppet, {exit, by_name}),
    expect({'DOWN', Monitor, process, {monitored, Node}, by_name}),
    ok.

monitor_by_name_from_java(Node) ->
    Puppet = puppet(Node),
    Pid = spawn(fun() -> receive {stop, R} -> exit(R) end end),
    register(monitored_here, Pid),
    Monitor = tell(Puppet, {monitor, {monitored_here, node()}}),
    Pid ! {stop, by_name},
    expect({told, Puppet, {'DOWN', Monitor, process, {monitored_here, node()}, by_name}}),
    ok.

monitor_nobody(Node) ->
    Monitor = monitor(process, {nobody, Node}),
    expect({'DOWN', Monitor, process, {nobody, Node}, noproc}),
    Gone = puppet(Node),
    gone(Gone, {exit, normal}),
    Again = monitor(process, Gone),
    expect({'DOWN', Again, process, Gone, noproc}),
    Puppet = puppet(Node),
    FromJava = tell(Puppet, {monitor, {nobody, node()}}),
    expect({told, Puppet, {'DOWN', FromJava, process, {nobody, node()}, noproc}}),
    ok.

demonitor_from_erlang(Node) ->
    Puppet = puppet(Node),
    Monitor = monitor(process, Puppet),
    demonitor(Monitor),
    gone(Puppet, {exit, reason}),
    nothing(),
    ok.

demonitor_from_java(Node) ->
    Puppet = puppet(Node),
    Pid = spawn(fun() -> receive stop -> ok end end),
    Monitor = tell(Puppet, {monitor, Pid}),
    tell(Puppet, {demonitor, Monitor}),
    Pid ! stop,
    gone(Pid),
    {pong, Puppet} = tell(Puppet, ping),
    ok.

message_before_down(Node) ->
    [begin
         Puppet = puppet(Node),
         Monitor = monitor(process, Puppet),
         Puppet ! {do, self(), make_ref(), {say_and_exit, Monitor, last_words}},
         receive
             First -> {last, Monitor} = First
         after ?TIMEOUT -> error(nothing_said)
         end,
         expect({'DOWN', Monitor, process, Puppet, last_words})
     end || _ <- lists:seq(1, 200)],
    ok.

%% -- gen_server -------------------------------------------------------------------------------------------------------

call(Node) ->
    {added, N} = gen_server:call({counter, Node}, {add, 1}),
    true = is_integer(N),
    ok.

calls(Node) ->
    Parent = self(),
    Callers = [spawn_monitor(fun() ->
                                 I = gen_server:call({counter, Node}, {identity, I}, ?TIMEOUT),
                                 Parent ! {answered, I}
                             end) || I <- lists:seq(1, 1000)],
    [receive {answered, I} -> ok after ?TIMEOUT -> error({no_answer, I}) end || I <- lists:seq(1, 1000)],
    [receive {'DOWN', Monitor, process, Pid, normal} -> ok after ?TIMEOUT -> error(no_down) end
     || {Pid, Monitor} <- Callers],
    ok.

call_by_pid(Node) ->
    Pid = gen_server:call({counter, Node}, pid),
    Node = node(Pid),
    same = gen_server:call(Pid, {identity, same}),
    ok.

call_unknown(Node) ->
    try gen_server:call({nobody, Node}, hello) of
        Answer -> error({answered, Answer})
    catch
        exit:{noproc, {gen_server, call, _}} -> ok
    end.

call_to_dying(Node) ->
    Puppet = puppet(Node),
    try gen_server:call(Puppet, {exit, in_the_call}) of
        Answer -> error({answered, Answer})
    catch
        exit:{in_the_call, {gen_server, call, _}} -> ok
    end.

late_reply(Node) ->
    try gen_server:call({counter, Node}, {reply_after, 200}, 20) of
        Answer -> error({answered, Answer})
    catch
        exit:{timeout, {gen_server, call, _}} -> ok
    end,
    receive
        Late -> error({late, Late})
    after 500 -> ok
    end.

cast(Node) ->
    {added, Before} = gen_server:call({counter, Node}, {add, 0}),
    ok = gen_server:cast({counter, Node}, {add, 5}),
    {added, After} = gen_server:call({counter, Node}, {add, 0}),
    5 = After - Before,
    ok.

requests(Node) ->
    Ids = [gen_server:send_request({counter, Node}, {identity, N}) || N <- lists:seq(1, 100)],
    [{reply, N} = gen_server:receive_response(Id, ?TIMEOUT) || {N, Id} <- lists:zip(lists:seq(1, 100), Ids)],
    % Long enough for a busy machine to come back from the first wait in time.
    Late = gen_server:send_request({counter, Node}, {reply_after, 3000}),
    timeout = gen_server:wait_response(Late, 10),
    {reply, late} = gen_server:wait_response(Late, ?TIMEOUT),
    ok.

multi_call(Node) ->
    {[{Node, here}], []} = gen_server:multi_call([Node], counter, {identity, here}, ?TIMEOUT),
    {[], [Node]} = gen_server:multi_call([Node], nobody, hello, ?TIMEOUT),
    ok.

%% What a caller older than OTP 24, or one that is not gen, sends.
plain_tag(Node) ->
    Tag = make_ref(),
    {counter, Node} ! {'$gen_call', {self(), Tag}, {identity, plain}},
    expect({Tag, plain}),
    {counter, Node} ! {'$gen_call', {self(), [odd | tag]}, {identity, odd}},
    expect({[odd | tag], odd}),
    ok.

server(Parent) ->
    receive
        {'$gen_call', From, {double, N}} -> gen_server:reply(From, 2 * N), server(Parent);
        {'$gen_call', _, ignore} -> server(Parent);
        {'$gen_call', From, {later, Ms}} -> timer:sleep(Ms), gen_server:reply(From, late), server(Parent);
        {'$gen_call', _, {die, Reason}} -> exit(Reason);
        {'$gen_cast', Message} -> Parent ! {cast, Message}, server(Parent);
        stop -> ok
    end.

call_from_java(Node) ->
    Parent = self(),
    Server = spawn(fun() -> server(Parent) end),
    Puppet = puppet(Node),
    {ok, 42} = tell(Puppet, {call, Server, {double, 21}, ?TIMEOUT}),
    register(served, Server),
    {ok, 8} = tell(Puppet, {call, {served, node()}, {double, 4}, ?TIMEOUT}),
    {exit, oops} = tell(Puppet, {call, Server, {die, oops}, ?TIMEOUT}),
    {exit, noproc} = tell(Puppet, {call, Server, {double, 1}, ?TIMEOUT}),
    {exit, noproc} = tell(Puppet, {call, {served, node()}, {double, 1}, ?TIMEOUT}),
    ok.

call_from_java_timeout(Node) ->
    Parent = self(),
    Server = spawn(fun() -> server(Parent) end),
    Puppet = puppet(Node),
    {exit, timeout} = tell(Puppet, {call, Server, ignore, 20}),
    {exit, timeout} = tell(Puppet, {call, Server, {later, 100}, 20}),
    timer:sleep(200),
    {pong, Puppet} = tell(Puppet, ping),
    nothing(),
    Server ! stop,
    ok.

cast_from_java(Node) ->
    Parent = self(),
    Server = spawn(fun() -> server(Parent) end),
    Puppet = puppet(Node),
    tell(Puppet, {cast, Server, hello}),
    expect({cast, hello}),
    Server ! stop,
    ok.

%% -- erpc, rpc, spawn -------------------------------------------------------------------------------------------------

erpc(Node) ->
    3 = erpc:call(Node, calculator, add, [1, 2]),
    3 = erpc:call(Node, calculator, add, [1, 2], ?TIMEOUT),
    Id = erpc:send_request(Node, calculator, add, [3, 4]),
    7 = erpc:receive_response(Id, ?TIMEOUT),
    [{ok, 9}, {ok, 9}] = erpc:multicall([Node, Node], calculator, add, [4, 5]),
    ok = erpc:cast(Node, calculator, tell, [self(), cast]),
    expect(cast),
    ok.

erpc_errors(Node) ->
    {error, {java_exception, <<"java.lang.IllegalStateException">>, <<"on purpose">>}} =
        caught(fun() -> erpc:call(Node, calculator, fail, [<<"on purpose">>]) end),
    {exit, {exception, stop_it}} = caught(fun() -> erpc:call(Node, calculator, exit, [stop_it]) end),
    ok.

undef(Node) ->
    Start = erlang:monotonic_time(millisecond),
    {error, {exception, undef, [{calculator, no_such, [1], _} | _]}} =
        caught(fun() -> erpc:call(Node, calculator, no_such, [1]) end),
    {error, {exception, undef, [{os, cmd, ["true"], _} | _]}} =
        caught(fun() -> erpc:call(Node, os, cmd, ["true"]) end),
    {badrpc, {'EXIT', {undef, [{no_such, f, [], _} | _]}}} = rpc:call(Node, no_such, f, []),
    true = erlang:monotonic_time(millisecond) - Start < 2000,
    ok.

caught(Fun) ->
    try Fun() of
        Value -> {value, Value}
    catch
        error:{exception, Reason, _} when element(1, Reason) =:= java_exception -> {error, Reason};
        Class:Reason -> {Class, Reason}
    end.

erpc_timeout(Node) ->
    {error, {erpc, timeout}} = caught(fun() -> erpc:call(Node, calculator, sleep, [1000], 50) end),
    {badrpc, timeout} = rpc:call(Node, calculator, sleep, [1000], 50),
    receive
        Late -> error({late, Late})
    after 1200 -> ok
    end.

rpc(Node) ->
    5 = rpc:call(Node, calculator, add, [2, 3]),
    5 = rpc:block_call(Node, calculator, add, [2, 3]),
    Key = rpc:async_call(Node, calculator, add, [2, 4]),
    6 = rpc:yield(Key),
    true = rpc:cast(Node, calculator, tell, [self(), rpc_cast]),
    expect(rpc_cast),
    ok.

rpc_multicall(Node) ->
    {[7], []} = rpc:multicall([Node], calculator, add, [3, 4]),
    ok.

%% What C nodes, Jinterface and old peers send to rex.
rex_messages(Node) ->
    {rex, Node} ! {self(), {call, calculator, add, [5, 6], user}},
    expect({rex, 11}),
    {rex, Node} ! {self(), features_request},
    expect({features_reply, Node, [erpc]}),
    {rex, Node} ! {nonsense, 1},
    12 = gen_server:call({rex, Node}, {call, calculator, add, [6, 6], group_leader()}),
    ok = gen_server:cast({rex, Node}, {cast, calculator, tell, [self(), rex_cast], group_leader()}),
    expect(rex_cast),
    {badrpc, {'EXIT', {undef, _}}} = gen_server:call({rex, Node}, {call, no_such, f, [], group_leader()}),
    ok.

remote_spawn(Node) ->
    {Pid, Monitor} = spawn_monitor(Node, calculator, tell, [self(), spawned]),
    expect(spawned),
    expect({'DOWN', Monitor, process, Pid, normal}),
    {Other, Again} = spawn_monitor(Node, no_such, f, [1]),
    receive
        {'DOWN', Again, process, Other, {undef, [{no_such, f, [1], _} | _]}} -> ok
    after ?TIMEOUT -> error(no_down)
    end,
    process_flag(trap_exit, true),
    Linked = spawn_link(Node, calculator, exit, [linked]),
    expect({'EXIT', Linked, linked}),
    done().

%% -- Aliases, creations -----------------------------------------------------------------------------------------------

alias_is_gone(Node) ->
    Alias = erlang:alias(),
    {echo, Node} ! {Alias, first},
    expect({echoed, first}),
    erlang:unalias(Alias),
    {echo, Node} ! {Alias, second},
    same(Node, flush),
    nothing(),
    Puppet = puppet(Node),
    JavaAlias = tell(Puppet, alias),
    JavaAlias ! through,
    expect({told, Puppet, through}),
    tell(Puppet, {unalias, JavaAlias}),
    JavaAlias ! lost,
    {pong, Puppet} = tell(Puppet, ping),
    nothing(),
    ok.

%% Signals to an earlier incarnation of the Sunda node reach nobody of the present one.
wrong_creation(Node) ->
    process_flag(trap_exit, true),
    Puppet = puppet(Node),
    Size = byte_size(term_to_binary(Puppet)) - 4,
    <<Head:Size/binary, Creation:32>> = term_to_binary(Puppet),
    Former = binary_to_term(<<Head/binary, (Creation bxor 1):32>>),
    true = Former =/= Puppet,
    Former ! lost,
    Monitor = monitor(process, Former),
    expect({'DOWN', Monitor, process, Former, noproc}),
    link(Former),
    expect({'EXIT', Former, noproc}),
    exit(Former, kill),
    {pong, Puppet} = tell(Puppet, ping),
    nothing(),
    done().

%% -- Long messages, atoms, priorities, traces -------------------------------------------------------------------------

large_beside_small(Node) ->
    beside_small(Node, 1024 * 1024),
    beside_small(Node, 50 * 1024 * 1024).

huge_beside_small(Node) ->
    beside_small(Node, 200 * 1024 * 1024).

%% A large message goes there and back while another process sends small ones, of which many come back meanwhile.
beside_small(Node, Size) ->
    Parent = self(),
    Small = spawn_link(fun() -> small(Node, Parent, 0) end),
    receive {Small, begun} -> ok after ?TIMEOUT -> error(nothing_small) end,
    Large = rand:bytes(Size),
    {echo, Node} ! {self(), Large},
    receive {echoed, Large} -> ok after 3 * ?TIMEOUT -> error({no_echo, Size}) end,
    Small ! stop,
    Least = Size div (10 * 1024 * 1024),
    receive {Small, Count} when Count >= Least -> ok after ?TIMEOUT -> error(few_small) end.

small(Node, Parent, Count) ->
    same(Node, {small, Count}),
    Count =:= 0 andalso (Parent ! {self(), begun}),
    receive stop -> Parent ! {self(), Count}
    after 0 -> small(Node, Parent, Count + 1)
    end.

many_large(Node) ->
    Senders = [spawn_monitor(fun() -> [same(Node, {N, I, rand:bytes(3000000)}) || I <- lists:seq(1, 3)] end)
               || N <- lists:seq(1, 16)],
    [receive {'DOWN', Monitor, process, Pid, Reason} -> normal = Reason after 3 * ?TIMEOUT -> error(hangs) end
     || {Pid, Monitor} <- Senders],
    ok.

%% Long messages go in fragments, between which others may pass, but none of the same process.
long_and_short_in_order(Node) ->
    Puppet = puppet(Node),
    Messages = [{N, binary:copy(<<N>>, case N rem 3 of 0 -> 1000000; _ -> N end)} || N <- lists:seq(1, 60)],
    [Puppet ! Message || Message <- Messages],
    [expect({told, Puppet, Message}) || Message <- Messages],
    ok.

large_reasons(Node) ->
    process_flag(trap_exit, true),
    Big = {big, rand:bytes(5000000)},
    Puppet = puppet(Node),
    Monitor = monitor(process, Puppet),
    exit(Puppet, Big),
    expect({'DOWN', Monitor, process, Puppet, Big}),
    Other = puppet(Node),
    true = tell(Other, {register, with_large_reason}),
    ByName = monitor(process, {with_large_reason, Node}),
    tell(Other, {exit, Big}),
    expect({'DOWN', ByName, process, {with_large_reason, Node}, Big}),
    Third = puppet(Node),
    {Pid, Again} = spawn_monitor(fun() -> receive never -> ok end end),
    FromJava = tell(Third, {monitor, Pid}),
    tell(Third, {exit2, Pid, Big}),
    receive {'DOWN', Again, process, Pid, Big} -> ok after ?TIMEOUT -> error(no_down) end,
    expect({told, Third, {'DOWN', FromJava, process, Pid, Big}}),
    done().

large_to_aliases(Node) ->
    Puppet = puppet(Node),
    JavaAlias = tell(Puppet, alias),
    [begin
         Message = {Size, rand:bytes(Size)},
         JavaAlias ! Message,
         expect({told, Puppet, Message}),
         same(Node, Message)
     end || Size <- [1, 65536, 3000000]],
    ok.

large_arguments(Node) ->
    Large = rand:bytes(3000000),
    Request = spawn_request(Node, calculator, tell, [self(), Large], [monitor]),
    receive {spawn_reply, Request, ok, _} -> ok after ?TIMEOUT -> error(no_reply) end,
    %% Not from the process that was spawned, so that its end may come first.
    receive Large -> ok after ?TIMEOUT -> error(not_told) end,
    receive {'DOWN', Request, process, _, normal} -> ok after ?TIMEOUT -> error(no_down) end,
    ok = erpc:call(Node, calculator, tell, [self(), {again, Large}]),
    expect({again, Large}),
    ok.

spawn_replies(Node) ->
    process_flag(trap_exit, true),
    Both = spawn_request(Node, calculator, exit, [both], [link, monitor]),
    Pid = receive {spawn_reply, Both, ok, P} -> P after ?TIMEOUT -> error(no_reply) end,
    receive {'DOWN', Both, process, Pid, both} -> ok after ?TIMEOUT -> error(no_down) end,
    receive {'EXIT', Pid, both} -> ok after ?TIMEOUT -> error(no_exit) end,
    Tagged = spawn_request(Node, calculator, tell, [self(), told], [{reply_tag, tag}]),
    receive {tag, Tagged, ok, _} -> ok after ?TIMEOUT -> error(no_reply) end,
    expect(told),
    Silent = spawn_request(Node, calculator, exit, [silent], [{reply, error_only}, {monitor, [{tag, gone}]}]),
    receive {gone, Silent, process, _, silent} -> ok after ?TIMEOUT -> error(no_down) end,
    Abandoned = spawn_request(Node, calculator, sleep, [100], [monitor]),
    true = spawn_request_abandon(Abandoned),
    same(Node, still_there),
    nothing(),
    done().

closures_in_large(Node) ->
    [begin
         Atoms = [list_to_atom("bound_" ++ integer_to_list(I)) || I <- lists:seq(1, N)],
         Inner = fun(X) -> {X, Atoms} end,
         Fun = fun(X) -> {Inner(X), Inner, Size} end,
         {Back, _, [Same]} = echo(Node, {Fun, rand:bytes(Size), [Inner]}),
         {{N, Atoms}, Nested, Size} = Back(N),
         {N, Atoms} = Nested(N),
         {N, Atoms} = Same(N)
     end || N <- [1, 5, 100, 300], Size <- [10, 200000], _ <- [first, second]],
    ok.

many_atoms(Node) ->
    [begin
         Atoms = [list_to_atom("many_" ++ integer_to_list(I)) || I <- lists:seq(1, N)],
         same(Node, Atoms),
         same(Node, {list_to_tuple(Atoms), rand:bytes(200000), Atoms})
     end || N <- [100, 127, 128, 129, 254, 255, 256, 257, 5000], _ <- [first, second, third]],
    ok.

more_atoms_than_the_cache(Node) ->
    Atoms = list_to_tuple([list_to_atom("any_" ++ integer_to_list(I)) || I <- lists:seq(1, 6000)]),
    Senders = [spawn_monitor(fun() ->
                                 [same(Node, [element(rand:uniform(6000), Atoms) || _ <- lists:seq(1, 30)])
                                  || _ <- lists:seq(1, 500)]
                             end) || _ <- lists:seq(1, 4)],
    [receive {'DOWN', Monitor, process, Pid, Reason} -> normal = Reason after 3 * ?TIMEOUT -> error(hangs) end
     || {Pid, Monitor} <- Senders],
    ok.

%% Since OTP 28. A Sunda node treats priority messages as ordinary ones.
priority(Node) ->
    case list_to_integer(erlang:system_info(otp_release)) of
        Old when Old < 28 -> ok;
        _ -> priority_signals(Node)
    end.

priority_signals(Node) ->
    Puppet = puppet(Node),
    JavaAlias = tell(Puppet, alias),
    Large = rand:bytes(1000000),
    [begin
         apply(erlang, send, [To, Message, [priority]]),
         expect({told, Puppet, Message})
     end || To <- [Puppet, JavaAlias], Message <- [hello, {large, Large}]],
    true = tell(Puppet, {register, prior}),
    apply(erlang, send, [{prior, Node}, by_name, [priority]]),
    expect({told, Puppet, by_name}),
    tell(Puppet, {trap_exit, true}),
    [begin
         apply(erlang, exit, [To, Reason, [priority]]),
         expect({told, Puppet, {'EXIT', self(), Reason}})
     end || To <- [Puppet, JavaAlias], Reason <- [please, {large, Large}]],
    Mine = apply(erlang, alias, [[priority]]),
    {echo, Node} ! {Mine, through_a_priority_alias},
    expect({echoed, through_a_priority_alias}),
    Monitor = monitor(process, Puppet),
    apply(erlang, exit, [Puppet, kill, [priority]]),
    expect({'DOWN', Monitor, process, Puppet, killed}),
    ok.

%% The token of seq_trace travels with every kind of signal.
traced(Node) ->
    process_flag(trap_exit, true),
    [begin
         seq_trace:set_token(label, Label),
         seq_trace:set_token(send, true),
         same(Node, hello),
         same(Node, rand:bytes(1000000)),
         Puppet = puppet(Node),
         Puppet ! hello,
         expect({told, Puppet, hello}),
         JavaAlias = tell(Puppet, alias),
         JavaAlias ! to_alias,
         expect({told, Puppet, to_alias}),
         link(Puppet),
         tell(Puppet, {trap_exit, true}),
         exit(Puppet, shut),
         expect({told, Puppet, {'EXIT', self(), shut}}),
         Linked = spawn_link(fun() -> receive {exit, R} -> exit(R) end end),
         tell(Puppet, {link, Linked}),
         unlink(Linked),
         Linked ! {exit, traced},
         expect({told, Puppet, {'EXIT', Linked, traced}}),
         3 = erpc:call(Node, calculator, add, [1, 2]),
         3 = rpc:call(Node, calculator, add, [1, 2]),
         tell(Puppet, {exit, gone}),
         expect({'EXIT', Puppet, gone}),
         seq_trace:set_token([])
     end || Label <- [17, 1 bsl 40, {any, <<"term">>}]],
    done().

%% -- Help -------------------------------------------------------------------------------------------------------------

%% A process on the Sunda node that does as told and passes on to us whatever else it receives.
puppet(Node) ->
    {puppets, Node} ! {self(), new_puppet},
    receive
        {puppet, Puppet} -> Puppet
    after ?TIMEOUT -> error(no_puppet)
    end.

tell(Puppet, Command) ->
    Ref = make_ref(),
    Puppet ! {do, self(), Ref, Command},
    receive
        {Ref, Result} -> Result
    after ?TIMEOUT -> error({not_done, Command})
    end.

gone(Puppet, Command) ->
    Monitor = monitor(process, Puppet),
    tell(Puppet, Command),
    receive {'DOWN', Monitor, process, Puppet, _} -> ok after ?TIMEOUT -> error({not_gone, Puppet}) end.

gone(Pid) ->
    Monitor = monitor(process, Pid),
    receive {'DOWN', Monitor, process, Pid, _} -> ok after ?TIMEOUT -> error({not_gone, Pid}) end.

expect(Message) ->
    receive
        Message -> ok;
        Other when element(1, Other) =/= 'EXIT' -> error({received, Other, instead_of, Message})
    after ?TIMEOUT -> error({not_received, Message, process_info(self(), messages)})
    end.

nothing() ->
    receive
        Message -> error({unexpected, Message})
    after 50 -> ok
    end.

done() ->
    process_flag(trap_exit, false),
    ok.
