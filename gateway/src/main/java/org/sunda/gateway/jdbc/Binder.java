package org.sunda.gateway.jdbc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.sunda.gateway.service.FailureException;
import org.sunda.gateway.service.Stage;
import org.sunda.gateway.value.Times;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.FloatTerm;
import org.sunda.term.Fun;
import org.sunda.term.Int;
import org.sunda.term.ListTerm;
import org.sunda.term.MapTerm;
import org.sunda.term.Pid;
import org.sunda.term.Port;
import org.sunda.term.RecordTerm;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple2;
import org.sunda.term.Tuple3;

/// Binds terms to the parameters of one prepared statement. For one thread.
///
/// Numbers, booleans and `null` say themselves what they are. What a binary, a list or `{1, 2, 3}` stands for only the
/// statement knows, so the driver is asked, and only then, for that may cost a round trip. `{Type, Value}` says it all.
final class Binder {
    private final PreparedStatement statement;
    private final Dialect dialect;
    private @Nullable ParameterMetaData metaData;

    Binder(PreparedStatement statement, Dialect dialect) {
        this.statement = statement;
        this.dialect = dialect;
    }

    /// Binds all parameters.
    ///
    /// @throws FailureException when a term cannot be a parameter, or not of that type, or the driver refuses it
    void bind(List<Term> params) throws FailureException {
        for (int i = 0; i < params.size(); i++) {
            try {
                bind(i + 1, params.get(i));
            } catch (SQLException e) {
                throw SqlFailures.isConnectionLoss(e)
                        ? new FailureException(SqlFailures.of(e, Stage.EXECUTE), e)
                        : badarg(i + 1, SqlFailures.message(e));
            }
        }
    }

    /// How many parameters the statement has, if the driver knows.
    Optional<Integer> count() {
        try {
            return Optional.of(metaData().getParameterCount());
        } catch (SQLException | FailureException e) {
            return Optional.empty();
        }
    }

    private void bind(int index, Term term) throws SQLException, FailureException {
        switch (term) {
            case Atom atom -> bindAtom(index, atom);
            case Int number -> bindInt(index, number);
            case FloatTerm(double value) -> statement.setDouble(index, value);
            case Binary binary -> bindBinary(index, binary);
            case ListTerm list -> bindList(index, list);
            case Tuple2(Atom type, Term value) -> bindTyped(index, type.text(), value);
            case Tuple tuple -> bindTime(index, tuple);
            case MapTerm _, RecordTerm _, Pid _, Port _, Ref _, Fun _ ->
                throw badarg(index, "a map, record, pid, port, reference or fun is not a value of SQL");
        }
    }

    private void bindAtom(int index, Atom atom) throws SQLException, FailureException {
        switch (atom.text()) {
            case "null", "undefined", "nil" -> statement.setObject(index, null);
            case "true" -> statement.setBoolean(index, true);
            case "false" -> statement.setBoolean(index, false);
            case "nan" -> statement.setDouble(index, Double.NaN);
            case "inf" -> statement.setDouble(index, Double.POSITIVE_INFINITY);
            case "-inf" -> statement.setDouble(index, Double.NEGATIVE_INFINITY);
            default ->
                throw badarg(
                        index,
                        "the only atoms that are values are true, false, null (also undefined and nil), nan, inf and "
                                + "'-inf'; write text as a binary");
        }
    }

    private void bindInt(int index, Int number) throws SQLException {
        BigInteger value = number.toBigInteger();
        if (value.bitLength() < Integer.SIZE) {
            statement.setInt(index, value.intValue());
        } else if (value.bitLength() < Long.SIZE) {
            statement.setLong(index, value.longValue());
        } else {
            statement.setBigDecimal(index, new BigDecimal(value));
        }
    }

    private void bindBinary(int index, Binary binary) throws SQLException, FailureException {
        if (!binary.isBinary()) {
            throw badarg(index, "a bit string is not a value of SQL");
        }
        if (typeName(index).equals("uuid")) {
            bindUuid(index, binary);
            return;
        }
        switch (type(index)) {
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB ->
                statement.setBytes(index, binary.toByteArray());
            case Types.NUMERIC, Types.DECIMAL -> statement.setBigDecimal(index, decimal(index, binary));
            case Types.OTHER, Types.SQLXML -> dialect.bindOther(statement, index, text(index, binary), typeName(index));
            default -> bindText(index, binary);
        }
    }

    /// Bytes that are no text can only be meant as bytes.
    private void bindText(int index, Binary binary) throws SQLException {
        Optional<String> text = Request.utf8(binary);
        if (text.isPresent()) {
            statement.setString(index, text.get());
        } else {
            statement.setBytes(index, binary.toByteArray());
        }
    }

    private void bindList(int index, ListTerm list) throws SQLException, FailureException {
        switch (type(index)) {
            case Types.ARRAY -> bindArray(index, typeName(index), list);
            case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.CLOB ->
                statement.setString(index, text(index, list));
            default ->
                throw badarg(
                        index,
                        "a list is an array, or a string, but the statement wants neither here: "
                                + "write {array, <<\"integer\">>, [...]} if you mean one");
        }
    }

    private void bindTyped(int index, String type, Term value) throws SQLException, FailureException {
        switch (type) {
            case "text" -> statement.setString(index, text(index, value));
            case "bytes" -> statement.setBytes(index, bytes(index, value));
            case "decimal" -> statement.setBigDecimal(index, decimal(index, value));
            case "json" -> dialect.bindOther(statement, index, text(index, value), "json");
            case "uuid" -> bindUuid(index, value);
            case "date" -> statement.setObject(index, Times.toDate(value).orElseThrow(() -> wrong(index, "{Y, M, D}")));
            case "time" ->
                statement.setObject(
                        index, Times.toTime(value).orElseThrow(() -> wrong(index, "{H, M, S} or {H, M, S, Nanos}")));
            case "timestamp" -> statement.setObject(index, timestamp(index, value));
            case "ts" ->
                statement.setObject(
                        index,
                        Times.toInstant(Tuple.of(Atom.of(type), value))
                                .orElseThrow(() -> wrong(index, "{ts, Microseconds}"))
                                .atOffset(ZoneOffset.UTC));
            default ->
                throw badarg(
                        index, "the types are text, bytes, decimal, json, uuid, date, time, timestamp, ts and array");
        }
    }

    private void bindTime(int index, Tuple tuple) throws SQLException, FailureException {
        switch (tuple) {
            case Tuple3(Atom array, Binary typeName, ListTerm list)
            when array.is("array") -> bindArray(index, text(index, typeName), list);
            case Tuple2(Tuple _, Tuple _), Tuple3(Tuple _, Tuple _, Term _) ->
                statement.setObject(index, timestamp(index, tuple));
            default -> bindDateOrTime(index, tuple);
        }
    }

    private void bindDateOrTime(int index, Tuple tuple) throws SQLException, FailureException {
        boolean time = tuple.arity() == 4 || type(index) == Types.TIME || type(index) == Types.TIME_WITH_TIMEZONE;
        if (!time && type(index) != Types.DATE) {
            throw badarg(
                    index,
                    "what this tuple means the statement does not say: write {date, {Y, M, D}}, {time, {H, M, S}} or "
                            + "another {Type, Value}");
        }
        bindTyped(index, time ? "time" : "date", tuple);
    }

    private void bindUuid(int index, Term term) throws SQLException, FailureException {
        try {
            statement.setObject(index, UUID.fromString(text(index, term)));
        } catch (IllegalArgumentException e) {
            throw wrong(index, "a UUID of 36 characters");
        }
    }

    private void bindArray(int index, String typeName, ListTerm list) throws SQLException, FailureException {
        // PostgreSQL calls the type of an array of int4 "_int4", H2 "INTEGER ARRAY".
        String element = typeName.startsWith("_") ? typeName.substring(1) : typeName.replaceFirst("(?i) array.*$", "");
        @Nullable Object[] elements = elements(index, list, 0);
        statement.setArray(index, statement.getConnection().createArrayOf(element, elements));
    }

    /// Arrays in arrays are few levels deep where they are allowed at all.
    private static final int MOST_DIMENSIONS = 6;

    private @Nullable Object[] elements(int index, ListTerm list, int depth) throws FailureException {
        if (!list.isProper() || depth == MOST_DIMENSIONS) {
            throw wrong(index, "a proper list of at most " + MOST_DIMENSIONS + " dimensions");
        }
        @Nullable Object[] elements = new @Nullable Object[list.size()];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = element(index, list.get(i), depth);
        }
        return elements;
    }

    private @Nullable Object element(int index, Term term, int depth) throws FailureException {
        return switch (term) {
            case Atom atom when atom.is("null") || atom.is("nil") || atom.is("undefined") -> null;
            case Atom atom when atom.is("true") || atom.is("false") -> atom.is("true");
            case Int number -> number.toBigInteger().bitLength() < Long.SIZE ? number.toLong() : number.toBigInteger();
            case FloatTerm(double value) -> value;
            case Binary binary -> text(index, binary);
            case ListTerm list -> elements(index, list, depth + 1);
            default ->
                throw wrong(index, "an array of integers, floats, UTF-8 binaries, true, false, null and such lists");
        };
    }

    private LocalDateTime timestamp(int index, Term term) throws FailureException {
        return Times.toTimestamp(term)
                .orElseThrow(() -> wrong(index, "{{Y, M, D}, {H, M, S}} or {{Y, M, D}, {H, M, S}, Nanos}"));
    }

    private static String text(int index, Term term) throws FailureException {
        Optional<String> text = switch (term) {
            case Binary binary -> Request.utf8(binary);
            case ListTerm list -> list.text();
            default -> Optional.empty();
        };
        return text.orElseThrow(() -> wrong(index, "text: a UTF-8 binary or a string"));
    }

    private static byte[] bytes(int index, Term term) throws FailureException {
        if (term instanceof Binary binary && binary.isBinary()) {
            return binary.toByteArray();
        }
        throw wrong(index, "a binary");
    }

    private static BigDecimal decimal(int index, Term term) throws FailureException {
        try {
            return term instanceof Int number
                    ? new BigDecimal(number.toBigInteger())
                    : new BigDecimal(text(index, term).strip());
        } catch (NumberFormatException e) {
            throw wrong(index, "a decimal number as text, as <<\"12.30\">>");
        }
    }

    private int type(int index) throws SQLException, FailureException {
        return metaData().getParameterType(index);
    }

    private String typeName(int index) throws SQLException, FailureException {
        return metaData().getParameterTypeName(index).toLowerCase(Locale.ROOT);
    }

    private ParameterMetaData metaData() throws FailureException {
        if (metaData == null) {
            try {
                metaData = statement.getParameterMetaData();
            } catch (SQLException e) {
                // Some databases read the statement only now, and say here what is wrong with it.
                throw new FailureException(SqlFailures.of(e, Stage.EXECUTE), e);
            }
        }
        return metaData;
    }

    private static FailureException wrong(int index, String expected) {
        return badarg(index, "expected " + expected);
    }

    private static FailureException badarg(int index, String message) {
        return FailureException.badarg("parameter " + index + ": " + message);
    }
}
