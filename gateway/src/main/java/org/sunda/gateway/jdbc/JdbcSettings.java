package org.sunda.gateway.jdbc;

import java.util.Map;
import java.util.Optional;

/// What opens the connections of one service.
///
/// @param properties what the section `driver` says, for the driver, unread
record JdbcSettings(
        String url,
        Optional<String> user,
        Secret password,
        Map<String, String> properties,
        PoolSettings pool,
        Limits limits) {

    /// A text that is never printed.
    record Secret(String text) {
        @Override
        public String toString() {
            return "***";
        }
    }

    /// The URL without what may follow the name of the database, for a password may stand there.
    String shownUrl() {
        return url.replaceFirst("[?;].*$", "").replaceFirst("//[^/@]*@", "//");
    }

    /// Whether the database runs in this process: computing in Java, or in native code.
    boolean inProcess() {
        return url.startsWith("jdbc:h2:") && !url.startsWith("jdbc:h2:tcp:") && !url.startsWith("jdbc:h2:ssl:")
                || url.startsWith("jdbc:hsqldb:mem:")
                || url.startsWith("jdbc:hsqldb:file:")
                || url.startsWith("jdbc:derby:") && !url.startsWith("jdbc:derby://")
                || url.startsWith("jdbc:sqlite:")
                || url.startsWith("jdbc:duckdb:");
    }
}
