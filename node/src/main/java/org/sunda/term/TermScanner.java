package org.sunda.term;

import java.math.BigInteger;

/// Cuts a text into tokens, after `erl_scan` of OTP 25: one is current, [#advance] goes on to the next. Every
/// character is looked at once.
final class TermScanner {
    /// What the current token is.
    enum Kind {
        ATOM,
        INTEGER,
        CHARACTER,
        FLOAT,
        STRING,
        VARIABLE,
        RESERVED_WORD,
        MARK,
        FULL_STOP,
        END
    }

    /// Where something stands: line and column from 1, columns in code points.
    record Place(int line, int column) {
        TermSyntaxException wrong(String problem) {
            return new TermSyntaxException(line, column, problem);
        }
    }

    /// What [#peek] answers after the last character.
    private static final int NONE = -1;

    private static final int LOWEST_BASE = 2;
    private static final int HIGHEST_BASE = 36;

    /// Up to so many digits are left to [BigInteger], whose time grows with the square of their number.
    private static final int DIGITS_AT_ONCE = 500;

    /// The longest token that an error message repeats in full.
    private static final int SHOWN = 40;

    private final String text;
    private int at;
    private int line = 1;
    private int column = 1;

    private Kind kind = Kind.END;
    private Place place = new Place(1, 1);
    private int start;
    private String word = "";
    private Term term = ListTerm.nil();

    TermScanner(String text) {
        this.text = text;
        advance();
    }

    Kind kind() {
        return kind;
    }

    /// Where the current token begins.
    Place place() {
        return place;
    }

    /// The mark, the reserved word, the variable or the text of the string.
    String word() {
        return word;
    }

    /// The atom or the number.
    Term term() {
        return term;
    }

    boolean isMark(String mark) {
        return kind == Kind.MARK && word.equals(mark);
    }

    /// Goes past the current token if it is that mark.
    boolean take(String mark) {
        boolean taken = isMark(mark);
        if (taken) {
            advance();
        }
        return taken;
    }

    /// Goes past that mark, which must stand here.
    void expect(String mark) {
        if (!take(mark)) {
            throw unexpected("'" + mark + "'");
        }
    }

    TermSyntaxException unexpected(String expected) {
        return place.wrong("expected " + expected + ", but found " + describe());
    }

    private String describe() {
        if (kind == Kind.END) {
            return "the end of the text";
        }
        String token = text.substring(start, at).strip();
        if (token.codePointCount(0, token.length()) > SHOWN) {
            token = token.substring(0, token.offsetByCodePoints(0, SHOWN)) + "...";
        }
        return switch (kind) {
            case VARIABLE -> "the variable " + token;
            case RESERVED_WORD -> "the reserved word '" + token + "' (as an atom it is written in quotes)";
            case FULL_STOP -> "the full stop";
            case STRING -> "the string " + token;
            case ATOM, INTEGER, CHARACTER, FLOAT, MARK, END -> token.startsWith("'") ? token : "'" + token + "'";
        };
    }

    /// Reads the next token.
    ///
    /// @throws TermSyntaxException when the text that comes next is none
    void advance() {
        skipSpace();
        place = new Place(line, column);
        start = at;
        int c = peek();
        if (c == NONE) {
            kind = Kind.END;
        } else if (Characters.startsAtom(c)) {
            name(Kind.ATOM);
        } else if (Characters.startsVariable(c)) {
            name(Kind.VARIABLE);
        } else if (Characters.isDigit(c)) {
            number();
        } else {
            special(c);
        }
    }

    private void special(int c) {
        switch (c) {
            case '"' -> {
                kind = Kind.STRING;
                word = quoted("string");
            }
            case '\'' -> {
                kind = Kind.ATOM;
                term = atom(quoted("atom"));
            }
            case '$' -> character();
            case '.' -> fullStop();
            default -> mark(c);
        }
    }

    private int peek() {
        return at < text.length() ? text.codePointAt(at) : NONE;
    }

    /// The character so many UTF-16 units further on; only asked for what follows characters of one unit.
    private int peek(int ahead) {
        return at + ahead < text.length() ? text.charAt(at + ahead) : NONE;
    }

    private int take() {
        int c = text.codePointAt(at);
        at += Character.charCount(c);
        if (c == '\n') {
            line++;
            column = 1;
        } else {
            column++;
        }
        return c;
    }

    /// As [#take], of a character that must be Unicode text.
    private int takeUnicode() {
        if (!Characters.isUnicode(peek())) {
            throw illegalCharacter(new Place(line, column), peek());
        }
        return take();
    }

    private static TermSyntaxException illegalCharacter(Place place, int c) {
        return place.wrong("the character U+%04X may not stand here".formatted(c));
    }

    private void skipSpace() {
        for (int c = peek(); Characters.isSpace(c) || c == '%'; c = peek()) {
            if (c == '%') {
                skipComment();
            } else {
                take();
            }
        }
    }

    private void skipComment() {
        for (int c = peek(); c != NONE && c != '\n'; c = peek()) {
            takeUnicode();
        }
    }

    private void name(Kind nameKind) {
        while (Characters.continuesName(peek())) {
            take();
        }
        word = text.substring(start, at);
        kind = nameKind;
        if (nameKind == Kind.ATOM && Characters.isReserved(word)) {
            kind = Kind.RESERVED_WORD;
        } else if (nameKind == Kind.ATOM) {
            term = atom(word);
        }
    }

    private Term atom(String name) {
        if (name.codePointCount(0, name.length()) > Atom.MAX_CHARACTERS) {
            throw place.wrong("an atom has at most " + Atom.MAX_CHARACTERS + " characters");
        }
        return Atom.of(name);
    }

    private void mark(int c) {
        if (!Characters.isUnicode(c) || c > 0xff) {
            throw illegalCharacter(place, c);
        }
        take();
        int next = peek();
        if ((c == '<' || c == '>') && next == c || c == '=' && next == '>') {
            take();
        }
        kind = Kind.MARK;
        word = text.substring(start, at);
    }

    private void fullStop() {
        take();
        int next = peek();
        if (next == NONE || next == '%' || Characters.isSpace(next)) {
            kind = Kind.FULL_STOP;
        } else {
            kind = Kind.MARK;
            word = ".";
        }
    }

    private void character() {
        take();
        if (peek() == NONE) {
            throw place.wrong("expected a character after '$', but found the end of the text");
        }
        kind = Kind.CHARACTER;
        term = Int.of(peek() == '\\' ? escape() : takeUnicode());
    }

    /// What stands between quotes, escapes resolved.
    private String quoted(String what) {
        StringBuilder content = new StringBuilder();
        int quote = take();
        for (int c = peek(); c != quote; c = peek()) {
            if (c == NONE) {
                throw place.wrong("the " + what + " that begins here does not end");
            }
            content.appendCodePoint(c == '\\' ? escape() : takeUnicode());
        }
        take();
        return content.toString();
    }

    /// The character that a backslash and what follows stand for.
    private int escape() {
        Place begin = new Place(line, column);
        take();
        int c = peek();
        if (c == NONE) {
            throw begin.wrong("expected a character after '\\', but found the end of the text");
        }
        if (isOctal(c)) {
            return octal();
        }
        if (c == 'x') {
            take();
            return hexadecimal(begin);
        }
        if (c == '^') {
            take();
            return control(begin);
        }
        return Characters.escaped(takeUnicode());
    }

    private static boolean isOctal(int c) {
        return c >= '0' && c <= '7';
    }

    private int octal() {
        int value = 0;
        for (int digits = 0; digits < 3 && isOctal(peek()); digits++) {
            value = 8 * value + take() - '0';
        }
        return value;
    }

    private int control(Place begin) {
        if (peek() == NONE) {
            throw begin.wrong("expected a character after '\\^', but found the end of the text");
        }
        int c = take();
        return c == '\n' ? c : c & 0x1f;
    }

    /// Two digits, or any number of them in braces.
    private int hexadecimal(Place begin) {
        boolean braces = peek() == '{';
        if (braces) {
            take();
        }
        int value = 0;
        int digits = 0;
        while (digit(peek(), 16) >= 0 && (braces || digits < 2)) {
            value = Math.min(16 * value + digit(take(), 16), Character.MAX_CODE_POINT + 1);
            digits++;
        }
        if (braces ? digits == 0 || peek() != '}' : digits < 2) {
            throw begin.wrong("expected two hexadecimal digits after '\\x', or some in braces");
        }
        if (braces) {
            take();
        }
        if (!Characters.isUnicode(value)) {
            throw begin.wrong("the escape stands for no Unicode character");
        }
        return value;
    }

    private static int digit(int c, int base) {
        return c < 0x80 ? Character.digit(c, base) : -1;
    }

    private void number() {
        String digits = digits(10);
        if (peek() == '#') {
            take();
            based(base(digits));
        } else if (peek() == '.' && Characters.isDigit(peek(1))) {
            real(digits);
        } else {
            kind = Kind.INTEGER;
            term = integer(digits, 10);
        }
    }

    /// Digits of that base, single underscores between them left out.
    private String digits(int base) {
        StringBuilder digits = new StringBuilder();
        while (digit(peek(), base) >= 0 || !digits.isEmpty() && peek() == '_' && digit(peek(1), base) >= 0) {
            int c = take();
            if (c != '_') {
                digits.append((char) c);
            }
        }
        return digits.toString();
    }

    private int base(String digits) {
        if (integer(digits, 10) instanceof SmallInt(long base) && base >= LOWEST_BASE && base <= HIGHEST_BASE) {
            return (int) base;
        }
        throw place.wrong("the base of an integer is " + LOWEST_BASE + " to " + HIGHEST_BASE);
    }

    private void based(int base) {
        String digits = digits(base);
        if (digits.isEmpty()) {
            throw place.wrong("expected digits of base " + base + " after '#'");
        }
        kind = Kind.INTEGER;
        term = integer(digits, base);
    }

    private static Int integer(String digits, int base) {
        return Int.of(integer(digits, 0, digits.length(), base));
    }

    /// By halves, which makes a number of very many digits a matter of a few large multiplications.
    private static BigInteger integer(String digits, int from, int to, int base) {
        if (to - from <= DIGITS_AT_ONCE) {
            return new BigInteger(digits.substring(from, to), base);
        }
        int middle = from + (to - from) / 2;
        return integer(digits, from, middle, base)
                .multiply(BigInteger.valueOf(base).pow(to - middle))
                .add(integer(digits, middle, to, base));
    }

    private void real(String whole) {
        take();
        StringBuilder number = new StringBuilder(whole).append('.').append(digits(10));
        if (peek() == 'e' || peek() == 'E') {
            take();
            number.append('e');
            if (peek() == '+' || peek() == '-') {
                number.append((char) take());
            }
            String exponent = digits(10);
            if (exponent.isEmpty()) {
                throw place.wrong("expected digits in the exponent of a float");
            }
            number.append(exponent);
        }
        double value = Double.parseDouble(number.toString());
        if (Double.isInfinite(value)) {
            throw place.wrong("the float is too large");
        }
        kind = Kind.FLOAT;
        term = new FloatTerm(value);
    }
}
