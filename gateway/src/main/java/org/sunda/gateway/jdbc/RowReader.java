package org.sunda.gateway.jdbc;

import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.binary;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.map;
import static org.sunda.term.Terms.tuple;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.sunda.gateway.service.Call;
import org.sunda.gateway.service.Failure;
import org.sunda.gateway.service.Failure.Kind;
import org.sunda.gateway.service.FailureException;
import org.sunda.gateway.service.Stage;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.MapTerm;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// Reads a result into `{ok, #{columns => [Name], rows => [Row], num_rows => N}}`. For one result, one thread.
final class RowReader {
    /// A row is quick to read: looking after each whether anybody still wants it would cost more than some more rows.
    private static final int ROWS_BETWEEN_LOOKS = 256;

    private static final Atom COLUMNS = atom("columns");
    private static final Atom NUM_ROWS = atom("num_rows");
    private static final Atom ROWS = atom("rows");

    private final Term[] names;
    private final Cell[] cells;
    private final RowShape shape;
    private final Limits limits;
    private final Budget budget;

    private RowReader(Term[] names, Cell[] cells, RowShape shape, Limits limits) {
        this.names = names;
        this.cells = cells;
        this.shape = shape;
        this.limits = limits;
        this.budget = new Budget(limits.maxReplyBytes());
    }

    /// The whole answer.
    static Term read(ResultSet rows, RowShape shape, Limits limits, Call call) throws SQLException, FailureException {
        ResultSetMetaData columns = rows.getMetaData();
        Term[] names = new Term[columns.getColumnCount()];
        Cell[] cells = new Cell[names.length];
        for (int i = 0; i < names.length; i++) {
            names[i] = binary(columns.getColumnLabel(i + 1));
            cells[i] = Cell.of(columns, i + 1);
        }
        return new RowReader(names, cells, shape, limits).answer(rows, call);
    }

    private Term answer(ResultSet rows, Call call) throws SQLException, FailureException {
        List<Term> read = new ArrayList<>();
        while (rows.next()) {
            if (read.size() == limits.maxRows()) {
                throw tooManyRows();
            }
            if (read.size() % ROWS_BETWEEN_LOOKS == 0) {
                call.requireWanted();
            }
            read.add(row(rows));
        }
        Term num = integer(read.size());
        return tuple(Atom.OK, map(COLUMNS, ListTerm.of(names), NUM_ROWS, num, ROWS, ListTerm.of(read)));
    }

    private Term row(ResultSet rows) throws SQLException, FailureException {
        Term[] values = new Term[cells.length];
        for (int i = 0; i < cells.length; i++) {
            Term value = cells[i].read(rows, i + 1, budget);
            budget.spend(value);
            values[i] = value;
        }
        return switch (shape) {
            case TUPLES -> Tuple.of(values);
            case MAPS -> mapOf(values);
        };
    }

    private Term mapOf(Term[] values) throws FailureException {
        try {
            for (Term name : names) {
                budget.spend(name);
            }
            return MapTerm.of(names.clone(), values);
        } catch (IllegalArgumentException e) {
            throw new FailureException(Failure.of(
                    Kind.BADARG,
                    Stage.FETCH,
                    "rows cannot be maps, because two columns have one name: give them names with AS"));
        }
    }

    private FailureException tooManyRows() {
        return new FailureException(Failure.of(
                Kind.LIMIT,
                Stage.FETCH,
                "the result has more than " + limits.maxRows()
                        + " rows: ask for fewer with LIMIT, or raise max-rows of the service"));
    }
}
