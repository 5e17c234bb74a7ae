package org.sunda.kernel;

import org.sunda.process.ProcessInfo;
import org.sunda.term.Atom;
import org.sunda.term.Term;
import org.sunda.term.Terms;
import org.sunda.term.Tuple;

/// `{Module, Function, Arity}`: in Erlang the name of a function, here also of a method.
final class Mfa {
    private Mfa() {}

    static Tuple of(String module, String function, int arity) {
        return Tuple.of(Atom.of(module), Atom.of(function), Terms.integer(arity));
    }

    /// What a process runs: the method of its class that is called by others.
    static Tuple of(ProcessInfo process) {
        return of(process, module(process.code()));
    }

    /// As [#of(ProcessInfo)], without the package: a list has no room for that.
    static Term brief(ProcessInfo process) {
        String module = module(process.code());
        return of(process, module.substring(module.lastIndexOf('.') + 1));
    }

    private static Tuple of(ProcessInfo process, String module) {
        return switch (process.kind()) {
            case BLOCKING -> of(module, "run", 1);
            case REACTIVE -> of(module, "handle", 2);
        };
    }

    /// The class, or for a lambda the class that it stands in: those have names, and there are not more and
    /// more of them. A BEAM keeps each atom that it has seen.
    private static String module(Class<?> code) {
        String name = code.getName();
        int lambda = name.indexOf("$$");
        String named = lambda > 0 ? name.substring(0, lambda) : name;
        int end = named.offsetByCodePoints(0, Math.min(named.codePointCount(0, named.length()), Atom.MAX_CHARACTERS));
        return named.substring(0, end);
    }
}
