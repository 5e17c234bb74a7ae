%% What Erlang nodes do in `bench echo`: one sends messages to the process `echo` of another node, which sends them back.
%% Each measurement runs in a process of its own, whose garbage goes with it, and answers nanoseconds as a binary.
-module(sunda_echo).
-export([start/0, connect/1, echo/4, times/4, flow/4, beside/5]).

-define(GIVE_UP_MILLIS, 20000).
-define(MEGA, 1048576).

%% The side that answers.
start() ->
    true = register(echo, spawn(fun answer/0)),
    true = register(sink, spawn(fun() -> count(0) end)),
    true = register(store, spawn(fun() -> count(0) end)),
    true = register(source, spawn(fun() -> produce(<<>>) end)),
    ok.

answer() ->
    receive
        {From, _} = Message when is_pid(From) ->
            From ! Message,
            answer()
    end.

%% Counts messages; who sends its pid and something is told how many they were.
count(Counted) ->
    receive
        {From, _} when is_pid(From) ->
            From ! {self(), Counted},
            count(0);
        _ ->
            count(Counted + 1)
    end.

%% Sends a binary of so many bytes, made once.
produce(Bytes) ->
    receive
        {From, Size} when byte_size(Bytes) =:= Size ->
            From ! Bytes,
            produce(Bytes);
        {_, Size} = Message ->
            self() ! Message,
            produce(payload(Size))
    end.

connect(Node) ->
    net_kernel:connect_node(Node).

%% So many echoes of so many bytes, of which at most a window is under way.
echo(Node, Size, Window, Count) ->
    alone(Node, fun() ->
        Message = {self(), payload(Size)},
        To = {echo, Node},
        First = min(Window, Count),
        Start = now_nanos(),
        send(To, Message, First),
        exchange(To, Message, Size, Count - First),
        drain(Message, Size, First),
        float_to_binary(float(now_nanos() - Start), [{decimals, 0}])
    end).

send(_, _, 0) ->
    ok;
send(To, Message, Count) ->
    To ! Message,
    send(To, Message, Count - 1).

exchange(_, _, _, 0) ->
    ok;
exchange(To, Message, Size, Count) ->
    back(Size),
    To ! Message,
    exchange(To, Message, Size, Count - 1).

%% The last one is compared too.
drain(Message, _, 1) ->
    receive
        Message -> ok;
        {nodedown, _} = Gone -> exit(Gone)
    end;
drain(Message, Size, Count) ->
    back(Size),
    drain(Message, Size, Count - 1).

back(Size) ->
    receive
        {_, Payload} when byte_size(Payload) =:= Size -> Payload;
        {nodedown, _} = Gone -> exit(Gone)
    end.

%% The nanoseconds of each of so many echoes, one at a time, as integers of 64 bits in a file.
times(Node, File, Size, Count) ->
    alone(Node, fun() ->
        Message = {self(), payload(Size)},
        Times = [element(2, single({echo, Node}, Message, Size)) || _ <- lists:seq(1, Count)],
        write(File, Times),
        integer_to_binary(lists:sum(Times))
    end).

%% When it began, and how long it took.
single(To, Message, Size) ->
    Start = now_nanos(),
    To ! Message,
    back(Size),
    {Start, now_nanos() - Start}.

write(File, Times) ->
    ok = file:write_file(File, [<<Time:64>> || Time <- Times]).

%% So many messages by so many processes to a counting one.
flow(Node, Size, Senders, Count) ->
    alone(Node, fun() ->
        {Sink, _} = counted({sink, Node}),
        Payload = payload(Size),
        Each = Count div Senders,
        Start = now_nanos(),
        Monitors = [element(2, spawn_monitor(fun() -> send(Sink, Payload, Each) end)) || _ <- lists:seq(1, Senders)],
        [
            receive
                {'DOWN', Monitor, process, _, normal} -> ok
            end
         || Monitor <- Monitors
        ],
        Sent = Each * Senders,
        {Sink, Sent} = counted(Sink),
        integer_to_binary(now_nanos() - Start)
    end).

counted(Sink) ->
    Sink ! {self(), count},
    receive
        {Pid, Counted} when is_pid(Pid) -> {Pid, Counted}
    end.

%% The nanoseconds of each echo, one at a time, that begins while a message of so many bytes goes to the other node, or
%% comes from it: after it was sent, or asked for, and before its arrival is known. Answers how long that was.
beside(Node, File, Size, Bytes, Direction) ->
    alone(Node, fun() ->
        Self = self(),
        spawn_link(fun() -> Self ! {done, big(Direction, Node, Bytes)} end),
        {Echoes, Sent, Arrived} = until_done({echo, Node}, {self(), payload(Size)}, Size, []),
        write(File, [Time || {Start, Time} <- Echoes, Start >= Sent, Start =< Arrived]),
        integer_to_binary(Arrived - Sent)
    end).

big(to, Node, Size) ->
    Big = payload(Size),
    Sent = now_nanos(),
    {store, Node} ! Big,
    {_, 1} = counted({store, Node}),
    {Sent, now_nanos()};
big(from, Node, Size) ->
    Sent = now_nanos(),
    {source, Node} ! {self(), Size},
    receive
        Back when byte_size(Back) =:= Size -> {Sent, now_nanos()}
    end.

until_done(To, Message, Size, Echoes) ->
    All = [single(To, Message, Size) | Echoes],
    receive
        {done, {Sent, Arrived}} -> {All, Sent, Arrived}
    after 0 -> until_done(To, Message, Size, All)
    end.

payload(Size) when Size >= ?MEGA ->
    %% A byte at a time would take seconds for a gigabyte.
    iolist_to_binary([binary:copy(payload(?MEGA - 1), Size div (?MEGA - 1)), payload(Size rem (?MEGA - 1))]);
payload(Size) ->
    binary:copy(<<"x">>, Size).

now_nanos() -> erlang:monotonic_time(nanosecond).

%% Until the node is gone, or nothing has happened for long.
alone(Node, Fun) ->
    {Pid, Monitor} = spawn_monitor(fun() ->
        monitor_node(Node, true),
        exit({value, Fun()})
    end),
    await(Pid, Monitor, none).

await(Pid, Monitor, Before) ->
    receive
        {'DOWN', Monitor, process, Pid, {value, Value}} -> Value;
        {'DOWN', Monitor, process, Pid, Reason} -> exit(Reason)
    after ?GIVE_UP_MILLIS ->
        case process_info(Pid, reductions) of
            Before ->
                exit(Pid, kill),
                exit(gave_up);
            Now ->
                await(Pid, Monitor, Now)
        end
    end.
