package org.sunda.kernel;

import java.util.List;
import org.sunda.term.Term;

/// A function that other nodes may call. Each call runs in a process of its own, so it may block; many may
/// run at once.
@FunctionalInterface
public interface ExportedFunction {
    /// The result. What is thrown reaches the caller as an Erlang exception:
    /// [org.sunda.process.ExitException] of class `exit`, [org.sunda.process.ErrorException] of class
    /// `error` with its reason, and all else of class `error` with `{java_exception, Class, Message}` and
    /// the stack of Java.
    Term apply(List<Term> arguments) throws Exception;
}
