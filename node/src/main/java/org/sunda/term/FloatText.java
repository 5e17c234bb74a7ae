package org.sunda.term;

import java.math.BigDecimal;
import java.math.MathContext;

/// Floats as `float_to_list(F, [short])` writes them since OTP 25: the fewest digits that read back as the same
/// float, without an exponent where that is not longer and the float is below 2^53.
final class FloatText {
    private static final double TWO_TO_53 = 0x1p53;

    private FloatText() {}

    static void append(StringBuilder out, double value) {
        double magnitude = Math.abs(value);
        if (Math.copySign(1, value) < 0) {
            out.append('-');
        }
        if (magnitude == 0) {
            out.append("0.0");
            return;
        }
        BigDecimal shortest = shortest(magnitude);
        String digits = shortest.unscaledValue().toString();
        int point = digits.length() - shortest.scale();
        if (magnitude >= TWO_TO_53 || isLongerPlain(digits.length(), point)) {
            appendExponential(out, digits, point - 1);
        } else {
            appendPlain(out, digits, point);
        }
    }

    /// What Java prints has the fewest digits too, but never only one: `4.9E-324` where `5.0e-324` does.
    private static BigDecimal shortest(double magnitude) {
        BigDecimal digits = new BigDecimal(Double.toString(magnitude)).stripTrailingZeros();
        if (digits.precision() == 2) {
            BigDecimal one = digits.round(new MathContext(1)).stripTrailingZeros();
            return one.doubleValue() == magnitude ? one : digits;
        }
        return digits;
    }

    /// @param point where the point stands: after so many of the digits, or so many zeros before them when negative
    private static boolean isLongerPlain(int digits, int point) {
        if (point > 0 && point < digits) {
            return false;
        }
        int zeros = point > 0 ? point - digits : -point;
        int exponential = Integer.toString(point - 1).length() + (digits == 1 ? 3 : 2);
        return zeros + 2 > exponential;
    }

    private static void appendExponential(StringBuilder out, String digits, int exponent) {
        out.append(digits.charAt(0)).append('.');
        out.append(digits.length() == 1 ? "0" : digits.substring(1));
        out.append('e').append(exponent);
    }

    private static void appendPlain(StringBuilder out, String digits, int point) {
        if (point <= 0) {
            out.append("0.").repeat('0', -point).append(digits);
        } else if (point < digits.length()) {
            out.append(digits, 0, point).append('.').append(digits, point, digits.length());
        } else {
            out.append(digits).repeat('0', point - digits.length()).append(".0");
        }
    }
}
