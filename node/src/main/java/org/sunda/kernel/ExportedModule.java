package org.sunda.kernel;

import java.util.Map;
import java.util.Optional;

/// The functions that other nodes may call under one module name.
@FunctionalInterface
public interface ExportedModule {
    /// The function of that name for that many arguments, if there is one.
    Optional<ExportedFunction> find(String function, int arity);

    /// The functions of that table, whose keys are as in Erlang: `"add/2"`.
    static ExportedModule of(Map<String, ExportedFunction> functions) {
        Map<String, ExportedFunction> table = Map.copyOf(functions);
        return (function, arity) -> Optional.ofNullable(table.get(function + "/" + arity));
    }
}
