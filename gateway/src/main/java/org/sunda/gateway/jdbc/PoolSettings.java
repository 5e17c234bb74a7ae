package org.sunda.gateway.jdbc;

import com.zaxxer.hikari.HikariConfig;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.sunda.gateway.config.Section;

/// The section `pool` of a service: HikariCP's settings under HikariCP's names, in `kebab-case`.
///
/// @param size `maximumPoolSize`
/// @param failFast whether a database that cannot be reached keeps the gateway from starting
record PoolSettings(
        int size,
        int minIdle,
        boolean failFast,
        boolean readOnly,
        Optional<String> initSql,
        Optional<String> isolation,
        Optional<String> schema,
        Times times) {
    private static final int DEFAULT_SIZE = 10;
    private static final int MOST_SIZE = 10_000;
    private static final Duration DAY = Duration.ofDays(1);

    private static final Map<String, String> ISOLATIONS = Map.of(
            "read-uncommitted", "TRANSACTION_READ_UNCOMMITTED",
            "read-committed", "TRANSACTION_READ_COMMITTED",
            "repeatable-read", "TRANSACTION_REPEATABLE_READ",
            "serializable", "TRANSACTION_SERIALIZABLE");

    /// HikariCP's periods; zero turns all but the first and the last off.
    record Times(
            Duration connectionTimeout,
            Duration idleTimeout,
            Duration maxLifetime,
            Duration keepaliveTime,
            Duration leakDetectionThreshold,
            Duration validationTimeout) {

        static Times read(Section pool) {
            return new Times(
                    pool.duration("connection-timeout", seconds(5), Duration.ofMillis(250), DAY),
                    orZero(pool, "idle-timeout", Duration.ofMinutes(10), seconds(10)),
                    orZero(pool, "max-lifetime", Duration.ofMinutes(30), seconds(30)),
                    orZero(pool, "keepalive-time", Duration.ofMinutes(2), seconds(30)),
                    orZero(pool, "leak-detection-threshold", Duration.ZERO, seconds(2)),
                    pool.duration("validation-timeout", seconds(2), Duration.ofMillis(250), DAY));
        }

        private static Duration orZero(Section pool, String key, Duration fallback, Duration least) {
            Duration duration = pool.duration(key, fallback, Duration.ZERO, DAY);
            if (!duration.isZero() && duration.compareTo(least) < 0) {
                pool.mistake(key, "expected 0, which turns it off, or at least " + least.toSeconds() + "s");
            }
            return duration;
        }

        private static Duration seconds(int seconds) {
            return Duration.ofSeconds(seconds);
        }
    }

    static PoolSettings read(Section pool) {
        int size = pool.integer("size", DEFAULT_SIZE, 1, MOST_SIZE);
        Optional<String> isolation = pool.text("isolation");
        if (isolation.isPresent() && !ISOLATIONS.containsKey(isolation.get())) {
            pool.mistake(
                    "isolation",
                    "expected one of " + ISOLATIONS.keySet().stream().sorted().toList());
        }
        return new PoolSettings(
                size,
                pool.integer("min-idle", size, 0, size),
                pool.flag("fail-fast", true),
                pool.flag("read-only", false),
                pool.text("init-sql"),
                isolation,
                pool.text("schema"),
                Times.read(pool));
    }

    /// Writes these settings into a configuration of HikariCP's.
    void apply(HikariConfig hikari) {
        hikari.setMaximumPoolSize(size);
        hikari.setMinimumIdle(minIdle);
        hikari.setInitializationFailTimeout(failFast ? times.connectionTimeout.toMillis() : -1);
        hikari.setReadOnly(readOnly);
        hikari.setConnectionInitSql(initSql.orElse(null));
        hikari.setTransactionIsolation(isolation.map(ISOLATIONS::get).orElse(null));
        hikari.setSchema(schema.orElse(null));
        hikari.setConnectionTimeout(times.connectionTimeout.toMillis());
        hikari.setIdleTimeout(times.idleTimeout.toMillis());
        hikari.setMaxLifetime(times.maxLifetime.toMillis());
        hikari.setKeepaliveTime(times.keepaliveTime.toMillis());
        hikari.setLeakDetectionThreshold(times.leakDetectionThreshold.toMillis());
        hikari.setValidationTimeout(times.validationTimeout.toMillis());
    }
}
