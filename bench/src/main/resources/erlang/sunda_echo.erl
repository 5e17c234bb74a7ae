%% What Erlang nodes do in `bench echo`: one sends messages to the process `echo` of another node, which sends them back.
%% Each measurement runs in a process of its own, whose garbage goes with it, and answers nanoseconds as a binary.
-module(sunda_echo).
-export([start/0, connect/1, echo/4, times/5, flow/4, beside/5]).

-define(GIVE_UP_MILLIS, 20000).
-define(MEGA, 1048576).

%% The side that answers.
start() ->
    true = register(echo, spawn(fun answer/0)),
    true = register(sink, spawn(fun() -> count(0) end)),
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
times(Node, Size, Pause, Count, File) ->
    alone(Node, fun() ->
        Message = {self(), payload(Size)},
        Times = times({echo, Node}, Message, Size, Pause, Count, []),
        ok = file:write_file(File, [<<Time:64>> || Time <- Times]),
        integer_to_binary(lists:sum(Times))
    end).

times(_, _, _, _, 0, Times) ->
    Times;
times(To, Message, Size, Pause, Count, Times) ->
    Start = now_nanos(),
    To ! Message,
    back(Size),
    Time = now_nanos() - Start,
    Pause > 0 andalso timer:sleep(Pause),
    times(To, Message, Size, Pause, Count - 1, [Time | Times]).

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

%% The nanoseconds of each echo, one at a time, while a message of so many bytes goes to the other node, or comes from it.
beside(Node, Size, Bytes, Direction, File) ->
    alone(Node, fun() ->
        Message = {self(), payload(Size)},
        Self = self(),
        spawn_link(fun() ->
            Big = made(Direction, Bytes),
            Self ! big,
            Time = big(Direction, Node, Big),
            Self ! {done, Time}
        end),
        receive
            big -> ok
        end,
        {Times, Time} = until_done({echo, Node}, Message, Size, []),
        ok = file:write_file(File, [<<Each:64>> || Each <- Times]),
        integer_to_binary(Time)
    end).

made(to, Bytes) -> payload(Bytes);
made(from, Bytes) -> Bytes.

big(to, Node, Big) ->
    Start = now_nanos(),
    {sink, Node} ! Big,
    {_, 1} = counted({sink, Node}),
    now_nanos() - Start;
big(from, Node, Size) ->
    Start = now_nanos(),
    {source, Node} ! {self(), Size},
    receive
        Back when byte_size(Back) =:= Size -> now_nanos() - Start
    end.

until_done(To, Message, Size, Times) ->
    Start = now_nanos(),
    To ! Message,
    back(Size),
    All = [now_nanos() - Start | Times],
    receive
        {done, Time} -> {All, Time}
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
