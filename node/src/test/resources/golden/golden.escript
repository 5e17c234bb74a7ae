#!/usr/bin/env escript
%% -*- erlang -*-
%%! -noinput +pc unicode
%% Writes the golden vectors of the OTP release that runs it into the folder that is its only argument:
%%
%%     escript golden.escript otp25
%%
%% and prints the line for MANIFEST. One vector per line: the bytes in hex, a tab, the term as text. A text that starts
%% with % is a remark: file:consult/1 could not read the term.
%%
%%   modern.terms      as nodes of OTP 26 and newer send: UTF-8 atoms, 8-byte floats
%%   old.terms         as files and older peers have them: minor versions 0 and 1 of the format
%%   compressed.terms  the compressed form
%%   foreign.terms     what no BEAM writes any more but each must read; the text is what this BEAM reads
%%   refused.terms     what this BEAM refuses; the text is a remark that says why
-module(golden).
-mode(compile).

main([Folder]) ->
    ok = filelib:ensure_dir(filename:join(Folder, "x")),
    Terms = terms(),
    write(Folder, "modern.terms", [{term_to_binary(T, [{minor_version, 2}]), text(T)} || T <- Terms]),
    write(Folder, "old.terms", [
        {term_to_binary(T, [{minor_version, V}]), text(T)}
     || V <- [0, 1], T <- Terms
    ]),
    write(Folder, "compressed.terms", [
        {term_to_binary(T, [{compressed, L}, {minor_version, 2}]), text(T)}
     || L <- [1, 9], T <- compressible()
    ]),
    write(Folder, "foreign.terms", [{B, text(binary_to_term(B))} || B <- foreign()]),
    write(Folder, "refused.terms", [{B, "% " ++ Why} || {Why, B} <- refused(), is_refused(B)]),
    io:format("~s\tOTP ~s\terts ~s~n", [filename:basename(Folder), otp(), erlang:system_info(version)]);
main(_) ->
    io:format("usage: escript golden.escript FOLDER~n"),
    halt(1).

otp() ->
    File = filename:join([code:root_dir(), "releases", erlang:system_info(otp_release), "OTP_VERSION"]),
    case file:read_file(File) of
        {ok, Version} -> string:trim(Version);
        {error, _} -> erlang:system_info(otp_release)
    end.

write(Folder, Name, Vectors) ->
    Lines = [[hex(Bytes), $\t, Text, $\n] || {Bytes, Text} <- Vectors],
    ok = file:write_file(filename:join(Folder, Name), unicode:characters_to_binary(Lines)).

hex(Bytes) ->
    [io_lib:format("~2.16.0b", [Byte]) || <<Byte>> <= Bytes].

text(Term) ->
    Text = lists:flatten(io_lib:format("~0tp", [Term])),
    case is_readable(Text, Term) of
        true -> Text;
        false -> "% " ++ Text
    end.

is_readable(Text, Term) ->
    try
        {ok, Tokens, _} = erl_scan:string(Text ++ "."),
        {ok, Read} = erl_parse:parse_term(Tokens),
        Read =:= Term
    catch
        _:_ -> false
    end.

is_refused(Bytes) ->
    try binary_to_term(Bytes) of
        Term -> error({not_refused, Bytes, Term})
    catch
        error:badarg -> true
    end.

terms() ->
    integers() ++ floats() ++ atoms() ++ lists_and_strings() ++ binaries() ++ tuples_and_maps() ++ identifiers() ++ funs() ++ native_records().

integers() ->
    Edges = [0, 1, 255, 256, 65535] ++ [(1 bsl N) + D || N <- [7, 15, 27, 31, 32, 59, 63, 64, 128, 2040, 2048], D <- [-1, 0, 1]],
    lists:usort(Edges ++ [-E || E <- Edges]).

floats() ->
    [0.0, 1.5, -1.5, 1.0, 0.1, 1.0e100, 1.0e-100, 3.141592653589793, 2.2250738585072014e-308, 1.7976931348623157e308, 5.0e-324] ++
        [binary_to_term(<<131, 70, 16#8000000000000000:64>>)].

atoms() ->
    [ok, '', 'hello world', 'Up', true, 'it\'s', [], '\\', 'a\nb', 'node@host', 'æøå', 'ÿ', 'Ā', '日本', '😀'] ++
        [list_to_atom(lists:duplicate(N, C)) || {N, C} <- [{255, $a}, {127, $é}, {128, $é}, {255, $é}, {85, 16#65e5}, {86, 16#65e5}, {255, 16#65e5}, {255, 16#1f600}]].

lists_and_strings() ->
    [[], "abc", "", [0], [255], [256], [-1], [1, 256], [a, b], [a | b], [1, 2 | 3], [[] | a], [[], []], [[[[]]]], "æøå", "日本"] ++
        [lists:seq(0, 255), lists:duplicate(300, 7), [1.0], [a | "bc"], [[97] | <<"tail">>], [{a, 1}, {b, 2}]].

binaries() ->
    [<<>>, <<1, 2>>, <<"text">>, <<"日本"/utf8>>, binary:copy(<<7>>, 300)] ++
        [<<5:3>>, <<1, 2:4>>, <<1:1>>, <<0:1>>, <<127:7>>, <<255, 0:7>>, <<1:9>>].

tuples_and_maps() ->
    [{}, {a}, {a, 1}, {1, 2, 3}, {1, 2, 3, 4}, {1, 2, 3, 4, 5}, {1, 2, 3, 4, 5, 6}, {{{}}}] ++
        [list_to_tuple(lists:seq(1, N)) || N <- [255, 256]] ++
        [#{}, #{a => 1}, #{1 => a, 1.0 => b}, #{#{} => [], [] => #{}}, #{"k" => <<"v">>, {t} => #{x => y}}] ++
        [maps:from_list([{N, N * N} || N <- lists:seq(1, 32)]), maps:from_list([{N, a} || N <- lists:seq(1, 40)])].

identifiers() ->
    External = [
        <<131, 88, 119, 3, "j@h", 1:32, 0:32, 16#11223344:32>>,
        <<131, 88, 119, 3, "j@h", 16#ffffffff:32, 16#ffffffff:32, 16#ffffffff:32>>,
        <<131, 88, 118, 8:16, "æ@høst"/utf8, 7:32, 8:32, 9:32>>,
        <<131, 89, 119, 3, "j@h", 16#0fffffff:32, 5:32>>,
        <<131, 120, 119, 3, "j@h", 16#10000000:64, 5:32>>,
        <<131, 120, 119, 3, "j@h", 16#ffffffffffffffff:64, 5:32>>
    ],
    [binary_to_term(B) || B <- External] ++
        [binary_to_term(<<131, 90, N:16, 119, 3, "j@h", 5:32, (words(N))/binary>>) || N <- [1, 2, 3, 4, 5]] ++
        [{self(), make_ref(), hd(erlang:ports())}, [alias | erlang:alias()]].

words(N) ->
    << <<(16#10203040 * I):32>> || I <- lists:seq(1, N) >>.

funs() ->
    Bound = {bound, [1, "two", <<"three">>]},
    Free = fun() -> {Bound, self()} end,
    [fun lists:map/2, fun 'odd name':'+'/255, fun erlang:self/0, fun() -> ok end, fun(X) -> {X, Bound} end, fun() -> Free end].

%% OTP 29 and newer; called by name, so that older releases compile this.
native_records() ->
    case code:ensure_loaded(records) of
        {module, Records} ->
            [
                Records:create(m, r, Fields, #{is_exported => Exported})
             || Exported <- [false, true], Fields <- [[], [{a, 1}], [{z, {nested, "x"}}, {a, #{}}, {'odd name', 1.5}]]
            ];
        {error, _} ->
            []
    end.

compressible() ->
    [lists:duplicate(100, $a), binary:copy(<<"abc">>, 1000), lists:duplicate(200, {ok, <<"value">>, 1.5}), "abc", ok,
     maps:from_list([{N, <<"the same">>} || N <- lists:seq(1, 32)])].

%% Old or odd, but a BEAM reads them.
foreign() ->
    Node = <<100, 3:16, "j@h">>,
    [
        <<131, 101, Node/binary, 7:32, 1>>,
        <<131, 102, Node/binary, 7:32, 1>>,
        <<131, 103, Node/binary, 7:32, 8:32, 1>>,
        <<131, 114, 1:16, Node/binary, 1, 7:32>>,
        <<131, 114, 3:16, Node/binary, 1, 7:32, 8:32, 9:32>>,
        <<131, 114, 5:16, Node/binary, 1, 7:32, 8:32, 9:32, 10:32, 11:32>>,
        <<131, 88, Node/binary, 1:32, 2:32, 0:32>>,
        <<131, 115, 2, "ok">>,
        <<131, 115, 0>>,
        <<131, 115, 1, 233>>,
        <<131, 100, 1:16, 233>>,
        <<131, 118, 2:16, "ok">>,
        <<131, 105, 1:32, 97, 1>>,
        <<131, 107, 0:16>>,
        <<131, 108, 0:32, 106>>,
        <<131, 108, 0:32, 97, 1>>,
        <<131, 108, 1:32, 97, 1, 107, 2:16, 2, 3>>,
        <<131, 108, 1:32, 97, 1, 108, 1:32, 97, 2, 108, 1:32, 97, 3, 106>>,
        <<131, 108, 1:32, 97, 1, 108, 1:32, 97, 2, 108, 0:32, 119, 1, "t">>,
        <<131, 98, 5:32>>,
        <<131, 98, -1:32>>,
        <<131, 110, 0, 0>>,
        <<131, 110, 0, 1>>,
        <<131, 110, 1, 1, 0>>,
        <<131, 110, 4, 0, 5, 0, 0, 0>>,
        <<131, 110, 8, 1, 0:56, 128>>,
        <<131, 110, 8, 0, 0:56, 128>>,
        <<131, 110, 9, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9>>,
        <<131, 110, 12, 0, 1, 0:88>>,
        <<131, 111, 1:32, 0, 5>>,
        <<131, 111, 3:32, 1, 0, 1, 0>>,
        <<131, 77, 1:32, 3, 255>>,
        <<131, 77, 1:32, 8, 255>>,
        <<131, 99, "1.50000000000000000000e+00", 0:40>>,
        <<131, 99, "-1.50000000000000000000e-01", 0:32>>,
        <<131, 99, "+1.5e3", 0:200>>,
        <<131, 99, "1.5E3", 0:208>>,
        <<131, 99, "1.5e-999", 0:184>>,
        <<131, 113, 119, 1, "m", 119, 1, "f", 98, 1:32>>,
        <<131, 116, 2:32, 97, 1, 97, 1, 70, 1.0/float, 97, 2>>
    ].

refused() ->
    Node = <<119, 3, "j@h">>,
    [
        {"no bytes", <<>>},
        {"no version", <<97, 1>>},
        {"wrong version", <<130, 97, 1>>},
        {"version alone", <<131>>},
        {"unknown tag", <<131, 1>>},
        {"version twice", <<131, 131, 97, 1>>},
        {"distribution header", <<131, 68, 0>>},
        {"atom cache reference", <<131, 82, 0>>},
        {"closure from before OTP 23", <<131, 117, 0:32>>},
        {"local form", <<131, 121, 0:64, 97, 1>>},
        {"NaN", <<131, 70, 16#7ff8000000000000:64>>},
        {"infinity", <<131, 70, 16#7ff0000000000000:64>>},
        {"minus infinity", <<131, 70, 16#fff0000000000000:64>>},
        {"float text without point", <<131, 99, "15", 0:232>>},
        {"float text without fraction", <<131, 99, "1.e5", 0:216>>},
        {"float text too large", <<131, 99, "1.5e999", 0:192>>},
        {"float text NaN", <<131, 99, "nan", 0:224>>},
        {"float text with space before", <<131, 99, " 1.5", 0:216>>},
        {"float text with space after", <<131, 99, "1.5 ", 0:216>>},
        {"float text hexadecimal", <<131, 99, "0x1.8p1", 0:192>>},
        {"float text of nothing", <<131, 99, 0:248>>},
        {"atom of 256 characters", <<131, 118, 256:16, (binary:copy(<<"a">>, 256))/binary>>},
        {"Latin-1 atom of 256 characters", <<131, 100, 256:16, (binary:copy(<<"a">>, 256))/binary>>},
        {"atom not UTF-8", <<131, 119, 1, 255>>},
        {"atom overlong UTF-8", <<131, 119, 2, 16#c0, 16#80>>},
        {"atom with a surrogate", <<131, 119, 3, 16#ed, 16#a0, 16#80>>},
        {"atom beyond Unicode", <<131, 119, 4, 16#f4, 16#90, 16#80, 16#80>>},
        {"atom with half a character", <<131, 119, 1, 16#c3>>},
        {"pid of a node that is no atom", <<131, 88, 97, 1, 1:32, 2:32, 3:32>>},
        {"reference of 6 words", <<131, 90, 6:16, Node/binary, 1:32, 0:192>>},
        {"bit string of 0 bits in the last byte", <<131, 77, 1:32, 0, 255>>},
        {"bit string of 9 bits in the last byte", <<131, 77, 1:32, 9, 255>>},
        {"bit string without bytes", <<131, 77, 0:32, 8>>},
        {"bit string without bytes, 3 bits", <<131, 77, 0:32, 3>>},
        {"key twice", <<131, 116, 2:32, 97, 1, 97, 2, 97, 1, 97, 3>>},
        {"key twice, inside", <<131, 104, 1, 116, 2:32, 106, 97, 2, 108, 0:32, 106, 97, 3>>},
        {"list of 2^31 elements", <<131, 108, 16#80000000:32, 97, 1>>},
        {"list of 2^32 - 1 elements", <<131, 108, 16#ffffffff:32, 97, 1>>},
        {"tuple of 2^32 - 1", <<131, 105, 16#ffffffff:32, 97, 1>>},
        {"map of 2^32 - 1", <<131, 116, 16#ffffffff:32, 97, 1>>},
        {"binary of 2^32 - 1", <<131, 109, 16#ffffffff:32, 97, 1>>},
        {"integer of 2^32 - 1 bytes", <<131, 111, 16#ffffffff:32, 0, 97, 1>>},
        {"fun with a name that is no atom", <<131, 113, 97, 1, 119, 1, "f", 97, 1>>},
        {"fun with an arity that is no integer", <<131, 113, 119, 1, "m", 119, 1, "f", 106>>},
        {"compressed twice", <<131, 80, 12:32, (zlib:compress(<<80, 2:32, (zlib:compress(<<97, 1>>))/binary>>))/binary>>},
        {"compressed with the version inside", <<131, 80, 3:32, (zlib:compress(<<131, 97, 1>>))/binary>>},
        {"compressed, claims too little", <<131, 80, 1:32, (zlib:compress(<<97, 1>>))/binary>>},
        {"compressed, claims too much", <<131, 80, 3:32, (zlib:compress(<<97, 1>>))/binary>>},
        {"compressed inside a term", <<131, 104, 1, 80, 2:32, (zlib:compress(<<97, 1>>))/binary>>},
        {"compressed, not zlib", <<131, 80, 2:32, 1, 2, 3, 4, 5, 6, 7, 8>>},
        {"compressed, wrong checksum", <<131, 80, 2:32, 120, 156, 75, 100, 4, 0, 0, 197, 0, 98>>}
    ].
