package org.sunda.bench;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Writes JSON: maps, lists, text, numbers and booleans. A number that is none (NaN) is written as `null`.
final class Json {
    private Json() {}

    static String write(Object value) {
        return write(value, "\n");
    }

    private static String write(Object value, String lineBreak) {
        String inner = lineBreak + "  ";
        return switch (value) {
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .map(each -> quote(each.getKey().toString()) + ": " + write(each.getValue(), inner))
                        .collect(Collectors.joining("," + inner, "{" + inner, lineBreak + "}"));
            case List<?> list
            when list.stream().allMatch(Number.class::isInstance) ->
                list.stream().map(each -> write(each, inner)).collect(Collectors.joining(", ", "[", "]"));
            case List<?> list ->
                list.stream()
                        .map(each -> write(each, inner))
                        .collect(Collectors.joining("," + inner, "[" + inner, lineBreak + "]"));
            case Double number -> Double.isFinite(number) ? String.format(Locale.ROOT, "%.6g", number) : "null";
            case Number number -> number.toString();
            case Boolean bool -> bool.toString();
            default -> quote(value.toString());
        };
    }

    private static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> quoted.append('\\').append(c);
                case '\n' -> quoted.append("\\n");
                default -> quoted.append(c < ' ' ? String.format(Locale.ROOT, "\\u%04x", (int) c) : c);
            }
        }
        return quoted.append('"').toString();
    }
}
