package org.sunda.gateway.jdbc;

import org.sunda.gateway.service.Failure;
import org.sunda.gateway.service.Failure.Kind;
import org.sunda.gateway.service.FailureException;
import org.sunda.gateway.service.Stage;
import org.sunda.term.Atom;
import org.sunda.term.BigInt;
import org.sunda.term.Binary;
import org.sunda.term.FloatTerm;
import org.sunda.term.Fun;
import org.sunda.term.ListTerm;
import org.sunda.term.MapTerm;
import org.sunda.term.Pid;
import org.sunda.term.Port;
import org.sunda.term.RecordTerm;
import org.sunda.term.Ref;
import org.sunda.term.SmallInt;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// What is left of the bytes that one answer may have. For one thread.
final class Budget {
    private static final int HEADER = 5;
    private static final int NUMBER = 9;

    private final long most;
    private long left;

    Budget(long most) {
        this.most = most;
        this.left = most;
    }

    long left() {
        return left;
    }

    /// Takes what that cell needs on the wire, to a few bytes.
    void spend(Term cell) throws FailureException {
        left -= size(cell);
        if (left < 0) {
            throw exceeded();
        }
    }

    FailureException exceeded() {
        return new FailureException(Failure.of(
                Kind.LIMIT,
                Stage.FETCH,
                "the result is larger than " + most
                        + " bytes: ask for fewer rows or columns, or raise max-reply-bytes of the service"));
    }

    /// Cells are flat but for arrays, and those are no deeper than `JavaTerms.MOST_DEPTH`.
    private static long size(Term term) {
        return switch (term) {
            case SmallInt _ -> HEADER;
            case BigInt(var value) -> HEADER + value.bitLength() / Byte.SIZE;
            case FloatTerm _ -> NUMBER;
            case Atom atom -> 2 + atom.utf8Length();
            case Binary binary -> HEADER + binary.byteSize();
            case Tuple tuple -> {
                long size = HEADER;
                for (int i = 0; i < tuple.arity(); i++) {
                    size += size(tuple.element(i));
                }
                yield size;
            }
            case ListTerm list -> {
                long size = HEADER + 1;
                for (Term element : list) {
                    size += size(element);
                }
                yield size;
            }
            case MapTerm map -> {
                long size = HEADER;
                for (int i = 0; i < map.size(); i++) {
                    size += size(map.key(i)) + size(map.value(i));
                }
                yield size;
            }
            case Pid _, Port _, Ref _, Fun _, RecordTerm _ ->
                throw new IllegalArgumentException("no database has a value " + term);
        };
    }
}
