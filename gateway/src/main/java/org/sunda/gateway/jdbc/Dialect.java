package org.sunda.gateway.jdbc;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Locale;

/// The few points in which databases differ behind JDBC.
enum Dialect {
    /// Nothing special is known.
    STANDARD {
        @Override
        void bindOther(PreparedStatement statement, int index, String text, String typeName) throws SQLException {
            statement.setString(index, text);
        }
    },
    /// Takes text for JSON to be a JSON string, but bytes to be the JSON itself.
    H2 {
        @Override
        void bindOther(PreparedStatement statement, int index, String text, String typeName) throws SQLException {
            if (typeName.equalsIgnoreCase("json")) {
                statement.setBytes(index, text.getBytes(StandardCharsets.UTF_8));
            } else {
                statement.setString(index, text);
            }
        }
    },
    /// Takes text for its own types only when it is not said to be `varchar`.
    POSTGRES {
        @Override
        void bindOther(PreparedStatement statement, int index, String text, String typeName) throws SQLException {
            statement.setObject(index, text, Types.OTHER);
        }
    };

    /// Binds the text form of a value of a type that JDBC has no code for.
    abstract void bindOther(PreparedStatement statement, int index, String text, String typeName) throws SQLException;

    /// The dialect of the database at the other end.
    static Dialect of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
        return switch (product) {
            case "h2" -> H2;
            case "postgresql" -> POSTGRES;
            default -> STANDARD;
        };
    }
}
