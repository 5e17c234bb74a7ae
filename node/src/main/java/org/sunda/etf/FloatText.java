package org.sunda.etf;

/// The text inside the old `FLOAT_EXT`: what C prints for `"%.20e"`, then zeros. Stricter than [Double#parseDouble],
/// which also takes `NaN`, hexadecimal digits and suffixes.
final class FloatText {
    private FloatText() {}

    /// How many bytes the number takes, or -1 when there is none.
    static int length(byte[] bytes) {
        int sign = skipSign(bytes, 0);
        int point = skipDigits(bytes, sign);
        if (point == sign || at(bytes, point) != '.') {
            return -1;
        }
        int end = skipDigits(bytes, point + 1);
        if (end == point + 1) {
            return -1;
        }
        if (at(bytes, end) == 'e' || at(bytes, end) == 'E') {
            int exponent = skipSign(bytes, end + 1);
            end = skipDigits(bytes, exponent);
            if (end == exponent) {
                return -1;
            }
        }
        return end < bytes.length && bytes[end] == 0 ? end : -1;
    }

    private static int skipSign(byte[] bytes, int index) {
        return at(bytes, index) == '-' || at(bytes, index) == '+' ? index + 1 : index;
    }

    private static int skipDigits(byte[] bytes, int index) {
        int end = index;
        while (at(bytes, end) >= '0' && at(bytes, end) <= '9') {
            end++;
        }
        return end;
    }

    private static int at(byte[] bytes, int index) {
        return index < bytes.length ? bytes[index] : 0;
    }
}
