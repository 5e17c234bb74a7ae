package org.sunda.gateway.jdbc;

import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.Locale;

/// An H2 database in this process's memory, kept alive by one connection that is not in the pool.
///
/// That connection is the database's administrator; the user of the configuration is an ordinary one who owns all
/// schemas. For an administrator of H2 can read files and run any Java method by an SQL statement, and whoever may send
/// SQL to the service would be able to do the same.
final class EmbeddedH2 {
    static final String PREFIX = "jdbc:h2:mem:";

    private static final String ADMINISTRATOR = "SUNDA_ADMINISTRATOR";
    private static final int PASSWORD_BYTES = 16;

    private EmbeddedH2() {}

    static boolean isMeantBy(String url) {
        return url.startsWith(PREFIX);
    }

    /// Creates the database and its user.
    ///
    /// @return the connection that keeps it alive
    /// @throws SQLException also when the database exists: two services cannot share one
    static Connection open(String url, String user, String password) throws SQLException {
        byte[] secret = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(secret);
        Connection anchor =
                DriverManager.getConnection(url, ADMINISTRATOR, HexFormat.of().formatHex(secret));
        try (Statement statement = anchor.createStatement()) {
            // H2 takes the name that a connection gives in upper case.
            String name = quoted(user.toUpperCase(Locale.ROOT), '"');
            statement.execute("CREATE USER " + name + " PASSWORD " + quoted(password, '\''));
            statement.execute("GRANT ALTER ANY SCHEMA TO " + name);
            return anchor;
        } catch (SQLException e) {
            anchor.close();
            throw e;
        }
    }

    private static String quoted(String text, char quote) {
        String mark = String.valueOf(quote);
        return mark + text.replace(mark, mark + mark) + mark;
    }
}
