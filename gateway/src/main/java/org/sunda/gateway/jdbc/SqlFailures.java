package org.sunda.gateway.jdbc;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import org.sunda.gateway.service.Failure;
import org.sunda.gateway.service.Failure.Kind;
import org.sunda.gateway.service.Stage;

/// What an `SQLException` means to a caller.
final class SqlFailures {
    /// "Connection exception" in the SQL standard.
    private static final String CONNECTION_CLASS = "08";

    /// "Operator intervention" in PostgreSQL: `57P01` to `57P05` end the connection.
    private static final String SHUTDOWN = "57P";

    private SqlFailures() {}

    /// The failure, with the database's own words, SQLSTATE and number.
    static Failure of(SQLException e, Stage stage) {
        return of(e, stage, "");
    }

    /// The failure, its message after a prefix.
    static Failure of(SQLException e, Stage stage, String prefix) {
        return new Failure(kind(e, stage), stage, prefix + message(e), code(e), e.getErrorCode());
    }

    private static Kind kind(SQLException e, Stage stage) {
        if (stage == Stage.CONNECT || isConnectionLoss(e)) {
            return Kind.UNAVAILABLE;
        }
        return e instanceof SQLTimeoutException ? Kind.TIMEOUT : Kind.SQL;
    }

    /// Whether the connection is of no more use.
    static boolean isConnectionLoss(SQLException e) {
        String code = code(e);
        return e instanceof SQLNonTransientConnectionException
                || e instanceof SQLTransientConnectionException
                || e instanceof SQLRecoverableException
                || code.startsWith(CONNECTION_CLASS)
                || code.startsWith(SHUTDOWN);
    }

    static String code(SQLException e) {
        String code = e.getSQLState();
        return code == null ? "" : code;
    }

    /// H2 adds the whole statement to its message, which the caller knows.
    static String message(SQLException e) {
        String message = String.valueOf(e.getMessage());
        int statement = message.indexOf("; SQL statement:");
        return statement < 0 ? message : message.substring(0, statement);
    }
}
