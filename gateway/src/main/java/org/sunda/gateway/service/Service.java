package org.sunda.gateway.service;

import java.util.concurrent.ThreadFactory;
import org.sunda.term.Term;

/// What answers the requests of one configured service. May be used by many threads at once.
public interface Service extends AutoCloseable {

    /// Reads a request. Quick and pure: it runs before the request is queued, on a thread that has no time to spare.
    ///
    /// @throws FailureException when the request is wrong
    Work accept(Term request) throws FailureException;

    /// The threads that [Work#run] wants: virtual ones, unless the driver computes in this process or holds its
    /// thread in native code.
    default ThreadFactory threads(String name) {
        return Thread.ofVirtual().name(name + "-", 0).factory();
    }

    /// Frees all it holds; nothing runs any more.
    @Override
    void close();
}
