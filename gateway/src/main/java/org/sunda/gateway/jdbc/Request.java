package org.sunda.gateway.jdbc;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.sunda.gateway.service.FailureException;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.ListTerm;
import org.sunda.term.MapTerm;
import org.sunda.term.SmallInt;
import org.sunda.term.Term;
import org.sunda.term.Tuple3;
import org.sunda.term.Tuple4;

/// What a caller asks of a database: `{query, Sql, Params}` or `{batch, Sql, [Params]}`, either with a map of
/// options as a fourth element.
///
/// @param params the parameters of a query; for a batch, one list of parameters for each row
record Request(Kind kind, String sql, List<Term> params, Options options) {
    private static final Duration LONGEST = Duration.ofDays(1);

    /// A transaction that a statement begins would stay with the connection, and so with whoever gets that next. A
    /// block of Oracle's begins with BEGIN as well, but goes on.
    private static final Pattern TRANSACTION = Pattern.compile(
            "\\s*+(BEGIN(\\s+(WORK|TRANSACTION))?|START\\s+TRANSACTION\\b.*|(COMMIT|ROLLBACK|SAVEPOINT)\\b.*"
                    + "|SET\\s+AUTOCOMMIT\\b.*)\\s*+;?+\\s*+",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    enum Kind {
        QUERY,
        BATCH
    }

    /// @param timeout how long the caller waits, when it says so
    record Options(Optional<Duration> timeout, RowShape rows) {
        static final Options NONE = new Options(Optional.empty(), RowShape.TUPLES);
    }

    /// Reads a request.
    ///
    /// @throws FailureException when it is not one
    static Request read(Term term) throws FailureException {
        return switch (term) {
            case Tuple3(Atom tag, Term sql, Term params) -> read(tag, sql, params, MapTerm.EMPTY);
            case Tuple4(Atom tag, Term sql, Term params, MapTerm options) -> read(tag, sql, params, options);
            default -> throw unknown();
        };
    }

    private static Request read(Atom tag, Term sql, Term params, MapTerm options) throws FailureException {
        Kind kind = switch (tag.text()) {
            case "query" -> Kind.QUERY;
            case "batch" -> Kind.BATCH;
            default -> throw unknown();
        };
        return new Request(kind, sql(sql), list(params, "the parameters"), options(options));
    }

    private static FailureException unknown() {
        return FailureException.badarg("a request is {query, Sql, Params}, {batch, Sql, [Params]} "
                + "or one of these with a map of options as fourth element");
    }

    private static String sql(Term term) throws FailureException {
        Optional<String> sql = switch (term) {
            case Binary binary -> utf8(binary);
            case ListTerm list -> list.text();
            default -> Optional.empty();
        };
        if (sql.isEmpty() || sql.get().isBlank()) {
            throw FailureException.badarg("the statement must be text: a UTF-8 binary or a string");
        }
        if (TRANSACTION.matcher(sql.get()).matches()) {
            throw FailureException.badarg("each request is a transaction of its own, and a batch is one as a whole: "
                    + "a statement can neither begin nor end one");
        }
        return sql.get();
    }

    /// The elements of a proper list.
    static List<Term> list(Term term, String what) throws FailureException {
        if (term instanceof ListTerm list && list.isProper()) {
            return list.elements();
        }
        throw FailureException.badarg(what + " must be a list");
    }

    /// The text of a binary that is UTF-8.
    static Optional<String> utf8(Binary binary) {
        try {
            ByteBuffer bytes = binary.bytes().asByteBuffer();
            return binary.isBinary()
                    ? Optional.of(
                            StandardCharsets.UTF_8.newDecoder().decode(bytes).toString())
                    : Optional.empty();
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static Options options(MapTerm map) throws FailureException {
        Options options = Options.NONE;
        for (int i = 0; i < map.size(); i++) {
            Term value = map.value(i);
            options = switch (word(map.key(i))) {
                case "timeout" -> new Options(Optional.of(timeout(value)), options.rows);
                case "rows" -> new Options(options.timeout, rows(value));
                default ->
                    throw FailureException.badarg(
                            "the options are timeout and rows; not known: <" + word(map.key(i)) + ">");
            };
        }
        return options;
    }

    private static Duration timeout(Term term) throws FailureException {
        if (term instanceof SmallInt(long millis) && millis > 0) {
            return millis < LONGEST.toMillis() ? Duration.ofMillis(millis) : LONGEST;
        }
        if (word(term).equals("infinity")) {
            return LONGEST;
        }
        throw FailureException.badarg("the option timeout must be a positive number of milliseconds, or infinity");
    }

    private static RowShape rows(Term term) throws FailureException {
        return switch (word(term)) {
            case "tuples" -> RowShape.TUPLES;
            case "maps" -> RowShape.MAPS;
            default -> throw FailureException.badarg("the option rows must be tuples or maps");
        };
    }

    private static String word(Term term) {
        return switch (term) {
            case Atom atom -> atom.text();
            case Binary binary -> utf8(binary).orElse("");
            default -> "";
        };
    }
}
