package org.sunda.gateway;

import java.util.regex.Pattern;

/// The names that a configuration gives.
final class Names {
    private static final Pattern PLAIN_ATOM = Pattern.compile("[a-z][a-zA-Z0-9_@]{0,254}");

    private Names() {}

    /// Whether Erlang takes it for an atom without quotes.
    static boolean isPlainAtom(String text) {
        return PLAIN_ATOM.matcher(text).matches();
    }
}
