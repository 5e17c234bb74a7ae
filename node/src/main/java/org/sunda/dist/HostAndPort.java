package org.sunda.dist;

import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Addresses as people write them: `db1:9100`, `10.0.0.8:9100`, `[fd00::8]:9100`.
public final class HostAndPort {
    private static final Pattern FORM =
            Pattern.compile("(?:([^\\s:\\[\\]]+)|\\[([0-9A-Fa-f.]*:[0-9A-Fa-f:.%]+)]):(\\d{1,5})");

    private HostAndPort() {}

    /// The address, with a host that is looked up when it is needed.
    ///
    /// @throws IllegalArgumentException when the text is none
    public static InetSocketAddress parse(String text) {
        Matcher form = FORM.matcher(text);
        int port = form.matches() ? Integer.parseInt(form.group(3)) : 0;
        if (port < 1 || port > 0xffff) {
            throw new IllegalArgumentException("an address is a host and a port from 1 to 65535, as in db1:9100 or "
                    + "[fd00::8]:9100, not " + text);
        }
        return InetSocketAddress.createUnresolved(form.group(1) == null ? form.group(2) : form.group(1), port);
    }
}
