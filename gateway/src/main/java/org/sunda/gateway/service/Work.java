package org.sunda.gateway.service;

import java.time.Duration;
import java.util.Optional;
import org.sunda.term.Term;

/// The work that one request asks for.
public interface Work {

    /// How long the caller will wait, counted from the arrival of the request, when the request says so.
    Optional<Duration> timeout();

    /// Does it, in a worker of the service's bulkhead; may block. Each blocking step is announced with [Call#enter], so
    /// that it can be cut short.
    ///
    /// @return the whole answer
    /// @throws FailureException when there is no answer but a failure
    Term run(Call call) throws FailureException;
}
