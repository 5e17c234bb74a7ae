package org.sunda.term;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatObject;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.binary;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.list;
import static org.sunda.term.Terms.map;
import static org.sunda.term.Terms.real;
import static org.sunda.term.Terms.string;
import static org.sunda.term.Terms.tuple;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Texts as OTP 25 prints them with `~0tp` and `+pc unicode`.
class TermPrinterTest {
    private static final Atom NODE = atom("a@host.net");

    @ParameterizedTest
    @ValueSource(strings = {"ok", "aB", "a_1", "a@b", "é", "ÿx", "aÉ", "query"})
    void shouldLeaveAtomBareWhenItIsAName(String text) {
        assertThat(atom(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "a b", "Ab", "_", "1", "@", "a.b", "É", "÷", "×", "aé÷", "привет", "日本", "a😀", "\u00a0"})
    void shouldQuoteAtomWhenItIsNoName(String text) {
        assertThat(atom(text)).hasToString("'" + text + "'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "after", "and", "andalso", "band", "begin", "bnot", "bor", "bsl", "bsr", "bxor", "case", "catch",
                "cond", "div", "else", "end", "fun", "if", "let", "maybe", "not", "of", "or", "orelse", "receive",
                "rem", "try", "when", "xor"
            })
    void shouldQuoteAtomWhenItIsAReservedWord(String text) {
        assertThat(atom(text)).hasToString("'" + text + "'");
    }

    @Test
    void shouldEscapeWhatCannotStandInQuotes() {
        assertThat(atom("\n\r\t\u000b\b\f\u001b\u007f \0\u001f\u0080\u009f\u00a0'\"\\"))
                .hasToString("'\\n\\r\\t\\v\\b\\f\\e\\d \\000\\037\\200\\237\u00a0\\'\"\\\\'");
        assertThatObject(string("a\n\r\t\u000b\b\f\u001b'\"\\é€😀"))
                .hasToString("\"a\\n\\r\\t\\v\\b\\f\\e'\\\"\\\\é€😀\"");
    }

    @ParameterizedTest
    @CsvSource({
        "0.0, 0.0",
        "-0.0, -0.0",
        "1.0, 1.0",
        "0.1, 0.1",
        "0.0001, 0.0001",
        "0.00001, 1.0e-5",
        "0.000123, 1.23e-4",
        "0.00123, 0.00123",
        "100, 100.0",
        "1000, 1.0e3",
        "123456, 123456.0",
        "1234567890, 1234567890.0",
        "1e10, 1.0e10",
        "12300000, 1.23e7",
        "9007199254740991, 9007199254740991.0",
        "9007199254740992, 9.007199254740992e15",
        "-9007199254740992, -9.007199254740992e15",
        "1e22, 1.0e22",
        "1e23, 1.0e23",
        "4.9E-324, 5.0e-324",
        "9.9E-324, 1.0e-323",
        "1.5E-323, 1.5e-323",
        "2.5e-10, 2.5e-10",
        "1.7976931348623157e308, 1.7976931348623157e308",
        "0.3333333333333333, 0.3333333333333333",
        "2e-3, 0.002"
    })
    void shouldWriteFloatWithFewestDigits(double value, String text) {
        assertThat(real(value)).hasToString(text);
    }

    @Test
    void shouldPrintListAsStringWhenAllIsPrintable() {
        assertThatObject(list()).hasToString("[]");
        assertThatObject(string("a b")).hasToString("\"a b\"");
        assertThatObject(list(97, 0x10ffff)).hasToString("\"a\udbff\udfff\"");
        assertThatObject(list(97, 127)).hasToString("[97,127]");
        assertThatObject(list(0)).hasToString("[0]");
        assertThatObject(list(97, 0xfffe)).hasToString("[97,65534]");
        assertThatObject(list(97, 0xd800)).hasToString("[97,55296]");
        assertThatObject(list(97, 0x1fffe)).hasToString("\"a\ud83f\udffe\"");
        assertThatObject(list(97, 0x110000)).hasToString("[97,1114112]");
        assertThatObject(list(97, -1)).hasToString("[97,-1]");
        assertThatObject(list(97, 97 - (1L << 32))).hasToString("[97,-4294967199]");
        assertThatObject(list(97, 97 + (1L << 32))).hasToString("[97,4294967393]");
        assertThatObject(list(real(97))).hasToString("[97.0]");
    }

    @Test
    void shouldPrintTailAfterBarWhenListIsImproper() {
        assertThat(ListTerm.improper(new Term[] {integer(97), integer(98)}, atom("c")))
                .hasToString("[97,98|c]");
        assertThat(ListTerm.improper(new Term[] {string("ab")}, string("cd"))).hasToString("[\"ab\",99,100]");
        assertThat(ListTerm.improper(new Term[] {list()}, tuple())).hasToString("[[]|{}]");
    }

    @Test
    void shouldPrintBinaryAsTextWhenAllIsPrintable() {
        assertThat(Binary.EMPTY).hasToString("<<>>");
        assertThat(binary("abc\n\u001b\"")).hasToString("<<\"abc\\n\\e\\\"\">>");
        assertThat(binary("é日😀")).hasToString("<<\"é日😀\"/utf8>>");
        assertThat(bytes(0xe9)).hasToString("<<\"é\">>");
        assertThat(bytes(0xc3, 0xa9, 0xc3)).hasToString("<<\"Ã©Ã\">>");
        assertThat(bytes('a', 0xa0)).hasToString("<<\"a\u00a0\">>");
        assertThat(bytes(0xed, 0xbf, 0xbf)).hasToString("<<\"í¿¿\">>");
        assertThat(bytes(0xf4, 0xb0, 0xb0, 0xb0)).hasToString("<<\"ô°°°\">>");
        assertThat(bytes(0xe0, 0xa0)).hasToString("<<\"à\u00a0\">>");
    }

    @Test
    void shouldPrintBinaryAsBytesWhenNotAllIsPrintable() {
        assertThat(bytes(0, 255)).hasToString("<<0,255>>");
        assertThat(bytes(127)).hasToString("<<127>>");
        assertThat(bytes(0xc2, 0x80)).hasToString("<<194,128>>");
        assertThat(bytes(0xef, 0xbf, 0xbe)).hasToString("<<239,191,190>>");
        assertThat(bytes(0xc3, 0xa9, 0)).hasToString("<<195,169,0>>");
        assertThat(Binary.wrapBits(MemorySegment.ofArray(new byte[] {(byte) 0x80}), 1))
                .hasToString("<<1:1>>");
        assertThat(Binary.wrapBits(MemorySegment.ofArray(new byte[] {97, 0x60}), 3))
                .hasToString("<<97,3:3>>");
    }

    @Test
    void shouldPrintMapInKeyOrder() {
        assertThat(MapTerm.EMPTY).hasToString("#{}");
        assertThat(map(string("b"), integer(2), real(1), integer(2), integer(1), integer(1), atom("a"), map()))
                .hasToString("#{1 => 1,1.0 => 2,a => #{},\"b\" => 2}");
    }

    @Test
    void shouldPrintIdentifiersWithNodeName() {
        assertThat(new Pid(NODE, 1, -1, 3)).hasToString("<a@host.net.1.4294967295>");
        assertThat(new Port(NODE, -1, 3)).hasToString("#Port<a@host.net.18446744073709551615>");
        assertThat(Ref.of(NODE, 3, 1, 2, -1)).hasToString("#Ref<a@host.net.4294967295.2.1>");
    }

    @Test
    void shouldPrintFuns() {
        assertThat(new ExternalFun(atom("lists"), atom("map"), 2)).hasToString("fun lists:map/2");
        assertThat(new ExternalFun(atom("a b"), atom("end"), 0)).hasToString("fun 'a b':'end'/0");
        LocalFun fun = new LocalFun(
                atom("my mod"), 1, 5, bytes(new int[16]), 6, -7, new Pid(NODE, 1, 2, 3), 0, Binary.EMPTY, Binary.EMPTY);
        assertThat(fun).hasToString("#Fun<my mod.6.-7>");
    }

    @Test
    void shouldPrintNativeRecordAsOtp29Does() {
        RecordTerm user = new RecordTerm(
                atom("users"), atom("User"), true, List.of(atom("id"), atom("end")), List.of(integer(1), string("x")));
        assertThat(user).hasToString("#users:'User'{id = 1,'end' = \"x\"}");
        assertThat(new RecordTerm(atom("m"), atom("r"), false, List.of(), List.of()))
                .hasToString("#m:r{}");
    }

    @Test
    void shouldPrintNestedTerms() {
        assertThat(tuple(atom("a"), list(tuple(), list(1, 2), list(list())), integer(BigInteger.TEN.pow(30))))
                .hasToString("{a,[{},[1,2],[[]]],1000000000000000000000000000000}");
    }

    @Test
    void shouldCutTextWhenItIsLongerThanTheLimit() {
        assertThat(atom("abc").toString(3)).isEqualTo("abc");
        assertThat(atom("abcd").toString(3)).isEqualTo("abc...");
        assertThat(list(1, 2, 3).toString(4)).isEqualTo("[1,2...");
        assertThat(string("😀😀").toString(2)).isEqualTo("\"...");
        assertThat(binary(new byte[1 << 20]).toString(10)).isEqualTo("<<0,0,0,0,...");
        assertThat(tuple(tuple(tuple())).toString(0)).isEqualTo("...");
    }

    private static Binary bytes(int... octets) {
        byte[] bytes = new byte[octets.length];
        for (int i = 0; i < octets.length; i++) {
            bytes[i] = (byte) octets[i];
        }
        return Binary.wrap(bytes);
    }
}
