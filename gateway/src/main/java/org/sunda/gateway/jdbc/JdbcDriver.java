package org.sunda.gateway.jdbc;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.sunda.gateway.config.Section;
import org.sunda.gateway.service.Driver;
import org.sunda.gateway.service.QueueLimits;

/// The service type `jdbc`.
public final class JdbcDriver implements Driver {
    private static final int DEFAULT_MAX_ROWS = 100_000;
    private static final long DEFAULT_MAX_REPLY_BYTES = 16L << 20;
    private static final long MOST_REPLY_BYTES = 1L << 30;
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(15);

    @Override
    public String type() {
        return "jdbc";
    }

    @Override
    public Plan read(Section section) {
        String url = url(section);
        Optional<String> user = section.text("user");
        JdbcSettings.Secret password =
                new JdbcSettings.Secret(section.secret("password").orElse(""));
        Map<String, String> properties = section.properties("driver");
        PoolSettings pool = PoolSettings.read(section.section("pool"));
        Limits limits = new Limits(
                section.integer("max-rows", DEFAULT_MAX_ROWS, 1, Integer.MAX_VALUE - 1),
                section.bytes("max-reply-bytes", DEFAULT_MAX_REPLY_BYTES, 1, MOST_REPLY_BYTES));
        Duration timeout = section.duration("query-timeout", DEFAULT_TIMEOUT, Duration.ofMillis(1), Duration.ofDays(1));
        JdbcSettings settings = new JdbcSettings(url, user, password, properties, pool, limits);
        return new Plan(QueueLimits.read(section, pool.size()), timeout, name -> JdbcService.open(name, settings));
    }

    private static String url(Section section) {
        String url = section.requiredText("url");
        if (url.isEmpty()) {
            return url;
        }
        if (!url.startsWith("jdbc:")) {
            section.mistake("url", "expected the JDBC URL of a database, as jdbc:postgresql://host/database");
            return url;
        }
        if (url.equals(EmbeddedH2.PREFIX) || url.startsWith(EmbeddedH2.PREFIX + ";")) {
            section.mistake(
                    "url",
                    "an H2 database in memory needs a name, as jdbc:h2:mem:db, to be one for all" + " connections");
        }
        try {
            DriverManager.getDriver(url);
        } catch (SQLException e) {
            section.mistake(
                    "url", "there is no JDBC driver for it: put the driver's jar into drivers/, or on the class path");
        }
        return url;
    }
}
