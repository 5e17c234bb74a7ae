package org.sunda.mapper;

import java.util.Locale;
import java.util.regex.Pattern;

/// Java's names as Erlang's.
final class Names {
    /// Between a small letter or digit and a capital, and between an acronym and the word after it.
    private static final Pattern BORDER =
            Pattern.compile("(?<=[\\p{Ll}\\p{N}])(?=\\p{Lu})|(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll})");

    private Names() {}

    /// `unitPrice`, `UnitPrice` and `UNIT_PRICE` are all `unit_price`.
    static String snake(String name) {
        return BORDER.matcher(name).replaceAll("_").toLowerCase(Locale.ROOT);
    }

    /// `unitPrice` as a variable in Erlang: `UnitPrice`.
    static String variable(String component) {
        return component.substring(0, 1).toUpperCase(Locale.ROOT) + component.substring(1);
    }
}
