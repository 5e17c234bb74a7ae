%% A member of the cluster of `./sunda stress --faults`; the same as the Java classes Sink, Sender and Payloads.
-module(sink).
-export([main/1]).

-define(MARK, "@@").
-define(PACE, 20).
-define(REST, 300).

main(Args) ->
    spawn(fun() -> run(Args) end).

run([Life | Peers]) ->
    Number = list_to_integer(atom_to_list(Life)),
    register(printer, spawn_link(fun printer/0)),
    register(sink, spawn_link(fun() -> sink(#{}) end)),
    Senders = [spawn_link(fun() -> session(Number, Peer, 1) end) || Peer <- Peers],
    say("ready", []),
    obey(Senders).

obey(Senders) ->
    case io:get_line("") of
        "stop\n" -> [Sender ! stop || Sender <- Senders], obey(Senders);
        "report\n" -> sink ! report, obey(Senders);
        "memory\n" -> memory(), obey(Senders);
        _ -> halt(0, [{flush, false}])
    end.

memory() ->
    [garbage_collect(Pid) || Pid <- processes()],
    {ok, Status} = file:read_file("/proc/self/status"),
    {match, [Kib]} = re:run(Status, "VmRSS:\\s*(\\d+)", [{capture, all_but_first, list}]),
    say("memory ~b ~s", [erlang:memory(total) div 1024, Kib]).

%% Whoever prints must not wait: the sink has to receive.
say(Format, Args) ->
    printer ! {line, [?MARK, io_lib:format(Format, Args), $\n]},
    ok.

printer() ->
    receive {line, Line} -> io:put_chars(Line) end,
    printer().

session(Life, Peer, Session) ->
    Ref = monitor(process, {sink, Peer}),
    send(Life, Peer, Session, Ref, 0).

send(Life, Peer, Session, Ref, Sent) ->
    receive
        stop -> say("last ~s ~b ~b ~b", [Peer, Life, Session, Sent]);
        {'DOWN', Ref, process, _, Reason} ->
            say("down ~s ~b ~b ~b ~w", [Peer, Life, Session, Sent, Reason]),
            receive stop -> ok after ?REST -> session(Life, Peer, Session + 1) end
    after ?PACE ->
        Next = lists:foldl(
            fun(_, N) -> {sink, Peer} ! {numbered, node(), Life, Session, N, payload(N)}, N + 1 end,
            Sent + 1, [1, 2, 3, 4]),
        send(Life, Peer, Session, Ref, Next - 1)
    end.

sink(Last) ->
    receive
        {numbered, From, Life, Session, N, Payload} ->
            Next = {Life, Session, N},
            {L, S, M} = Before = maps:get(From, Last, {0, 0, 0}),
            if
                Next =< Before -> say("wrong order ~s ~w ~w", [From, Before, Next]);
                true ->
                    Right = payload(N),
                    case Payload of
                        Right when {L, S} =:= {Life, Session}, N =:= M + 1 -> ok;
                        Right when {L, S} =/= {Life, Session}, N =:= 1 -> ok;
                        Right when {L, S} =:= {Life, Session} ->
                            say("gap ~s ~b ~b ~b ~b", [From, Life, Session, M + 1, N]);
                        Right -> say("gap ~s ~b ~b 1 ~b", [From, Life, Session, N]);
                        _ -> say("wrong payload ~s ~w", [From, Next])
                    end
            end,
            sink(Last#{From => Next});
        report ->
            [say("seen ~s ~b ~b ~b", [From, L, S, N]) || {From, {L, S, N}} <- maps:to_list(Last)],
            say("reported", []),
            sink(Last);
        Other ->
            say("wrong unexpected ~w", [Other]),
            sink(Last)
    end.

payload(N) ->
    Size = if
        N rem 499 =:= 0 -> 700000;
        N rem 37 =:= 0 -> 90000;
        true -> 16 + N rem 101
    end,
    binary:copy(<<(N rem 251)>>, Size).
