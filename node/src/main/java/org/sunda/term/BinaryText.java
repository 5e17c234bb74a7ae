package org.sunda.term;

/// As what a binary is printed.
enum BinaryText {
    /// One number per byte.
    BYTES,

    /// Text of one byte per character.
    LATIN1,

    /// Text in UTF-8 that is not all ASCII.
    UTF8;

    private static final int NOT_UTF8 = -1;

    /// Text where all is printable: read as UTF-8 if it is that, else as Latin-1.
    static BinaryText of(Binary binary) {
        if (!binary.isBinary() || binary.byteSize() == 0) {
            return BYTES;
        }
        boolean printable = true;
        boolean ascii = true;
        for (long i = 0; i < binary.byteSize(); ) {
            int c = codePointAt(binary, i);
            if (c == NOT_UTF8) {
                return isPrintableLatin1(binary) ? LATIN1 : BYTES;
            }
            printable &= Characters.isPrintable(c);
            ascii &= c < 0x80;
            i += utf8Length(c);
        }
        if (!printable) {
            return BYTES;
        }
        return ascii ? LATIN1 : UTF8;
    }

    private static boolean isPrintableLatin1(Binary binary) {
        for (long i = 0; i < binary.byteSize(); i++) {
            if (!Characters.isPrintable(binary.byteAt(i))) {
                return false;
            }
        }
        return true;
    }

    /// How many bytes a character takes in UTF-8.
    static int utf8Length(int c) {
        return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    }

    /// The character whose UTF-8 begins there, or -1 when none does.
    static int codePointAt(Binary binary, long index) {
        int first = binary.byteAt(index);
        if (first < 0x80) {
            return first;
        }
        int length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
        if (first < 0xc2 || first > 0xf4 || index + length > binary.byteSize()) {
            return NOT_UTF8;
        }
        int c = first & (0x7f >> length);
        for (int i = 1; i < length; i++) {
            int next = binary.byteAt(index + i);
            if ((next & 0xc0) != 0x80) {
                return NOT_UTF8;
            }
            c = c << 6 | next & 0x3f;
        }
        boolean isCharacter =
                c <= Character.MAX_CODE_POINT && (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE);
        return isCharacter && utf8Length(c) == length ? c : NOT_UTF8;
    }
}
