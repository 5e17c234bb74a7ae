package org.sunda.term;

import java.util.Set;

/// Which characters Erlang's source text gives a meaning, after `erl_scan` and `io_lib`. A name is written with
/// letters of Latin-1 only; a text may hold any Unicode character.
final class Characters {
    /// Words that are no atoms unless quoted.
    private static final Set<String> RESERVED = Set.of(
            "after", "and", "andalso", "band", "begin", "bnot", "bor", "bsl", "bsr", "bxor", "case", "catch", "cond",
            "div", "end", "fun", "if", "let", "not", "of", "or", "orelse", "receive", "rem", "try", "when", "xor");

    /// Words that OTP 27 and newer reserve: printed in quotes, that any release may read them, and read without.
    private static final Set<String> NEWLY_RESERVED = Set.of("else", "maybe");

    private static final int MULTIPLICATION_SIGN = 0xd7;
    private static final int DIVISION_SIGN = 0xf7;
    private static final int NO_BREAK_SPACE = 0xa0;
    private static final int ESCAPE = 0x1b;
    private static final int DELETE = 0x7f;
    private static final int VERTICAL_TAB = 0x0b;

    private Characters() {}

    static boolean isReserved(String word) {
        return RESERVED.contains(word);
    }

    /// Whether an atom of that text stands for itself only in quotes.
    static boolean needsQuotes(String text) {
        return text.isEmpty()
                || !startsAtom(text.charAt(0))
                || !text.chars().allMatch(Characters::continuesName)
                || RESERVED.contains(text)
                || NEWLY_RESERVED.contains(text);
    }

    static boolean startsAtom(int c) {
        return c >= 'a' && c <= 'z' || c >= 0xdf && c <= 0xff && c != DIVISION_SIGN;
    }

    static boolean startsVariable(int c) {
        return c >= 'A' && c <= 'Z' || c == '_' || c >= 0xc0 && c < 0xdf && c != MULTIPLICATION_SIGN;
    }

    static boolean continuesName(int c) {
        return startsAtom(c) || startsVariable(c) || isDigit(c) || c == '@';
    }

    static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    static boolean isSpace(int c) {
        return c >= 0 && c <= ' ' || c >= 0x80 && c <= NO_BREAK_SPACE;
    }

    /// Whether it may stand in a text: neither half of a surrogate pair nor one of the non-characters U+FFFE and
    /// U+FFFF.
    static boolean isUnicode(int c) {
        return c >= 0 && c < Character.MIN_SURROGATE
                || c > Character.MAX_SURROGATE && c < 0xfffe
                || c > 0xffff && c <= Character.MAX_CODE_POINT;
    }

    /// Whether a list of such characters is printed as a string, with `erl +pc unicode`.
    static boolean isPrintable(int c) {
        return c >= ' ' && c < DELETE || c >= '\b' && c <= '\r' || c == ESCAPE || c >= NO_BREAK_SPACE && isUnicode(c);
    }

    /// Appends a character as it stands between such quotes: escaped where it must be.
    static void appendEscaped(StringBuilder out, int c, char quote) {
        if (c == quote || c == '\\') {
            out.append('\\').append((char) c);
        } else if (c >= ' ' && c < DELETE || c >= NO_BREAK_SPACE) {
            out.appendCodePoint(c);
        } else {
            out.append('\\').append(escapeOf(c));
        }
    }

    private static String escapeOf(int c) {
        return switch (c) {
            case '\b' -> "b";
            case '\t' -> "t";
            case '\n' -> "n";
            case VERTICAL_TAB -> "v";
            case '\f' -> "f";
            case '\r' -> "r";
            case ESCAPE -> "e";
            case DELETE -> "d";
            default -> "" + (char) ('0' + (c >> 6)) + (char) ('0' + (c >> 3 & 7)) + (char) ('0' + (c & 7));
        };
    }

    /// The character that a backslash and that character stand for, when the two are a whole escape.
    static int escaped(int c) {
        return switch (c) {
            case 'b' -> '\b';
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'v' -> VERTICAL_TAB;
            case 'f' -> '\f';
            case 'r' -> '\r';
            case 'e' -> ESCAPE;
            case 's' -> ' ';
            case 'd' -> DELETE;
            default -> c;
        };
    }
}
