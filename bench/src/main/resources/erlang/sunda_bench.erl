%% What an Erlang node does in the benchmarks. It is asked over its standard input: each line is an expression, and its
%% value comes back on a line that starts with "=>ok ".
-module(sunda_bench).
-export([main/0, load/2, turn/3]).

main() ->
    case io:get_line("") of
        eof ->
            halt(0, [{flush, false}]);
        Line ->
            Answer =
                try
                    {ok, Tokens, _} = erl_scan:string(Line),
                    {ok, Expressions} = erl_parse:parse_exprs(Tokens),
                    {value, Value, _} = erl_eval:exprs(Expressions, []),
                    ["ok ", text(Value)]
                catch
                    Class:Reason:Stack -> ["error ", io_lib:format("~0tp", [{Class, Reason, Stack}])]
                end,
            io:put_chars(["=>", Answer, $\n]),
            main()
    end.

text(Value) when is_binary(Value) -> Value;
text(Value) -> io_lib:format("~0tp", [Value]).

%% Keeps the term of a file, and its bytes, where no garbage collection copies them.
load(Name, File) ->
    Load = fun() ->
        {ok, Bytes} = file:read_file(File),
        persistent_term:put({?MODULE, Name}, {binary_to_term(Bytes), Bytes})
    end,
    case persistent_term:get({?MODULE, Name}, none) of
        none -> alone(Load);
        _ -> ok
    end.

%% Does a task for so long: <<"nanoseconds cpu-nanoseconds">> for each time.
turn(Task, Name, Millis) ->
    {Term, Bytes} = persistent_term:get({?MODULE, Name}),
    Nanos = Millis * 1000000,
    {Count, Time, Cpu} = alone(fun() -> measure(task(Task, Term, Bytes), Nanos) end),
    iolist_to_binary(io_lib:format("~f ~f", [Time / Count, Cpu / Count])).

%% In a process of its own, so that its garbage goes with it.
alone(Fun) ->
    {Pid, Monitor} = spawn_monitor(fun() -> exit({value, Fun()}) end),
    receive
        {'DOWN', Monitor, process, Pid, {value, Value}} -> Value;
        {'DOWN', Monitor, process, Pid, Reason} -> exit(Reason)
    end.

task(encode, Term, _) -> fun() -> term_to_binary(Term) end;
task(decode, _, Bytes) -> fun() -> binary_to_term(Bytes) end;
task(both, Term, _) -> fun() -> binary_to_term(term_to_binary(Term)) end;
task({call, Node}, Term, _) -> fun() -> erpc:call(Node, erlang, hd, [[Term]]) end.

measure(Fun, Nanos) ->
    {Cpu, _} = statistics(runtime),
    Start = erlang:monotonic_time(nanosecond),
    Count = measure(Fun, Start, Nanos, 1, 0),
    Time = erlang:monotonic_time(nanosecond) - Start,
    {CpuAfter, _} = statistics(runtime),
    {Count, Time, (CpuAfter - Cpu) * 1000000}.

%% Batches, so that looking at the clock costs nothing.
measure(Fun, Start, Nanos, Batch, Done) ->
    repeat(Fun, Batch),
    Count = Done + Batch,
    Time = erlang:monotonic_time(nanosecond) - Start,
    Left = (Nanos - Time) * Count div max(Time, 1),
    if
        Left < 1 -> Count;
        true -> measure(Fun, Start, Nanos, min(Left, Count), Count)
    end.

repeat(_, 0) ->
    ok;
repeat(Fun, Count) ->
    Fun(),
    repeat(Fun, Count - 1).
