package org.sunda.process;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sunda.term.Atom;
import org.sunda.term.Term;

/// What a blocking process can do: all of [Self], and wait.
public interface BlockingSelf extends Self {
    /// The next message; waits for one.
    Term receive() throws InterruptedException;

    /// The next message, unless none comes within that time.
    Optional<Term> receive(Duration timeout) throws InterruptedException;

    /// The first message, by order of arrival, that the matcher makes something of; the others stay where
    /// they are.
    <T> T receive(Matcher<T> matcher) throws InterruptedException;

    /// As [#receive(Matcher)], unless none comes within that time.
    <T> Optional<T> receive(Matcher<T> matcher, Duration timeout) throws InterruptedException;

    /// Calls a `gen_server`, or whatever answers as one (protocol section d.1).
    ///
    /// @throws ExitException when the server does not exist, cannot be reached, ends, or is late; a late
    ///     reply never arrives; `calling_self` when the server is this process
    Term call(Term server, Term request, Duration timeout) throws InterruptedException;

    /// Sends a `gen_server` a message that it does not answer.
    void cast(Term server, Term message);

    /// Starts a process on another node, which is monitored with the reference that names the request, and
    /// waits until it runs (protocol section b.7).
    ///
    /// @throws ExitException when there is no process: `noconnection`, `notsup`, `timeout` and the like
    RemoteProcess spawnMonitor(Atom node, Atom module, Atom function, List<Term> arguments, Duration timeout)
            throws InterruptedException;
}
