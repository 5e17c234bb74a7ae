package org.sunda.gateway.service;

import java.util.Locale;
import org.sunda.term.Atom;

/// How far a request has come; an answer's `at`.
public enum Stage {
    /// Read and waiting for a free worker of its service.
    QUEUE,
    /// Getting a connection.
    CONNECT,
    /// Running on the server.
    EXECUTE,
    /// Reading the result.
    FETCH;

    /// Its name in answers.
    public Atom atom() {
        return Atom.of(name().toLowerCase(Locale.ROOT));
    }
}
