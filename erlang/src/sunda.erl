-module(sunda).

%% The client of a Sunda gateway: SQL by query/3,4, exported Java classes by call/4,5.
%%
%% Both are thin: a gateway is an ordinary node, and a service on it an ordinary process, so gen_server:call/3 and
%% erpc:call/5 would do. What this module adds is one shape of answer. Whatever happens to the database, the network
%% or the gateway comes back as {error, Reason}, with a class to match on and a sentence to read. Only a mistake in the
%% call itself, such as an option that does not exist, raises.

-export([query/3, query/4, call/4, call/5]).
-export_type([service/0, gateway/0, query_options/0, call_options/0, result/0, reason/0, class/0]).

%% Documentation attributes came with OTP 27; elsewhere they are nothing.
-if(?OTP_RELEASE >= 27).
-define(MODULEDOC(Text), -moduledoc(Text)).
-define(DOC(Text), -doc(Text)).
-else.
-define(MODULEDOC(Text), -compile([])).
-define(DOC(Text), -compile([])).
-endif.

?MODULEDOC("The client of a Sunda gateway: databases and Java code as processes.").

-define(DEFAULT_TIMEOUT, 5000).

%% How much longer than the gateway we wait, in ms. The gateway gives up first and can say where the time went.
-define(GRACE, 200).

-type service() :: {Name :: atom(), gateway()} | atom() | pid().
%% A configured service: by its name on a gateway, by a name registered on this node, or by its pid.

-type gateway() :: node().

-type query_options() :: #{timeout => pos_integer() | infinity, rows => tuples | maps}.
%% timeout: how many milliseconds the whole call may take; 5000 unless given.
%% rows: what a row is; a map has the columns' names as keys, which are binaries.

-type call_options() :: #{timeout => pos_integer() | infinity}.

-type result() :: #{columns := [binary()], rows := [tuple() | map()], num_rows := non_neg_integer()}.

-type class() ::
    %% an argument does not fit: a parameter, a method's argument
    badarg
    %% the service or the gateway ended during the call
    | closed
    %% a fault of Sunda's own, or an answer that no Sunda service gives
    | internal
    %% the Java method threw
    | java
    %% the answer is larger than the service may give
    | limit
    %% the gateway's node cannot be reached, or was lost during the call
    | nodedown
    %% the gateway has no service of that name
    | noproc
    %% the service has as much to do as it may take on
    | overload
    %% the database refused the statement: code is its SQLSTATE
    | sql
    %% the time given was not enough
    | timeout
    %% the database cannot be reached, or the gateway is stopping
    | unavailable
    %% the gateway exports no such class or method
    | undef
    %% what the Java method returned is no Erlang term
    | unsupported
    %% a gateway newer than this client may know more
    | atom().

-type reason() :: #{
    class := class(),
    message := binary(),
    %% from a service: how far the statement came, the SQLSTATE, the database's own number
    at => queue | connect | execute | fetch,
    code => binary(),
    vendor => integer(),
    %% java: the exception's class, and its stack trace
    exception => binary(),
    stack => term(),
    %% closed, internal: what the other side said
    reason => term(),
    _ => _
}.

?DOC("Runs an SQL statement with query/4 and its default options.").
-spec query(service(), unicode:chardata(), [term()]) ->
    {ok, result()} | {ok, non_neg_integer()} | {error, reason()}.
query(Service, Sql, Params) ->
    query(Service, Sql, Params, #{}).

?DOC(
    "Runs an SQL statement: a result when it yields rows, the number of changed rows when it does not. "
    "Parameters stand for the question marks of the statement, in order."
).
-spec query(service(), unicode:chardata(), [term()], query_options()) ->
    {ok, result()} | {ok, non_neg_integer()} | {error, reason()}.
query(Service, Sql, Params, Options) when is_list(Params), is_map(Options) ->
    ok = check_service(Service),
    Known = options(Options, [timeout, rows]),
    try gen_server:call(Service, {query, text(Sql), Params, Known}, patience(Known)) of
        {ok, Answer} -> {ok, Answer};
        {error, #{class := _, message := _} = Reason} -> {error, Reason};
        Other -> {error, foreign(Service, Other)}
    catch
        exit:{Cause, {gen_server, call, _}} when Cause =/= calling_self -> {error, lost(Service, Cause)}
    end.

?DOC("Calls an exported Java method with call/5 and its default options.").
-spec call(gateway(), module(), atom(), [term()]) -> {ok, term()} | {error, reason()}.
call(Gateway, Alias, Function, Args) ->
    call(Gateway, Alias, Function, Args, #{}).

?DOC("Calls a method of a Java class that the gateway exports under the name Alias.").
-spec call(gateway(), module(), atom(), [term()], call_options()) -> {ok, term()} | {error, reason()}.
call(Gateway, Alias, Function, Args, Options) when
    is_atom(Gateway), is_atom(Alias), is_atom(Function), is_list(Args), is_map(Options)
->
    #{timeout := Timeout} = options(Options, [timeout]),
    try
        {ok, erpc:call(Gateway, Alias, Function, Args, Timeout)}
    catch
        error:{erpc, Cause} -> {error, lost(Gateway, Cause)};
        error:{exception, Cause, Stack} -> {error, raised({Alias, Function, length(Args)}, Cause, Stack)};
        exit:{_, Cause} -> {error, lost(Gateway, Cause)};
        throw:Value -> {error, raised({Alias, Function, length(Args)}, {nocatch, Value}, [])}
    end.

%%% What goes out

patience(#{timeout := infinity}) -> infinity;
patience(#{timeout := Timeout}) -> Timeout + ?GRACE.

%% A service that is none would be told from one that died only by reading gen's stack trace.
check_service(Pid) when is_pid(Pid) -> ok;
check_service(Name) when is_atom(Name) -> ok;
check_service({Name, Node}) when is_atom(Name), is_atom(Node) -> ok;
check_service(Other) -> error({badarg, {service, Other}}).

text(Sql) ->
    try unicode:characters_to_binary(Sql) of
        Text when is_binary(Text) -> Text;
        _ -> error({badarg, sql})
    catch
        error:badarg -> error({badarg, sql})
    end.

options(Options, Known) ->
    case maps:keys(maps:without(Known, Options)) of
        [] -> maps:map(fun option/2, maps:merge(#{timeout => ?DEFAULT_TIMEOUT}, Options));
        [Unknown | _] -> error({badarg, {unknown_option, Unknown}})
    end.

option(timeout, infinity) -> infinity;
option(timeout, Ms) when is_integer(Ms), Ms > 0 -> Ms;
option(rows, Shape) when Shape =:= tuples; Shape =:= maps -> Shape;
option(Name, Value) -> error({badarg, {Name, Value}}).

%%% What comes back

%% No answer: the other side is not there, or went away, or was too slow.
lost(_, timeout) ->
    reason(timeout, "no answer came in time", []);
lost(Whom, Cause) when Cause =:= noconnection; element(1, Cause) =:= nodedown ->
    reason(
        nodedown,
        "~ts cannot be reached, or was lost during the call: is it running, under that name and with our cookie?",
        [node_name(Whom)]
    );
lost(Whom, noproc) ->
    reason(noproc, "there is no service ~tp", [Whom]);
lost(Whom, notsup) ->
    reason(internal, "~tp takes no calls of this kind: it is no Sunda gateway", [Whom]);
lost(Whom, Cause) ->
    (reason(closed, "~tp ended during the call", [Whom]))#{reason => Cause}.

node_name({_, Node}) -> Node;
node_name(Pid) when is_pid(Pid) -> node(Pid);
node_name(Node) -> Node.

foreign(Service, Answer) ->
    (reason(internal, "~tp answered as no Sunda service does", [Service]))#{reason => Answer}.

%% The method was called, or would have been, and something was raised there.
raised(_, {java_exception, Class, Message, Stack}, _) ->
    #{class => java, exception => Class, message => Message, stack => Stack};
raised(_, {badarg, Message}, _) when is_binary(Message) ->
    #{class => badarg, message => Message};
raised(_, {no_term, Message}, _) when is_binary(Message) ->
    #{class => unsupported, message => Message};
raised({Alias, Function, Arity}, undef, _) ->
    reason(undef, "the gateway exports no ~ts:~ts/~b", [Alias, Function, Arity]);
raised({Alias, Function, Arity}, badarg, _) ->
    reason(badarg, "the arguments fit no method ~ts:~ts/~b", [Alias, Function, Arity]);
raised({Alias, Function, Arity}, Cause, Stack) ->
    (reason(internal, "~ts:~ts/~b failed in the gateway", [Alias, Function, Arity]))#{reason => Cause, stack => Stack}.

reason(Class, Format, Args) ->
    #{class => Class, message => unicode:characters_to_binary(io_lib:format(Format, Args))}.
