%% What a real BEAM says of terms: a request on each line of standard input, a term as file:consult reads it; one line of
%% standard output answers it.
%%
%% Terms that have no text form that can be read arrive as tuples that say how to make them: see term/1.
-module(term_oracle).
-export([main/0]).

main() ->
    ok = io:setopts([{encoding, unicode}]),
    io:format("~ts~n", [erlang:system_info(otp_release)]),
    loop().

loop() ->
    case io:read("") of
        {ok, Request} ->
            io:format("~ts~n", [answer(Request)]),
            loop();
        {error, Reason} ->
            io:format("the request cannot be read: ~0tp~n", [Reason]),
            loop();
        eof ->
            halt(0)
    end.

answer({print, Form}) ->
    io_lib:format("~0tp", [term(Form)]);
answer({compare, FormA, FormB}) ->
    A = term(FormA),
    B = term(FormB),
    [sign(A, B), " ", atom_to_list(A =:= B), " ", sign(#{A => x}, #{B => x})];
answer({read, Text}) ->
    case read(Text) of
        {ok, Term} -> io_lib:format("a term: ~0tp", [Term]);
        _ -> "no term"
    end;
answer({read, Text, Form}) ->
    Term = term(Form),
    case read(Text) of
        {ok, Read} when Read =:= Term -> "the term";
        {ok, Other} -> io_lib:format("another term: ~0tp", [Other]);
        _ -> "no term"
    end;
answer({consult, File, Forms}) ->
    Terms = term(Forms),
    case file:consult(File) of
        {ok, Terms} -> "the terms";
        {ok, Others} -> io_lib:format("other terms: ~0tP", [Others, 50]);
        {error, Reason} -> ["no terms: ", file:format_error(Reason)]
    end.

sign(A, B) when A < B -> "-1";
sign(A, B) when A == B -> "0";
sign(A, B) when A > B -> "1".

%% The full stop may be missing.
read(Text) ->
    case erl_scan:string(unicode:characters_to_list(Text), {1, 1}) of
        {ok, Tokens, End} ->
            Stop =
                case Tokens =/= [] andalso lists:last(Tokens) of
                    {dot, _} -> [];
                    _ -> [{dot, erl_anno:new(End)}]
                end,
            erl_parse:parse_term(Tokens ++ Stop);
        Error ->
            Error
    end.

term({'$atom', Utf8}) ->
    binary_to_atom(Utf8, utf8);
term({'$pid', Node, Id, Serial, Creation}) ->
    binary_to_term(<<131, 88, (atom(Node))/binary, Id:32, Serial:32, Creation:32>>);
term({'$port', Node, Id, Creation}) ->
    binary_to_term(<<131, 120, (atom(Node))/binary, Id:64, Creation:32>>);
term({'$ref', Node, Creation, Words}) ->
    Size = tuple_size(Words),
    Tail = << <<Word:32>> || Word <- tuple_to_list(Words) >>,
    binary_to_term(<<131, 90, Size:16, (atom(Node))/binary, Creation:32, Tail/binary>>);
term({'$fun', FormM, FormF, Arity}) ->
    Module = term(FormM),
    Function = term(FormF),
    fun Module:Function/Arity;
term({'$closure', Body}) ->
    binary_to_term(<<131, 112, (byte_size(Body) + 4):32, Body/binary>>);
term({'$record', Module, Name, Exported, Fields, Values}) ->
    %% Only OTP 29 and newer know these.
    Flags = case Exported of true -> 1; false -> 0 end,
    Names = << <<(atom(Field))/binary>> || Field <- tuple_to_list(Fields) >>,
    Terms = << <<(tail(term_to_binary(term(Value))))/binary>> || Value <- tuple_to_list(Values) >>,
    binary_to_term(<<131, 67, (tuple_size(Fields)):32, Flags, (atom(Module))/binary, (atom(Name))/binary,
        Names/binary, Terms/binary>>);
term(Tuple) when is_tuple(Tuple) ->
    list_to_tuple(term(tuple_to_list(Tuple)));
term(Map) when is_map(Map) ->
    maps:from_list(term(maps:to_list(Map)));
term([Head | Tail]) ->
    [term(Head) | term(Tail)];
term(Other) ->
    Other.

atom(Atom) ->
    Utf8 = atom_to_binary(term(Atom), utf8),
    <<118, (byte_size(Utf8)):16, Utf8/binary>>.

tail(<<131, Term/binary>>) ->
    Term.
