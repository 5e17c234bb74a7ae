%% What Erlang processes do in `bench ring`. Each function answers <<"name=value name=value">>: nanoseconds for each
%% message, process or round trip, bytes for each process. Each runs in a process of its own, whose garbage goes with it.
-module(sunda_ring).
-export([ring/2, trip/2, fan_in/2, fan_out/2, churn/2, skew/2, behind/2, size/1]).

%% The report's program: each process knows the one before it, and hands on a number until it is not above zero.
ring(N, M) ->
    alone(fun() ->
        Began = now_nanos(),
        Last = relays(N - 1, self()),
        Spawned = now_nanos(),
        Last ! M,
        Number = relay(Last),
        Ended = now_nanos(),
        Hops = M + 1 - Number,
        figures([
            {spawn, (Spawned - Began) / max(N - 1, 1)}, {message, (Ended - Spawned) / Hops}, {hops, float(Hops)}
        ])
    end).

relays(0, Before) -> Before;
relays(N, Before) -> relays(N - 1, spawn(fun() -> relay(Before) end)).

relay(Next) ->
    receive
        Number ->
            Next ! Number - 1,
            if
                Number =< 0 -> Number;
                true -> relay(Next)
            end
    end.

%% Round trips between two processes, beside a ring of 1,000 in which so many numbers go round.
trip(Count, Numbers) ->
    alone(fun() ->
        Load = load(Numbers),
        Self = self(),
        Echo = spawn_link(fun() -> echo(Self) end),
        Start = now_nanos(),
        Times = trips(Count, Echo, Start, []),
        Time = now_nanos() - Start,
        unlink(Echo),
        exit(Echo, kill),
        [exit(Pid, kill) || Pid <- Load],
        Sorted = list_to_tuple(lists:sort(Times)),
        figures([
            {trip, Time / Count},
            {half, at(Sorted, 0.5)},
            {p99, at(Sorted, 0.99)},
            {p999, at(Sorted, 0.999)},
            {longest, at(Sorted, 1)}
        ])
    end).

trips(0, _, _, Times) ->
    Times;
trips(Count, Echo, Before, Times) ->
    Echo ! Count,
    receive
        Count ->
            Now = now_nanos(),
            trips(Count - 1, Echo, Now, [Now - Before | Times])
    end.

echo(To) ->
    receive
        Number ->
            To ! Number,
            echo(To)
    end.

load(0) ->
    [];
load(Numbers) ->
    First = spawn(fun() ->
        receive
            {next, Next} -> endless(Next)
        end
    end),
    Others = others(999, First, []),
    First ! {next, hd(Others)},
    [lists:nth(1 + I * 999 div Numbers, Others) ! I || I <- lists:seq(0, Numbers - 1)],
    [First | Others].

others(0, _, Pids) ->
    Pids;
others(N, Before, Pids) ->
    Pid = spawn(fun() -> endless(Before) end),
    others(N - 1, Pid, [Pid | Pids]).

endless(Next) ->
    receive
        Number ->
            Next ! Number,
            endless(Next)
    end.

at(Sorted, Part) -> float(element(max(1, ceil(Part * tuple_size(Sorted))), Sorted)).

%% Many processes send numbered messages to one, which checks the order of each.
fan_in(Senders, Each) ->
    alone(fun() ->
        % As the documentation advises for those who get many messages: others send without its lock.
        process_flag(message_queue_data, off_heap),
        Self = self(),
        Next = counters:new(Senders, []),
        Pids = [spawn(fun() -> sender(Self, Sender * Each, Each) end) || Sender <- lists:seq(0, Senders - 1)],
        Start = now_nanos(),
        [Pid ! go || Pid <- Pids],
        collect(Senders * Each, Each, Next),
        figures([{message, (now_nanos() - Start) / (Senders * Each)}])
    end).

sender(To, First, Count) ->
    receive
        go -> send(To, First, First + Count)
    end.

send(_, End, End) ->
    ok;
send(To, Number, End) ->
    To ! Number,
    send(To, Number + 1, End).

collect(0, _, _) ->
    ok;
collect(Left, Each, Next) ->
    receive
        Number ->
            Sender = Number div Each + 1,
            Expected = Number rem Each,
            Expected = counters:get(Next, Sender),
            counters:put(Next, Sender, Expected + 1),
            collect(Left - 1, Each, Next)
    end.

%% One process sends to many in turn.
fan_out(Receivers, Each) ->
    alone(fun() ->
        Self = self(),
        Pids = [spawn(fun() -> count(0, Each, Self) end) || _ <- lists:seq(1, Receivers)],
        Start = now_nanos(),
        [[Pid ! Number || Pid <- Pids] || Number <- lists:seq(0, Each - 1)],
        wait(Receivers),
        figures([{message, (now_nanos() - Start) / (Receivers * Each)}])
    end).

count(Each, Each, Parent) ->
    Parent ! done;
count(Number, Each, Parent) ->
    receive
        Number -> count(Number + 1, Each, Parent)
    end.

wait(0) ->
    ok;
wait(Count) ->
    receive
        done -> wait(Count - 1)
    end.

%% Processes that are started, get one message, answer and end; so many at once.
churn(Count, AtOnce) ->
    alone(fun() ->
        Start = now_nanos(),
        waves(Count div AtOnce, AtOnce),
        figures([{life, (now_nanos() - Start) / (Count div AtOnce * AtOnce)}])
    end).

waves(0, _) ->
    ok;
waves(Waves, AtOnce) ->
    Self = self(),
    [spawn(fun() -> answer(Self) end) ! go || _ <- lists:seq(1, AtOnce)],
    wait(AtOnce),
    waves(Waves - 1, AtOnce).

answer(Parent) ->
    receive
        go -> Parent ! done
    end.

%% 60 processes, of which 6 have nine tenths of the work. All are started by one.
skew(Messages, Steps) ->
    alone(fun() ->
        Start = now_nanos(),
        work(Messages * Steps * (6 * 81 + 54), 1),
        Middle = now_nanos(),
        Self = self(),
        Pids = [spawn(fun() -> worker(Messages, steps(I, Steps), Self) end) || I <- lists:seq(0, 59)],
        [Pid ! go || Pid <- Pids],
        wait(60),
        figures([{one, (Middle - Start) / 1.0}, {all, (now_nanos() - Middle) / 1.0}])
    end).

steps(I, Steps) when I rem 10 =:= 0 -> 81 * Steps;
steps(_, Steps) -> Steps.

worker(0, _, Parent) ->
    Parent ! done;
worker(Left, Steps, Parent) ->
    receive
        go ->
            self() ! go,
            work(Steps, Left),
            worker(Left - 1, Steps, Parent)
    end.

work(0, X) -> X;
work(Steps, X) -> work(Steps - 1, (X * 1103515245 + 12345) band 16#ffffff).

%% Requests whose answers come behind so many messages that nobody takes.
behind(Backlog, Count) ->
    alone(fun() ->
        [self() ! {left, I} || I <- lists:seq(1, Backlog)],
        Echo = spawn_link(fun tagged/0),
        Start = now_nanos(),
        requests(Count, Echo),
        Time = now_nanos() - Start,
        unlink(Echo),
        exit(Echo, kill),
        {message_queue_len, Backlog} = process_info(self(), message_queue_len),
        figures([{trip, Time / Count}])
    end).

requests(0, _) ->
    ok;
requests(Count, Echo) ->
    Echo ! {self(), Count},
    receive
        {answer, Count} -> requests(Count - 1, Echo)
    end.

tagged() ->
    receive
        {From, Number} ->
            From ! {answer, Number},
            tagged()
    end.

%% Bytes for each of so many processes: idle, after a message each, and what the whole system needs more then.
size(N) ->
    alone(fun() ->
        erlang:garbage_collect(),
        Before = erlang:memory(processes),
        Resident = resident(),
        Self = self(),
        Pids = [spawn(fun() -> idle(Self) end) || _ <- lists:seq(1, N)],
        List = erts_debug:flat_size(Pids) * erlang:system_info(wordsize),
        erlang:garbage_collect(),
        Idle = erlang:memory(processes),
        [Pid ! I || {Pid, I} <- lists:zip(Pids, lists:seq(1, N))],
        wait(N),
        erlang:garbage_collect(),
        After = erlang:memory(processes),
        ResidentAfter = resident(),
        [exit(Pid, kill) || Pid <- Pids],
        figures([
            {idle, (Idle - Before - List) / N},
            {after_mail, (After - Before - List) / N},
            {resident, (ResidentAfter - Resident) / N}
        ])
    end).

idle(Parent) ->
    receive
        _ ->
            Parent ! done,
            idle(Parent)
    end.

resident() ->
    {ok, Status} = file:read_file("/proc/self/status"),
    {match, [Kilobytes]} = re:run(Status, "VmRSS:\\s+(\\d+)", [{capture, [1], binary}]),
    1024 * binary_to_integer(Kilobytes).

%% Done when the processes that were started meanwhile have ended.
alone(Fun) ->
    Before = erlang:system_info(process_count),
    {Pid, Monitor} = spawn_monitor(fun() -> exit({value, Fun()}) end),
    receive
        {'DOWN', Monitor, process, Pid, {value, Value}} ->
            ends(Before),
            Value;
        {'DOWN', Monitor, process, Pid, Reason} ->
            exit(Reason)
    end.

ends(Before) ->
    case erlang:system_info(process_count) > Before of
        true ->
            receive
            after 1 -> ends(Before)
            end;
        false ->
            ok
    end.

now_nanos() -> erlang:monotonic_time(nanosecond).

figures(Figures) ->
    iolist_to_binary(lists:join($\s, [io_lib:format("~s=~.3f", [Name, Value]) || {Name, Value} <- Figures])).
