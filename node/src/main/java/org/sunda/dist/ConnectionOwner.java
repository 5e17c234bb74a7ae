package org.sunda.dist;

/// Who keeps a connection. Both methods are called on its reader thread, once each.
interface ConnectionOwner {
    /// The connection can be used: before anything is read from it.
    void opened(Connection connection);

    /// The connection has ended: after all that was read from it.
    ///
    /// @param reason one sentence
    void ended(Connection connection, String reason);
}
