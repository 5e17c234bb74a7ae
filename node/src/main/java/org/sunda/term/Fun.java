package org.sunda.term;

/// A function value: by name, or a closure of its own node, which only that node can call.
public sealed interface Fun extends Term permits ExternalFun, LocalFun {
    /// The module it belongs to.
    Atom module();

    /// How many arguments it takes.
    int arity();
}
