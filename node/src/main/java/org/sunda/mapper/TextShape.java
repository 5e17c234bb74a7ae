package org.sunda.mapper;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;
import org.sunda.term.Binary;

/// `String` and `CharSequence`.
final class TextShape extends Shape {
    private static final char REPLACEMENT = '\uFFFD';

    private final Text form;
    private final boolean takesAtoms;

    TextShape(Text form, boolean takesAtoms) {
        this.form = form;
        this.takesAtoms = takesAtoms;
    }

    @Override
    String read(Source in) {
        return switch (in.kind()) {
            case BINARY -> utf8(in);
            case LIST -> characters(in);
            case ATOM -> ofAtom(in.readAtom());
            case INTEGER, FLOAT, TUPLE, MAP, PID, PORT, REFERENCE, FUN, RECORD -> throw in.unexpected("text");
        };
    }

    /// Not the atoms that mean "nothing": a text of "undefined" is a mistake found late.
    private String ofAtom(Atom atom) {
        if (!takesAtoms || OptionalShape.isAbsent(atom)) {
            throw MappingException.expected("text", Source.describe(atom));
        }
        return atom.text();
    }

    private static String utf8(Source in) {
        String text = in.readUtf8();
        if (text == null) {
            throw MappingException.expected("text", "a binary that is not UTF-8");
        }
        return text;
    }

    /// The text, or null where it is not UTF-8.
    static @Nullable String textOrNull(Binary binary) {
        if (!binary.isBinary()) {
            return null;
        }
        byte[] bytes = binary.toByteArray();
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) < 0) {
            return text;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException _) {
            return null;
        }
    }

    private static String characters(Source in) {
        byte[] latin1 = in.readByteList();
        if (latin1 != null) {
            return new String(latin1, StandardCharsets.ISO_8859_1);
        }
        StringBuilder text = new StringBuilder();
        for (int count = in.openList(); count > 0; count = in.moreOfList()) {
            for (int i = 0; i < count; i++) {
                text.appendCodePoint(character(in));
            }
        }
        in.end();
        return text.toString();
    }

    private static int character(Source in) {
        String expected = "text, a list of characters";
        if (in.kind() != Kind.INTEGER) {
            throw MappingException.expected(expected, "one that holds " + in.found());
        }
        long value = in.readLong(expected);
        if (value < 0
                || value > Character.MAX_CODE_POINT
                || value >= Character.MIN_SURROGATE && value <= Character.MAX_SURROGATE) {
            throw MappingException.expected(expected, "one that holds the integer " + value);
        }
        return (int) value;
    }

    @Override
    void write(Object value, Sink out) {
        String text = value.toString();
        requireWellFormed(text);
        switch (form) {
            case BINARY -> out.binary(text.getBytes(StandardCharsets.UTF_8));
            case CHARLIST -> out.charlist(text);
        }
    }

    /// Half a surrogate pair has no UTF-8; Java would silently write a question mark.
    private static void requireWellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                boolean isPair = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!isPair) {
                    throw new MappingException("the text has half a surrogate pair at index " + i
                            + ", which is no character: nothing can stand for it");
                }
                i++;
            }
        }
    }
}
