package org.sunda.mapper;

import java.lang.invoke.MethodHandles;
import org.sunda.term.Atom;

/// What the builder was told.
record Policy(
        Text text,
        Form records,
        Times times,
        Atom absent,
        String variantKey,
        boolean refusesUnknownKeys,
        boolean refusesAtomsAsText,
        int depth,
        MethodHandles.Lookup lookup) {}
