package org.sunda.term;

import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Texts that are terms for every release of Erlang, or for none, each with what comes of it here.
final class TermTexts {
    /// Text and value.
    static final String INTEGERS = """
            0 ! 0
            -0 ! 0
            00012 ! 12
            1_000 ! 1000
            16#ff_FF ! 65535
            36#Zz ! 1295
            2#101 ! 5
            1_6#f ! 15
            0_016#f ! 15
            - 1 ! -1
            -(1) ! -1
            +1 ! 1
            +(1) ! 1
            -((1)) ! -1
            $a ! 97
            $\\n ! 10
            ($ ) ! 32
            -$a ! -97
            $' ! 39
            $" ! 34
            $% ! 37
            $\\x{41} ! 65
            $\\^a ! 1
            $$ ! 36
            9223372036854775807 ! 9223372036854775807
            9223372036854775808 ! 9223372036854775808
            -9223372036854775808 ! -9223372036854775808
            -9223372036854775809 ! -9223372036854775809
            """;

    /// Text and value.
    static final String FLOATS = """
            1.0 ! 1.0
            -0.0 ! -0.0
            1.5e3 ! 1500
            1.5E-3 ! 0.0015
            1.0e+2 ! 100
            1_0.0_1 ! 10.01
            1.0e1_0 ! 1e10
            1.0e-400 ! 0.0
            1.0e-99999999999999999999 ! 0.0
            5.0e-324 ! 4.9E-324
            """;

    /// Text and how that term is printed.
    static final String OTHERS = """
            "a" "b"%c ! "ab"
            "" ! []
            "€😀" ! "€😀"
            [] ! []
            [ 1 , 2 ] ! [1,2]
            {} ! {}
            {{},[]} ! {{},[]}
            # { } ! #{}
            #{b=>1,a=>2} ! #{a => 2,b => 1}
            #{1=>a,1.0=>b} ! #{1 => a,1.0 => b}
            #{a=>-1} ! #{a => -1}
            fun lists:map/2 ! fun lists:map/2
            fun 'a b' : 'fun' / 16#ff ! fun 'a b':'fun'/255
            é ! é
            'end' ! 'end'
            '' ! ''
            """;

    /// Text and how that term is printed.
    static final String TAILS = """
            [a|b] ! [a|b]
            [a,b|c] ! [a,b|c]
            [1|[]] ! [1]
            [1|[2]] ! [1,2]
            [1|[2|[3|[4,5]]]] ! [1,2,3,4,5]
            [1|[2|[3|x]]] ! [1,2,3|x]
            [1|([2|(([3|y]))])] ! [1,2,3|y]
            [[1|[2]]|[3]] ! [[1,2],3]
            [1|"ab"] ! [1,97,98]
            [1|{[2|[3]]}] ! [1|{[2,3]}]
            [a|[[b]|[c]]] ! [a,[b],c]
            """;

    /// Text and how that term is printed.
    static final String BINARIES = """
            <<>> ! <<>>
            <<1,2,3:4>> ! <<1,2,3:4>>
            <<"abc">> ! <<"abc">>
            <<"é">> ! <<"é">>
            <<"é"/utf8>> ! <<"é"/utf8>>
            <<"€">> ! <<"¬">>
            <<"a" "b",$c>> ! <<"abc">>
            <<"abc":16>> ! <<0,97,0,98,0,99>>
            <<"ab":16/little>> ! <<97,0,98,0>>
            <<"">> ! <<>>
            <<"€"/utf16>> ! <<" ¬">>
            <<"😀"/utf16-little>> ! <<61,216,0,222>>
            <<"€"/utf32>> ! <<0,0,32,172>>
            <<8364/utf8>> ! <<"€"/utf8>>
            <<16#fffe/utf8>> ! <<239,191,190>>
            <<1:0>> ! <<>>
            <<-1>> ! <<"ÿ">>
            <<-1:3>> ! <<7:3>>
            <<(-1):3>> ! <<7:3>>
            << - 1 : 8 >> ! <<"ÿ">>
            <<257>> ! <<1>>
            <<2748:12/little>> ! <<188,10:4>>
            <<2748:12>> ! <<171,12:4>>
            <<-1:72>> ! <<"ÿÿÿÿÿÿÿÿÿ">>
            <<18446744073709551617:72>> ! <<1,0,0,0,0,0,0,0,1>>
            <<18446744073709551617:72/little>> ! <<1,0,0,0,0,0,0,0,1>>
            <<-18446744073709551617:80>> ! <<"ÿþÿÿÿÿÿÿÿÿ">>
            <<1.5/float>> ! <<63,248,0,0,0,0,0,0>>
            <<1/float>> ! <<63,240,0,0,0,0,0,0>>
            <<1.5:32/float>> ! <<63,192,0,0>>
            <<1.5:16/float>> ! <<62,0>>
            <<1.5:4/float-unit:16>> ! <<63,248,0,0,0,0,0,0>>
            <<1.5:32/float-little>> ! <<0,0,192,63>>
            <<"a"/float>> ! <<64,88,64,0,0,0,0,0>>
            << <<1,2>>/binary >> ! <<1,2>>
            <<<<1,2>>/binary>> ! <<1,2>>
            << <<1,2>>:1/binary >> ! <<1>>
            << <<1,2:4>>/bitstring >> ! <<1,2:4>>
            << <<1,2>>:4/bits >> ! <<0:4>>
            << <<1:4>>/bits, 2:4 >> ! <<18>>
            << <<1:1>>/binary-unit:1,0:7>> ! <<128>>
            <<1:8/unit:2>> ! <<0,1>>
            <<1:2/integer-signed-big-unit:8>> ! <<0,1>>
            <<1:((8))>> ! <<1>>
            <<1:$\\x{8}>> ! <<1>>
            <<1:8/big-big>> ! <<1>>
            <<1/'integer'-unsigned>> ! <<1>>
            <<((1))>> ! <<1>>
            """;

    /// Text and the message of the exception.
    static final String WRONG = """
            a b ! 1:3: expected nothing after the term, but found 'b'
            a. b. ! 1:4: expected nothing after the term, but found 'b'
            a,b ! 1:2: expected nothing after the term, but found ','
            . ! 1:1: expected a term, but found the full stop
            Foo ! 1:1: expected a term, but found the variable Foo
            _ ! 1:1: expected a term, but found the variable _
            end ! 1:1: expected a term, but found the reserved word 'end' (as an atom it is written in quotes)
            [1,2 ! 1:5: expected ',', '|' or ']', but found the end of the text
            [1,2. ! 1:5: expected ',', '|' or ']', but found the full stop
            [a,] ! 1:4: expected a term, but found ']'
            [|a] ! 1:2: expected a term, but found '|'
            [a|b|c] ! 1:5: expected ']', but found '|'
            [a|[b]|c] ! 1:7: expected ']', but found '|'
            {a,} ! 1:4: expected a term, but found '}'
            {1 2} ! 1:4: expected ',' or '}', but found '2'
            {a] ! 1:3: expected ',' or '}', but found ']'
            (a ! 1:3: expected ')', but found the end of the text
            #a{} ! 1:2: expected '{' (records are not terms), but found 'a'
            #{a} ! 1:4: expected '=>', but found '}'
            #{a:=1} ! 1:4: expected '=>', but found ':'
            #{a=>b c} ! 1:8: expected ',' or '}', but found 'c'
            - -1 ! 1:3: expected a number without a sign, but found '-'
            -(-1) ! 1:1: a sign stands before a number only, and only one
            -a ! 1:1: a sign stands before a number only, and only one
            -[1] ! 1:1: a sign stands before a number only, and only one
            1+1 ! 1:2: expected nothing after the term, but found '+'
            1__0 ! 1:2: expected nothing after the term, but found the variable __0
            1e5 ! 1:2: expected nothing after the term, but found 'e5'
            2#12 ! 1:4: expected nothing after the term, but found '2'
            16# ! 1:1: expected digits of base 16 after '#'
            16#g ! 1:1: expected digits of base 16 after '#'
            37#1 ! 1:1: the base of an integer is 2 to 36
            1#1 ! 1:1: the base of an integer is 2 to 36
            99999999999999999999#1 ! 1:1: the base of an integer is 2 to 36
            1.0e ! 1:1: expected digits in the exponent of a float
            1.0e400 ! 1:1: the float is too large
            $ ! 1:1: expected a character after '$', but found the end of the text
            $\\ ! 1:2: expected a character after '\\', but found the end of the text
            $\\^ ! 1:2: expected a character after '\\^', but found the end of the text
            'a ! 1:1: the atom that begins here does not end
            '\\xg' ! 1:2: expected two hexadecimal digits after '\\x', or some in braces
            '\\x{}' ! 1:2: expected two hexadecimal digits after '\\x', or some in braces
            '\\x{41' ! 1:2: expected two hexadecimal digits after '\\x', or some in braces
            '\\x{110000}' ! 1:2: the escape stands for no Unicode character
            '\\x{FFFFFFFFFFFFFFFFF}' ! 1:2: the escape stands for no Unicode character
            "\\x{d800}" ! 1:2: the escape stands for no Unicode character
            日 ! 1:1: the character U+65E5 may not stand here
            {😀} ! 1:2: the character U+1F600 may not stand here
            fun a/1 ! 1:6: expected ':', but found '/'
            fun a:b/-1 ! 1:9: expected the arity of a fun, but found '-'
            fun a:b/256 ! 1:1: the arity of a fun is at most 255
            fun (a):b/1 ! 1:5: expected the module of a fun, but found '('
            a:b ! 1:2: expected nothing after the term, but found ':'
            <0.1.2> ! 1:1: expected a term, but found '<'
            a.b ! 1:2: expected nothing after the term, but found '.'
            ?a ! 1:1: expected a term, but found '?'
            <<1 ! 1:4: expected ',' or '>>', but found the end of the text
            <<1,>> ! 1:5: expected a term, but found '>>'
            <<,>> ! 1:3: expected a term, but found ','
            <<a>> ! 1:3: expected an integer in the binary; others need a type, as in 1.5/float
            <<1,[2]>> ! 1:5: expected an integer in the binary; others need a type, as in 1.5/float
            <<1.5>> ! 1:3: expected an integer in the binary; others need a type, as in 1.5/float
            <<1:a>> ! 1:3: the size of an element of a binary is an integer, 0 or more
            <<1:(-1)>> ! 1:3: the size of an element of a binary is an integer, 0 or more
            <<1:-1>> ! 1:5: expected a number without a sign, but found '-'
            <<1/foo>> ! 1:3: 'foo' is no type of an element of a binary
            <<1/integer-float>> ! 1:3: the types of an element of a binary contradict each other
            <<1/unit:2>> ! 1:3: a unit needs a size
            <<1:1/unit:0>> ! 1:3: the unit of an element of a binary is 1 to 256
            <<1:1/unit:257>> ! 1:3: the unit of an element of a binary is 1 to 256
            <<1:1/unit:a>> ! 1:12: expected an integer as unit, but found 'a'
            <<1.5:8/float>> ! 1:3: a float has 16, 32 or 64 bits
            <<a/float>> ! 1:3: only a number can have the type float
            <<1:8/utf8>> ! 1:3: utf8, utf16 and utf32 have neither size nor unit
            <<16#d800/utf8>> ! 1:3: only a Unicode character can have the type utf8, utf16 or utf32
            <<"a"/binary>> ! 1:3: only a binary can have the type binary
            <<1, <<1,2>>:3/binary>> ! 1:6: the binary is shorter than its size
            << <<1,2:4>>/binary>> ! 1:4: the bits of the binary are no multiple of its unit
            """;

    /// What every release reads.
    static final List<String> READ = Stream.of(INTEGERS, FLOATS, OTHERS, TAILS, BINARIES)
            .flatMap(TermTexts::texts)
            .toList();

    /// What every release refuses.
    static final List<String> REFUSED = texts(WRONG).toList();

    private static final List<String> PIECES = List.of(
            "(", ")", "[", "]", "{", "}", "#{", "=>", ":=", "<<", ">>", ",", "|", ".", ". ", "-", "+", "'", "\"", "\\",
            "$", "%", "\n", " ", "fun ", "a", "B", "_", "1", "0", "16#", "e", "/", ":", "utf8", "\\x{", "\\^", "é", "日",
            "end ", "\u00a0");

    /// A size that may be too large for one of the two sides.
    private static final Pattern LARGE_SIZE = Pattern.compile(":[^,>]*[0-9a-zA-Z_#]{6}");

    /// What OTP 27 and newer read in another way, or no more: triple quotes, strings that touch, sigils, control
    /// characters by any character, floats of any base, newly reserved words.
    private static final Pattern NEWER_SYNTAX = Pattern.compile("\"\"|~|\\\\\\^|#\\w*\\.|maybe|else");

    private TermTexts() {}

    private static Stream<String> texts(String table) {
        return table.lines().map(line -> line.split(" ! ", 2)[0].strip());
    }

    /// One of [#READ] with up to three mistakes made in it.
    static String damaged(Random random) {
        StringBuilder text = new StringBuilder(READ.get(random.nextInt(READ.size())));
        for (int mistakes = random.nextInt(1, 4); mistakes > 0; mistakes--) {
            int at = random.nextInt(text.length() + 1);
            if (at < text.length() && random.nextBoolean()) {
                text.deleteCharAt(at);
            } else {
                text.insert(at, PIECES.get(random.nextInt(PIECES.size())));
            }
        }
        return text.toString();
    }

    /// Whether releases, or they and we, may lawfully differ on it.
    static boolean isDisputed(String text) {
        return NEWER_SYNTAX.matcher(text).find()
                || text.contains("<<") && LARGE_SIZE.matcher(text).find()
                || text.chars().anyMatch(c -> Character.isSurrogate((char) c));
    }
}
