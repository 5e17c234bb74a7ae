package org.sunda.term;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatObject;
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
    @CsvSource(delimiterString = " ! ", quoteCharacter = '`', commentCharacter = '§', textBlock = TermTexts.INTEGERS)
    void shouldReadInteger(String text, String value) {
        assertThat(Term.parse(text)).isEqualTo(integer(new BigInteger(value.strip())));
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " ! ", quoteCharacter = '`', commentCharacter = '§', textBlock = TermTexts.FLOATS)
    void shouldReadFloat(String text, double value) {
        assertThat(Term.parse(text)).isEqualTo(new FloatTerm(value));
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " ! ", quoteCharacter = '`', commentCharacter = '§', textBlock = TermTexts.OTHERS)
    void shouldReadWhatIsPrintedSo(String text, String printed) {
        assertThat(Term.parse(text)).hasToString(printed);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " ! ", quoteCharacter = '`', commentCharacter = '§', textBlock = TermTexts.TAILS)
    void shouldJoinTailThatIsAList(String text, String printed) {
        assertThat(Term.parse(text)).hasToString(printed);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " ! ", quoteCharacter = '`', commentCharacter = '§', textBlock = TermTexts.BINARIES)
    void shouldReadBinary(String text, String printed) {
        assertThat(Term.parse(text)).hasToString(printed);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " ! ", quoteCharacter = '`', commentCharacter = '§', textBlock = TermTexts.WRONG)
    void shouldSayWhereAndWhatWasExpectedWhenTextIsNoTerm(String text, String message) {
        assertThatThrownBy(() -> Term.parse(text))
                .isInstanceOf(TermSyntaxException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " ! ", quoteCharacter = '`', commentCharacter = '§', textBlock = """
            {x, #{a=>1, a=>2}} ! 1:5: in the map that begins here, the key a comes twice
            <<0:536870913>> ! 1:3: the sizes in the binaries of this text ask for more than 64 MiB
            [<<0:536870904>>, <<0:16>>] ! 1:21: the sizes in the binaries of this text ask for more than 64 MiB
            <<0:99999999999999999999>> ! 1:3: the sizes in the binaries of this text ask for more than 64 MiB
            <<0:9223372036854775807/unit:256>> ! 1:3: the sizes in the binaries of this text ask for more than 64 MiB
            """)
    void shouldRefuseWhatErlangReadsAtAPrice(String text, String message) {
        assertThatThrownBy(() -> Term.parse(text))
                .isInstanceOf(TermSyntaxException.class)
                .hasMessage(message);
    }

    @Test
    void shouldPointPastLineEnds() {
        assertThatThrownBy(() -> Term.parse("")).hasMessage("1:1: expected a term, but found the end of the text");
        assertThatThrownBy(() -> Term.parse(" % only\n "))
                .hasMessage("2:2: expected a term, but found the end of the text");
        assertThatThrownBy(() -> Term.parse(" \n\"a")).hasMessage("2:1: the string that begins here does not end");
        assertThatThrownBy(() -> Term.parse("{\"a\nb\",'\\\n', ]}")).hasMessage("3:4: expected a term, but found ']'");
    }

    @Test
    void shouldReadAsOtp25WhatNewerReleasesReadOtherwise() {
        assertThatObject(Term.parse("\"\"\"a\"\"\"")).isEqualTo(string("a"));
        assertThatObject(Term.parse("[maybe,else]"))
                .isEqualTo(list(atom("maybe"), atom("else")))
                .hasToString("['maybe','else']");
    }

    @Test
    void shouldReadSizesUpToTheirLimit() {
        assertThat(Term.parse("<<0:536870912>>")).isEqualTo(Binary.wrap(new byte[1 << 26]));
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
