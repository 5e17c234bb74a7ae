package org.sunda.gateway.jdbc;

import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.tuple;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sunda.gateway.service.Call;
import org.sunda.gateway.service.FailureException;
import org.sunda.gateway.service.Stage;
import org.sunda.gateway.service.Work;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Term;

/// One request to a database: gets a connection, works on it, and gives it back whatever happens.
final class JdbcWork implements Work {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcWork.class);

    /// A driver keeps the rows of a batch until they are executed; this many are enough to save the round trips.
    private static final int ROWS_PER_BATCH = 1000;

    private final DataSource pool;
    private final Request request;
    private final Limits limits;

    JdbcWork(DataSource pool, Request request, Limits limits) {
        this.pool = pool;
        this.request = request;
        this.limits = limits;
    }

    @Override
    public Optional<Duration> timeout() {
        return request.options().timeout();
    }

    @Override
    public Term run(Call call) throws FailureException {
        Connection connection = connect(call);
        try {
            return switch (request.kind()) {
                case QUERY -> query(connection, call);
                case BATCH -> batch(connection, call);
            };
        } catch (SQLException e) {
            throw new FailureException(SqlFailures.of(e, call.stage()), e);
        } finally {
            giveBack(connection);
        }
    }

    private Connection connect(Call call) throws FailureException {
        Thread worker = Thread.currentThread();
        call.enter(Stage.CONNECT, worker::interrupt);
        try {
            return pool.getConnection();
        } catch (SQLException e) {
            throw new FailureException(SqlFailures.of(e, Stage.CONNECT), e);
        } finally {
            call.leave();
            // An interrupt that came just too late must not hit what the connection does next.
            Thread.interrupted();
        }
    }

    /// Whatever a statement has begun ends here: the pool knows only of transactions that are begun by method.
    private static void giveBack(Connection connection) {
        try {
            if (!connection.isClosed() && !connection.getAutoCommit()) {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            LOG.debug("a transaction is not rolled back: {}", SqlFailures.message(e));
        }
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.warn("a connection does not go back to its pool: {}", SqlFailures.message(e));
        }
    }

    private Term query(Connection connection, Call call) throws SQLException, FailureException {
        try (PreparedStatement statement = prepare(connection, call)) {
            Binder binder = new Binder(statement, Dialect.of(connection));
            binder.bind(request.params());
            call.enter(Stage.EXECUTE, statement::cancel);
            try {
                if (!execute(statement, binder)) {
                    return tuple(Atom.OK, integer(updateCount(statement)));
                }
                call.enter(Stage.FETCH);
                try (ResultSet rows = statement.getResultSet()) {
                    return RowReader.read(rows, request.options().rows(), limits, call);
                }
            } finally {
                call.leave();
            }
        }
    }

    private PreparedStatement prepare(Connection connection, Call call) throws SQLException, FailureException {
        call.requireWanted();
        call.enter(Stage.EXECUTE);
        PreparedStatement statement = connection.prepareStatement(request.sql());
        // One more than is allowed: then the result shows that there is more.
        statement.setMaxRows(limits.maxRows() + 1);
        return statement;
    }

    private boolean execute(PreparedStatement statement, Binder binder) throws SQLException, FailureException {
        try {
            return statement.execute();
        } catch (SQLException e) {
            throw mayMissParameters(e) ? wrongCount(e, binder, request.params().size()) : e;
        }
    }

    /// The states that drivers give when a parameter has no value: the standard's, PostgreSQL's, H2's.
    private static boolean mayMissParameters(SQLException e) {
        String code = SqlFailures.code(e);
        return code.startsWith("07") || code.equals("22023") || code.equals("90012");
    }

    private static SQLException wrongCount(SQLException e, Binder binder, int given) throws FailureException {
        Optional<Integer> count = binder.count();
        if (count.isPresent() && count.get() != given) {
            throw FailureException.badarg(
                    "the statement has " + count.get() + " parameters, but " + given + " were given");
        }
        return e;
    }

    private static long updateCount(PreparedStatement statement) throws SQLException {
        try {
            return Math.max(0, statement.getLargeUpdateCount());
        } catch (UnsupportedOperationException e) {
            return Math.max(0, statement.getUpdateCount());
        }
    }

    private Term batch(Connection connection, Call call) throws SQLException, FailureException {
        connection.setAutoCommit(false);
        try {
            List<Term> counts = new ArrayList<>();
            try (PreparedStatement statement = prepare(connection, call)) {
                Binder binder = new Binder(statement, Dialect.of(connection));
                for (int from = 0; from < request.params().size(); from += ROWS_PER_BATCH) {
                    int to = Math.min(from + ROWS_PER_BATCH, request.params().size());
                    counts.addAll(batch(statement, binder, from, to, call));
                }
            }
            commit(connection, call);
            return tuple(Atom.OK, ListTerm.of(counts));
        } catch (SQLException | FailureException | RuntimeException e) {
            rollback(connection);
            throw e;
        }
    }

    /// Why the batch failed matters more than why it cannot be rolled back: the server does that when a connection
    /// ends.
    private static void rollback(Connection connection) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            LOG.debug("a batch is not rolled back: {}", SqlFailures.message(e));
        }
    }

    /// What has been cut short shall leave no trace, so this is the last moment to look.
    private static void commit(Connection connection, Call call) throws SQLException, FailureException {
        call.requireWanted();
        connection.commit();
    }

    private List<Term> batch(PreparedStatement statement, Binder binder, int from, int to, Call call)
            throws SQLException, FailureException {
        for (int row = from; row < to; row++) {
            binder.bind(Request.list(request.params().get(row), "row " + (row + 1) + " of the batch"));
            statement.addBatch();
        }
        call.enter(Stage.EXECUTE, statement::cancel);
        try {
            return Arrays.stream(statement.executeBatch())
                    .mapToObj(JdbcWork::count)
                    .toList();
        } catch (BatchUpdateException e) {
            throw new FailureException(SqlFailures.of(cause(e), Stage.EXECUTE, place(e, from, to)), e);
        } finally {
            call.leave();
        }
    }

    private static Term count(int count) {
        return count == Statement.SUCCESS_NO_INFO ? Atom.UNDEFINED : integer(count);
    }

    /// The exception of the row itself says more than that of the batch.
    private static SQLException cause(BatchUpdateException e) {
        SQLException next = e.getNextException();
        return next == null ? e : next;
    }

    /// Which row it was, when the driver lets it be known: by stopping there, or by telling failed rows from others.
    private static String place(BatchUpdateException e, int from, int to) {
        int[] counts = e.getUpdateCounts();
        if (counts == null) {
            return "";
        }
        int failed = 0;
        while (failed < counts.length && counts[failed] != Statement.EXECUTE_FAILED) {
            failed++;
        }
        boolean allFailed = counts.length > 1 && Arrays.stream(counts).allMatch(c -> c == Statement.EXECUTE_FAILED);
        return allFailed || failed >= to - from ? "" : "row " + (from + failed + 1) + " of the batch: ";
    }
}
