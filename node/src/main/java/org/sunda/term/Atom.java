package org.sunda.term;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// An atom: up to 255 Unicode characters. Atoms are not interned; a BEAM keeps each atom it ever sees, so never make
/// one from data.
public final class Atom implements Term {
    /// The most characters (code points) that an atom may have.
    public static final int MAX_CHARACTERS = 255;

    /// The atom `''`.
    public static final Atom EMPTY = of("");

    /// The atom `true`.
    public static final Atom TRUE = of("true");

    /// The atom `false`.
    public static final Atom FALSE = of("false");

    /// The atom `ok`.
    public static final Atom OK = of("ok");

    /// The atom `error`.
    public static final Atom ERROR = of("error");

    /// The atom `undefined`.
    public static final Atom UNDEFINED = of("undefined");

    /// The exit reason `normal`.
    public static final Atom NORMAL = of("normal");

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final String text;
    private final byte[] utf8;
    private final int hash;

    private Atom(String text, byte[] utf8) {
        this.text = text;
        this.utf8 = utf8;
        this.hash = text.hashCode();
    }

    /// The atom of that text.
    ///
    /// @throws IllegalArgumentException when the text is longer than 255 characters or not well-formed Unicode
    public static Atom of(String text) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] utf8 = new byte[encoded.remaining()];
            encoded.get(utf8);
            return checked(text, utf8);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("an atom must be well-formed Unicode", e);
        }
    }

    /// The atom whose text those bytes are in UTF-8.
    ///
    /// @throws IllegalArgumentException when the bytes are not UTF-8 or more than 255 characters
    public static Atom ofUtf8(byte[] bytes, int offset, int length) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, offset, length))
                    .toString();
            return checked(text, Arrays.copyOfRange(bytes, offset, offset + length));
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("the text of an atom is not UTF-8", e);
        }
    }

    private static Atom checked(String text, byte[] utf8) {
        if (utf8.length > MAX_CHARACTERS && text.codePointCount(0, text.length()) > MAX_CHARACTERS) {
            throw new IllegalArgumentException("an atom has at most " + MAX_CHARACTERS + " characters");
        }
        return new Atom(text, utf8);
    }

    /// `true` or `false`.
    public static Atom of(boolean value) {
        return value ? TRUE : FALSE;
    }

    /// The text, unquoted.
    public String text() {
        return text;
    }

    /// Whether the text is that.
    public boolean is(String other) {
        return text.equals(other);
    }

    /// How many bytes the text takes in UTF-8.
    public int utf8Length() {
        return utf8.length;
    }

    /// Lends the text in UTF-8, all [#utf8Length] bytes of it, to a sink.
    public void writeUtf8(ByteSink sink) {
        sink.write(utf8, 0, utf8.length);
    }

    /// Whether those bytes are the text in UTF-8.
    public boolean utf8Equals(byte[] bytes, int offset, int length) {
        if (length != utf8.length) {
            return false;
        }
        if (length < Long.BYTES) {
            return shortEquals(bytes, offset, length);
        }
        // Names are short: eight bytes at a time take half of what a call takes that suits long arrays.
        int last = length - Long.BYTES;
        for (int i = 0; i < last; i += Long.BYTES) {
            if ((long) LONG.get(utf8, i) != (long) LONG.get(bytes, offset + i)) {
                return false;
            }
        }
        return (long) LONG.get(utf8, last) == (long) LONG.get(bytes, offset + last);
    }

    private boolean shortEquals(byte[] bytes, int offset, int length) {
        int last = length - Integer.BYTES;
        if (last >= 0) {
            return (int) INT.get(utf8, 0) == (int) INT.get(bytes, offset)
                    && (int) INT.get(utf8, last) == (int) INT.get(bytes, offset + last);
        }
        for (int i = 0; i < length; i++) {
            if (utf8[i] != bytes[offset + i]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof Atom atom && hash == atom.hash && text.equals(atom.text);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /// The atom as Erlang source: quoted where it must be.
    @Override
    public String toString() {
        return TermPrinter.print(this);
    }
}
