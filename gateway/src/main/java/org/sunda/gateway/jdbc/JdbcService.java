package org.sunda.gateway.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sunda.gateway.service.FailureException;
import org.sunda.gateway.service.Service;
import org.sunda.gateway.service.ServiceException;
import org.sunda.gateway.service.Work;
import org.sunda.term.Term;

/// A database behind a pool of connections.
final class JdbcService implements Service {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcService.class);

    private final HikariDataSource pool;
    private final @Nullable Connection anchor;
    private final JdbcSettings settings;

    private JdbcService(HikariDataSource pool, @Nullable Connection anchor, JdbcSettings settings) {
        this.pool = pool;
        this.anchor = anchor;
        this.settings = settings;
    }

    static JdbcService open(String name, JdbcSettings settings) throws ServiceException {
        HikariConfig hikari = new HikariConfig();
        hikari.setPoolName(name);
        hikari.setJdbcUrl(settings.url());
        settings.user().ifPresent(hikari::setUsername);
        hikari.setPassword(settings.password().text());
        settings.properties().forEach(hikari::addDataSourceProperty);
        hikari.setExceptionOverride(new KeepAfterCancel());
        settings.pool().apply(hikari);
        Connection anchor = null;
        try {
            if (EmbeddedH2.isMeantBy(settings.url())) {
                String user = settings.user().orElse("SUNDA");
                hikari.setUsername(user);
                anchor = EmbeddedH2.open(
                        settings.url(), user, settings.password().text());
            }
            return new JdbcService(new HikariDataSource(hikari), anchor, settings);
        } catch (SQLException | PoolInitializationException e) {
            close(anchor);
            throw new ServiceException(
                    "service " + name + ": no connection to " + settings.shownUrl() + ": " + reason(e), e);
        }
    }

    private static String reason(Exception e) {
        Throwable cause = e instanceof PoolInitializationException && e.getCause() != null ? e.getCause() : e;
        return cause instanceof SQLException sql ? SqlFailures.message(sql) : String.valueOf(cause.getMessage());
    }

    @Override
    public Work accept(Term request) throws FailureException {
        return new JdbcWork(pool, Request.read(request), settings.limits());
    }

    /// A database that computes in this process would keep the few carriers of virtual threads to itself.
    @Override
    public ThreadFactory threads(String name) {
        return settings.inProcess()
                ? Thread.ofPlatform().daemon().name(name + "-", 0).factory()
                : Service.super.threads(name);
    }

    @Override
    public void close() {
        pool.close();
        close(anchor);
    }

    private static void close(@Nullable Connection connection) {
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException e) {
                LOG.warn("a connection does not close: {}", SqlFailures.message(e));
            }
        }
    }
}
