package org.sunda.gateway.jdbc;

import static org.sunda.term.Terms.binary;
import static org.sunda.term.Terms.integer;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.sunda.gateway.service.FailureException;
import org.sunda.gateway.value.JavaTerms;
import org.sunda.gateway.value.Times;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.Term;

/// How the values of one column become terms. Chosen once per result, from the column's type and never from a value, so
/// that all values of a column have one shape. A type that is not known is read as text.
interface Cell {

    /// The value of the current row, `null` for NULL.
    Term read(ResultSet rows, int column, Budget budget) throws SQLException, FailureException;

    /// The cell for that column.
    static Cell of(ResultSetMetaData columns, int column) throws SQLException {
        // PostgreSQL, and H2 for what SQL has no code for, tell some types only by name.
        Cell byName = byName(columns.getColumnTypeName(column));
        return byName != null ? byName : byCode(columns, column);
    }

    private static @Nullable Cell byName(String typeName) {
        return switch (typeName.toLowerCase(Locale.ROOT)) {
            case "uuid", "decfloat", "money", "timetz" -> Cell::text;
            case "bool" -> Cell::bool;
            case "timestamptz" -> Cell::instant;
            default -> null;
        };
    }

    private static Cell byCode(ResultSetMetaData columns, int column) throws SQLException {
        boolean fraction = columns.getScale(column) > 0;
        return switch (columns.getColumnType(column)) {
            case Types.BOOLEAN -> Cell::bool;
            case Types.BIT -> columns.getPrecision(column) <= 1 ? Cell::bool : Cell::text;
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER -> Cell::whole;
            case Types.BIGINT -> Cell::large;
            case Types.REAL, Types.FLOAT, Types.DOUBLE -> Cell::real;
            case Types.BINARY, Types.VARBINARY -> Cell::bytes;
            case Types.LONGVARBINARY, Types.BLOB -> Cell::blob;
            case Types.CLOB, Types.NCLOB -> Cell::clob;
            case Types.DATE -> Cell::date;
            case Types.TIME -> (rows, at, _) -> time(rows, at, fraction);
            case Types.TIMESTAMP -> (rows, at, _) -> timestamp(rows, at, fraction);
            case Types.TIMESTAMP_WITH_TIMEZONE -> Cell::instant;
            case Types.ARRAY -> Cell::array;
            default -> Cell::text;
        };
    }

    private static Term bool(ResultSet rows, int column, Budget budget) throws SQLException {
        boolean value = rows.getBoolean(column);
        return rows.wasNull() ? JavaTerms.NULL : Atom.of(value);
    }

    private static Term whole(ResultSet rows, int column, Budget budget) throws SQLException {
        long value = rows.getLong(column);
        return rows.wasNull() ? JavaTerms.NULL : integer(value);
    }

    /// Some databases have unsigned numbers of 64 bits, which no `long` holds.
    private static Term large(ResultSet rows, int column, Budget budget) throws SQLException {
        try {
            return whole(rows, column, budget);
        } catch (SQLException e) {
            BigDecimal value = rows.getBigDecimal(column);
            return integer(value.toBigIntegerExact());
        }
    }

    private static Term real(ResultSet rows, int column, Budget budget) throws SQLException {
        double value = rows.getDouble(column);
        return rows.wasNull() ? JavaTerms.NULL : JavaTerms.real(value);
    }

    /// Also decimals, as the database writes them: a float would change them.
    private static Term text(ResultSet rows, int column, Budget budget) throws SQLException {
        String value = rows.getString(column);
        return value == null ? JavaTerms.NULL : binary(value);
    }

    private static Term bytes(ResultSet rows, int column, Budget budget) throws SQLException {
        byte[] value = rows.getBytes(column);
        return value == null ? JavaTerms.NULL : Binary.wrap(value);
    }

    private static Term blob(ResultSet rows, int column, Budget budget) throws SQLException, FailureException {
        try (InputStream value = rows.getBinaryStream(column)) {
            if (value == null) {
                return JavaTerms.NULL;
            }
            byte[] bytes = value.readNBytes((int) Math.min(budget.left() + 1, Integer.MAX_VALUE - Byte.SIZE));
            if (bytes.length > budget.left()) {
                throw budget.exceeded();
            }
            return Binary.wrap(bytes);
        } catch (IOException e) {
            throw new SQLException("a large object cannot be read: " + e.getMessage(), e);
        }
    }

    private static Term clob(ResultSet rows, int column, Budget budget) throws SQLException, FailureException {
        try (Reader value = rows.getCharacterStream(column)) {
            if (value == null) {
                return JavaTerms.NULL;
            }
            StringBuilder text = new StringBuilder();
            char[] part = new char[8192];
            for (int length = value.read(part); length >= 0; length = value.read(part)) {
                text.append(part, 0, length);
                if (text.length() > budget.left()) {
                    throw budget.exceeded();
                }
            }
            return binary(text.toString());
        } catch (IOException e) {
            throw new SQLException("a large text cannot be read: " + e.getMessage(), e);
        }
    }

    private static Term date(ResultSet rows, int column, Budget budget) throws SQLException {
        LocalDate value = rows.getObject(column, LocalDate.class);
        if (value == null) {
            return JavaTerms.NULL;
        }
        return value.equals(LocalDate.MAX)
                ? Times.INFINITY
                : value.equals(LocalDate.MIN) ? Times.MINUS_INFINITY : Times.date(value);
    }

    private static Term time(ResultSet rows, int column, boolean fraction) throws SQLException {
        LocalTime value = rows.getObject(column, LocalTime.class);
        return value == null ? JavaTerms.NULL : Times.time(value, fraction);
    }

    private static Term timestamp(ResultSet rows, int column, boolean fraction) throws SQLException {
        LocalDateTime value = rows.getObject(column, LocalDateTime.class);
        if (value == null) {
            return JavaTerms.NULL;
        }
        return value.equals(LocalDateTime.MAX)
                ? Times.INFINITY
                : value.equals(LocalDateTime.MIN) ? Times.MINUS_INFINITY : Times.timestamp(value, fraction);
    }

    private static Term instant(ResultSet rows, int column, Budget budget) throws SQLException {
        OffsetDateTime value = rows.getObject(column, OffsetDateTime.class);
        if (value == null) {
            return JavaTerms.NULL;
        }
        if (value.equals(OffsetDateTime.MAX)) {
            return Times.INFINITY;
        }
        try {
            return value.equals(OffsetDateTime.MIN) ? Times.MINUS_INFINITY : Times.instant(value.toInstant());
        } catch (ArithmeticException e) {
            // So far away that its microseconds do not fit into 64 bits.
            return text(rows, column, budget);
        }
    }

    private static Term array(ResultSet rows, int column, Budget budget) throws SQLException {
        java.sql.Array value = rows.getArray(column);
        if (value == null) {
            return JavaTerms.NULL;
        }
        try {
            return JavaTerms.of(elements(value));
        } catch (JavaTerms.NoTermException e) {
            // An array of a type that has no term of its own, as JSON: all of it as the database writes it.
            return text(rows, column, budget);
        } finally {
            value.free();
        }
    }

    /// Arrays within are `java.sql.Array` again in some drivers.
    private static Object elements(java.sql.Array array) throws SQLException {
        Object elements = array.getArray();
        if (elements instanceof Object[] objects && Arrays.stream(objects).anyMatch(java.sql.Array.class::isInstance)) {
            Object[] plain = Arrays.copyOf(objects, objects.length, Object[].class);
            for (int i = 0; i < plain.length; i++) {
                plain[i] = plain[i] instanceof java.sql.Array inner ? elements(inner) : plain[i];
            }
            return plain;
        }
        return elements;
    }
}
