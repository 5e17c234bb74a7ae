package org.sunda.gateway.java;

import org.jspecify.annotations.Nullable;
import org.sunda.term.Term;

/// What makes a term the value of one Java type.
interface Conversion {

    /// The value, or null when the term is nothing that this type can be.
    ///
    /// @param depth how many levels of lists and maps there may still be
    @Nullable
    Fit fit(Term term, int depth);
}
