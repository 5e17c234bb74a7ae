package org.sunda.process;

/// A message that is to be sent later.
@FunctionalInterface
public interface Timer {
    /// Stops it. Answers whether that was in time.
    boolean cancel();
}
