package org.sunda.term;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.list;
import static org.sunda.term.Terms.string;
import static org.sunda.term.Terms.tuple;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What `erl_parse:parse_term` of OTP 25 reads, and what it refuses.
class TermParserTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"ok", "'ok'", " ok . ", "ok.", "(ok)", "((ok))", "%c\nok%d", "'o\\x6b'", "'\\157k'", "ok .%"})
    void shouldReadAtom(String text) {
        assertThat(Term.parse(text)).isEqualTo(atom("ok"));
    }

    @Test
    void shouldReadEveryEscape() {
        assertThat(Term.parse("'\\b\\t\\n\\v\\f\\r\\e\\s\\d\\'\\\"\\\\\\q'"))
                .isEqualTo(atom("\b\t\n\u000b\f\r\u001b \u007f'\"\\q"));
        assertThat(Term.parse("'\\0\\12\\101\\1018\\x41\\x{1F600}\\x{000041}'")).isEqualTo(atom("\0\nAA8A😀A"));
        assertThat(Term.parse("'\\^a\\^@\\^?\\^[\\^\n\\\nx'")).isEqualTo(atom("\u0001\0\u001f\u001b\n\nx"));
        assertThat(Term.parse("'a\nb'")).isEqualTo(atom("a\nb"));
        assertThat(Term.parse("\"\\^a\\x{e9}\"")).isEqualTo(string("\u0001é"));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "0, 0",
                "-0, 0",
                "00012, 12",
                "1_000, 1000",
                "16#ff_FF, 65535",
                "36#Zz, 1295",
                "2#101, 5",
                "1_6#f, 15",
                "- 1, -1",
                "-(1), -1",
                "+1, 1",
                "+(1), 1",
                "-((1)), -1",
                "$a, 97",
                "$\\n, 10",
                "$ , 32",
                "-$a, -97",
                "$', 39",
                "$\", 34",
                "$%, 37",
                "$\\x{41}, 65",
                "$\\^a, 1",
                "$$, 36",
                "9223372036854775807, 9223372036854775807",
                "9223372036854775808, 9223372036854775808",
                "-9223372036854775808, -9223372036854775808",
                "-9223372036854775809, -9223372036854775809"
            },
            ignoreLeadingAndTrailingWhitespace = false)
    void shouldReadInteger(String text, String value) {
        assertThat(Term.parse(text)).isEqualTo(integer(new BigInteger(value.strip())));
    }

    @ParameterizedTest
    @CsvSource({
        "1.0, 1.0",
        "-0.0, -0.0",
        "1.5e3, 1500",
        "1.5E-3, 0.0015",
        "1.0e+2, 100",
        "1_0.0_1, 10.01",
        "1.0e1_0, 1e10",
        "1.0e-400, 0.0",
        "1.0e-99999999999999999999, 0.0",
        "5.0e-324, 4.9E-324"
    })
    void shouldReadFloat(String text, double value) {
        assertThat(Term.parse(text)).isEqualTo(new FloatTerm(value));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"a\" \"b\"%c | \"ab\"",
                "\"\"\"a\"\"\" | \"a\"",
                "\"\" | []",
                "\"€😀\" | \"€😀\"",
                "[] | []",
                "[ 1 , 2 ] | [1,2]",
                "{} | {}",
                "{{},[]} | {{},[]}",
                "# { } | #{}",
                "#{b=>1,a=>2} | #{a => 2,b => 1}",
                "#{1=>a,1.0=>b} | #{1 => a,1.0 => b}",
                "#{a=>-1} | #{a => -1}",
                "fun lists:map/2 | fun lists:map/2",
                "fun 'a b' : 'fun' / 16#ff | fun 'a b':'fun'/255",
                "maybe | 'maybe'",
                "[else] | ['else']",
                "é | é",
                "'end' | 'end'",
                "'' | ''"
            })
    void shouldReadWhatIsPrintedSo(String text, String printed) {
        assertThat(Term.parse(text)).hasToString(printed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '`',
            value = {
                "[a|b] ! [a|b]",
                "[a,b|c] ! [a,b|c]",
                "[1|[]] ! [1]",
                "[1|[2]] ! [1,2]",
                "[1|[2|[3|[4,5]]]] ! [1,2,3,4,5]",
                "[1|[2|[3|x]]] ! [1,2,3|x]",
                "[1|([2|(([3|y]))])] ! [1,2,3|y]",
                "[[1|[2]]|[3]] ! [[1,2],3]",
                "[1|\"ab\"] ! [1,97,98]",
                "[1|{[2|[3]]}] ! [1|{[2,3]}]",
                "[a|[[b]|[c]]] ! [a,[b],c]"
            })
    void shouldJoinTailThatIsAList(String text, String printed) {
        assertThat(Term.parse(text)).hasToString(printed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "<<>> | <<>>",
                "<<1,2,3:4>> | <<1,2,3:4>>",
                "<<\"abc\">> | <<\"abc\">>",
                "<<\"é\">> | <<\"é\">>",
                "<<\"é\"/utf8>> | <<\"é\"/utf8>>",
                "<<\"€\">> | <<\"¬\">>",
                "<<\"a\" \"b\",$c>> | <<\"abc\">>",
                "<<\"abc\":16>> | <<0,97,0,98,0,99>>",
                "<<\"ab\":16/little>> | <<97,0,98,0>>",
                "<<\"\">> | <<>>",
                "<<\"€\"/utf16>> | <<\" ¬\">>",
                "<<\"😀\"/utf16-little>> | <<61,216,0,222>>",
                "<<\"€\"/utf32>> | <<0,0,32,172>>",
                "<<8364/utf8>> | <<\"€\"/utf8>>",
                "<<16#fffe/utf8>> | <<239,191,190>>",
                "<<1:0>> | <<>>",
                "<<-1>> | <<\"ÿ\">>",
                "<<-1:3>> | <<7:3>>",
                "<<(-1):3>> | <<7:3>>",
                "<< - 1 : 8 >> | <<\"ÿ\">>",
                "<<257>> | <<1>>",
                "<<2748:12/little>> | <<188,10:4>>",
                "<<2748:12>> | <<171,12:4>>",
                "<<-1:72>> | <<\"ÿÿÿÿÿÿÿÿÿ\">>",
                "<<18446744073709551617:72>> | <<1,0,0,0,0,0,0,0,1>>",
                "<<18446744073709551617:72/little>> | <<1,0,0,0,0,0,0,0,1>>",
                "<<-18446744073709551617:80>> | <<\"ÿþÿÿÿÿÿÿÿÿ\">>",
                "<<1.5/float>> | <<63,248,0,0,0,0,0,0>>",
                "<<1/float>> | <<63,240,0,0,0,0,0,0>>",
                "<<1.5:32/float>> | <<63,192,0,0>>",
                "<<1.5:16/float>> | <<62,0>>",
                "<<1.5:4/float-unit:16>> | <<63,248,0,0,0,0,0,0>>",
                "<<1.5:32/float-little>> | <<0,0,192,63>>",
                "<<\"a\"/float>> | <<64,88,64,0,0,0,0,0>>",
                "<< <<1,2>>/binary >> | <<1,2>>",
                "<<<<1,2>>/binary>> | <<1,2>>",
                "<< <<1,2>>:1/binary >> | <<1>>",
                "<< <<1,2:4>>/bitstring >> | <<1,2:4>>",
                "<< <<1,2>>:4/bits >> | <<0:4>>",
                "<< <<1:4>>/bits, 2:4 >> | <<18>>",
                "<< <<1:1>>/binary-unit:1,0:7>> | <<128>>",
                "<<1:8/unit:2>> | <<0,1>>",
                "<<1:2/integer-signed-big-unit:8>> | <<0,1>>",
                "<<1:((8))>> | <<1>>",
                "<<1:$\\x{8}>> | <<1>>",
                "<<1:8/big-big>> | <<1>>",
                "<<1/'integer'-unsigned>> | <<1>>",
                "<<((1))>> | <<1>>"
            })
    void shouldReadBinary(String text, String printed) {
        assertThat(Term.parse(text)).hasToString(printed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '`',
            nullValues = "NULL",
            value = {
                "`` ! 1:1: expected a term, but found the end of the text",
                "` % only\n ` ! 2:2: expected a term, but found the end of the text",
                "a b ! 1:3: expected nothing after the term, but found 'b'",
                "a. b. ! 1:4: expected nothing after the term, but found 'b'",
                "a,b ! 1:2: expected nothing after the term, but found ','",
                ". ! 1:1: expected a term, but found the full stop",
                "Foo ! 1:1: expected a term, but found the variable Foo",
                "_ ! 1:1: expected a term, but found the variable _",
                "end ! 1:1: expected a term, but found the reserved word 'end' (as an atom it is written in quotes)",
                "[1,2 ! 1:5: expected ',', '|' or ']', but found the end of the text",
                "[1,2. ! 1:5: expected ',', '|' or ']', but found the full stop",
                "[a,] ! 1:4: expected a term, but found ']'",
                "[|a] ! 1:2: expected a term, but found '|'",
                "[a|b|c] ! 1:5: expected ']', but found '|'",
                "[a|[b]|c] ! 1:7: expected ']', but found '|'",
                "{a,} ! 1:4: expected a term, but found '}'",
                "{1 2} ! 1:4: expected ',' or '}', but found '2'",
                "{a] ! 1:3: expected ',' or '}', but found ']'",
                "(a ! 1:3: expected ')', but found the end of the text",
                "#a{} ! 1:2: expected '{' (records are not terms), but found 'a'",
                "#{a} ! 1:4: expected '=>', but found '}'",
                "#{a:=1} ! 1:4: expected '=>', but found ':'",
                "#{a=>b c} ! 1:8: expected ',' or '}', but found 'c'",
                "{x, #{a=>1, a=>2}} ! 1:5: in the map that begins here, the key a comes twice",
                "- -1 ! 1:3: expected a number without a sign, but found '-'",
                "-(-1) ! 1:1: a sign stands before a number only, and only one",
                "-a ! 1:1: a sign stands before a number only, and only one",
                "-[1] ! 1:1: a sign stands before a number only, and only one",
                "1+1 ! 1:2: expected nothing after the term, but found '+'",
                "1__0 ! 1:2: expected nothing after the term, but found the variable __0",
                "1e5 ! 1:2: expected nothing after the term, but found 'e5'",
                "2#12 ! 1:4: expected nothing after the term, but found '2'",
                "16# ! 1:1: expected digits of base 16 after '#'",
                "16#g ! 1:1: expected digits of base 16 after '#'",
                "37#1 ! 1:1: the base of an integer is 2 to 36",
                "1#1 ! 1:1: the base of an integer is 2 to 36",
                "99999999999999999999#1 ! 1:1: the base of an integer is 2 to 36",
                "1.0e ! 1:1: expected digits in the exponent of a float",
                "1.0e400 ! 1:1: the float is too large",
                "$ ! 1:1: expected a character after '$', but found the end of the text",
                "$\\ ! 1:2: expected a character after '\\', but found the end of the text",
                "$\\^ ! 1:2: expected a character after '\\^', but found the end of the text",
                "'a ! 1:1: the atom that begins here does not end",
                "` \n\"a` ! 2:1: the string that begins here does not end",
                "'\\xg' ! 1:2: expected two hexadecimal digits after '\\x', or some in braces",
                "'\\x{}' ! 1:2: expected two hexadecimal digits after '\\x', or some in braces",
                "'\\x{41' ! 1:2: expected two hexadecimal digits after '\\x', or some in braces",
                "'\\x{110000}' ! 1:2: the escape stands for no Unicode character",
                "'\\x{FFFFFFFFFFFFFFFFF}' ! 1:2: the escape stands for no Unicode character",
                "\"\\x{d800}\" ! 1:2: the escape stands for no Unicode character",
                "日 ! 1:1: the character U+65E5 may not stand here",
                "{😀} ! 1:2: the character U+1F600 may not stand here",
                "fun a/1 ! 1:6: expected ':', but found '/'",
                "fun a:b/-1 ! 1:9: expected the arity of a fun, but found '-'",
                "fun a:b/256 ! 1:1: the arity of a fun is at most 255",
                "fun (a):b/1 ! 1:5: expected the module of a fun, but found '('",
                "a:b ! 1:2: expected nothing after the term, but found ':'",
                "<0.1.2> ! 1:1: expected a term, but found '<'",
                "a.b ! 1:2: expected nothing after the term, but found '.'",
                "?a ! 1:1: expected a term, but found '?'",
                "<<1 ! 1:4: expected ',' or '>>', but found the end of the text",
                "<<1,>> ! 1:5: expected a term, but found '>>'",
                "<<,>> ! 1:3: expected a term, but found ','",
                "<<a>> ! 1:3: expected an integer in the binary; others need a type, as in 1.5/float",
                "<<1,[2]>> ! 1:5: expected an integer in the binary; others need a type, as in 1.5/float",
                "<<1.5>> ! 1:3: expected an integer in the binary; others need a type, as in 1.5/float",
                "<<1:a>> ! 1:3: the size of an element of a binary is an integer, 0 or more",
                "<<1:(-1)>> ! 1:3: the size of an element of a binary is an integer, 0 or more",
                "<<1:-1>> ! 1:5: expected a number without a sign, but found '-'",
                "<<1/foo>> ! 1:3: 'foo' is no type of an element of a binary",
                "<<1/integer-float>> ! 1:3: the types of an element of a binary contradict each other",
                "<<1/unit:2>> ! 1:3: a unit needs a size",
                "<<1:1/unit:0>> ! 1:3: the unit of an element of a binary is 1 to 256",
                "<<1:1/unit:257>> ! 1:3: the unit of an element of a binary is 1 to 256",
                "<<1:1/unit:a>> ! 1:12: expected an integer as unit, but found 'a'",
                "<<1.5:8/float>> ! 1:3: a float has 16, 32 or 64 bits",
                "<<a/float>> ! 1:3: only a number can have the type float",
                "<<1:8/utf8>> ! 1:3: utf8, utf16 and utf32 have neither size nor unit",
                "<<16#d800/utf8>> ! 1:3: only a Unicode character can have the type utf8, utf16 or utf32",
                "<<\"a\"/binary>> ! 1:3: only a binary can have the type binary",
                "<<1, <<1,2>>:3/binary>> ! 1:6: the binary is shorter than its size",
                "<< <<1,2:4>>/binary>> ! 1:4: the bits of the binary are no multiple of its unit",
                "<<0:536870913>> ! 1:3: the sizes in the binaries of this text ask for more than 64 MiB",
                "<<0:99999999999999999999>> ! 1:3: the sizes in the binaries of this text ask for more than 64 MiB",
                "<<0:9223372036854775807/unit:256>> ! 1:3: the sizes in the binaries of this text ask for more than 64 MiB"
            })
    void shouldSayWhereAndWhatWasExpectedWhenTextIsNoTerm(String text, String message) {
        assertThatThrownBy(() -> Term.parse(text))
                .isInstanceOf(TermSyntaxException.class)
                .hasMessage(message);
    }

    @Test
    void shouldRefuseWhatIsNoUnicode() {
        for (String bad : new String[] {"\ufffe", "\uffff", "\ud800", "\udc00"}) {
            String shown = "the character U+%04X may not stand here".formatted((int) bad.charAt(0));
            assertThatThrownBy(() -> Term.parse("{a," + bad + "}")).hasMessage("1:4: " + shown);
            assertThatThrownBy(() -> Term.parse("'a" + bad + "'")).hasMessage("1:3: " + shown);
            assertThatThrownBy(() -> Term.parse("\"\n" + bad + "\"")).hasMessage("2:1: " + shown);
            assertThatThrownBy(() -> Term.parse("$" + bad)).hasMessage("1:2: " + shown);
            assertThatThrownBy(() -> Term.parse("a % " + bad)).hasMessage("1:5: " + shown);
        }
    }

    @Test
    void shouldRefuseAtomWhenItHas256Characters() {
        assertThat(Term.parse("😀".repeat(255).transform(text -> "'" + text + "'")))
                .isEqualTo(atom("😀".repeat(255)));
        assertThat(Term.parse("a".repeat(255))).isEqualTo(atom("a".repeat(255)));
        assertThatThrownBy(() -> Term.parse("{'" + "é".repeat(256) + "'}"))
                .hasMessage("1:2: an atom has at most 255 characters");
        assertThatThrownBy(() -> Term.parse("a".repeat(256))).hasMessage("1:1: an atom has at most 255 characters");
    }

    @Test
    void shouldCountColumnsInCodePointsAndCutLongTokens() {
        assertThatThrownBy(() -> Term.parse("{\"😀é\"\t" + "9".repeat(50) + "}"))
                .hasMessage("1:7: expected ',' or '}', but found '" + "9".repeat(40) + "...'")
                .isInstanceOfSatisfying(TermSyntaxException.class, e -> {
                    assertThat(e.line()).isEqualTo(1);
                    assertThat(e.column()).isEqualTo(7);
                });
    }

    @Test
    void shouldReadAllTermsOfAFile() {
        assertThat(Term.parseAll(" %% -*- erlang -*-\n{a, 1}. % one\n\n[b].\nc."))
                .containsExactly(tuple(atom("a"), integer(1)), list(atom("b")), atom("c"));
        assertThat(Term.parseAll("")).isEmpty();
        assertThat(Term.parseAll("% nothing\n")).isEmpty();
    }

    @Test
    void shouldRefuseFileWhenAFullStopIsMissing() {
        assertThatThrownBy(() -> Term.parseAll("a.\nb"))
                .hasMessage("2:2: expected the full stop after a term, but found the end of the text");
        assertThatThrownBy(() -> Term.parseAll("a\nb."))
                .hasMessage("2:1: expected the full stop after a term, but found 'b'");
        assertThatThrownBy(() -> Term.parseAll("a..b."))
                .hasMessage("1:2: expected the full stop after a term, but found '.'");
    }
}
