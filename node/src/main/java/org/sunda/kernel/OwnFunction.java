package org.sunda.kernel;

import java.util.List;
import org.sunda.process.BlockingSelf;
import org.sunda.term.Term;

/// A function that a node exports by itself. Other than an [ExportedFunction] it knows which process runs
/// it.
@FunctionalInterface
interface OwnFunction {
    /// As [ExportedFunction#apply].
    Term apply(BlockingSelf self, List<Term> arguments) throws Exception;
}
