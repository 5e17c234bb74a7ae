package org.sunda.bench;

/// One benchmark of `./sunda bench NAME`.
public interface Suite {
    /// The NAME.
    String name();

    /// What is compared, in half a line.
    String purpose();

    /// Whether there is a chart of what is found.
    default boolean draws() {
        return false;
    }

    /// Whether only some of its rivals may take part.
    default boolean chooses() {
        return false;
    }

    /// Measures, and says what was found. Under `--quick` it may take a few minutes in all.
    ///
    /// @throws Exception when something that the suite needs does not start; the message is shown as it is
    Report run(Session session) throws Exception;
}
