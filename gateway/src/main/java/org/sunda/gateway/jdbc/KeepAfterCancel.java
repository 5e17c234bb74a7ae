package org.sunda.gateway.jdbc;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;

/// A connection on which a statement was cancelled, or which lacks a feature, is as good as before; HikariCP would
/// throw it away.
final class KeepAfterCancel implements SQLExceptionOverride {
    private static final String FEATURE_NOT_SUPPORTED = "0A000";

    @java.lang.Override
    public SQLExceptionOverride.Override adjudicate(SQLException e) {
        if (SqlFailures.isConnectionLoss(e)) {
            return SQLExceptionOverride.Override.MUST_EVICT;
        }
        return e instanceof SQLTimeoutException || FEATURE_NOT_SUPPORTED.equals(e.getSQLState())
                ? SQLExceptionOverride.Override.DO_NOT_EVICT
                : SQLExceptionOverride.Override.CONTINUE_EVICT;
    }
}
