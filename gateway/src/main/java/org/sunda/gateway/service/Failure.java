package org.sunda.gateway.service;

import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.binary;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.map;
import static org.sunda.term.Terms.tuple;

import java.util.Locale;
import org.sunda.term.Atom;
import org.sunda.term.Term;

/// Why a request failed, as its caller learns it:
/// `{error, #{class => sql, at => execute, message => <<"...">>, code => <<"42S02">>, vendor => 42102}}`.
///
/// @param code the SQLSTATE, or what a driver has in its place; empty where the failure is the gateway's own
/// @param vendor the database's own number; 0 where there is none
public record Failure(Kind kind, Stage stage, String message, String code, int vendor) {
    /// A message longer than this is cut: some drivers repeat the whole statement in it.
    static final int MOST_MESSAGE_CHARACTERS = 2000;

    /// What kind of failure; an answer's `class`.
    public enum Kind {
        /// The database refused the statement.
        SQL,
        /// The request's time was over.
        TIMEOUT,
        /// The service has more to do than it may take on: come back later.
        OVERLOAD,
        /// The request itself is wrong.
        BADARG,
        /// The result is larger than the service may answer.
        LIMIT,
        /// The database cannot be reached, or the gateway is stopping.
        UNAVAILABLE,
        /// A mistake in the gateway or the driver.
        INTERNAL;

        Atom atom() {
            return Atom.of(name().toLowerCase(Locale.ROOT));
        }
    }

    private static final Atom AT = atom("at");
    private static final Atom CLASS = atom("class");
    private static final Atom CODE = atom("code");
    private static final Atom MESSAGE = atom("message");
    private static final Atom VENDOR = atom("vendor");

    /// Cuts a long message.
    public Failure {
        if (message.length() > MOST_MESSAGE_CHARACTERS) {
            message = message.substring(0, MOST_MESSAGE_CHARACTERS) + "...";
        }
    }

    /// A failure that is the gateway's own.
    public static Failure of(Kind kind, Stage stage, String message) {
        return new Failure(kind, stage, message, "", 0);
    }

    /// The whole answer, `{error, #{...}}`.
    public Term toTerm() {
        return tuple(
                Atom.ERROR,
                map(
                        AT, stage.atom(),
                        CLASS, kind.atom(),
                        CODE, binary(code),
                        MESSAGE, binary(message),
                        VENDOR, integer(vendor)));
    }
}
