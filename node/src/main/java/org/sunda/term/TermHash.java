package org.sunda.term;

import java.lang.foreign.ValueLayout;
import java.security.SecureRandom;

/// Hash codes for terms that hold others. A hash looks at the size and at the first elements of at most three levels,
/// so it costs the same however large or deep a term is; `equals` looks at all.
final class TermHash {
    private static final int LEVELS = 3;
    private static final int ELEMENTS = 16;
    private static final int BYTES = 64;

    /// Other nodes choose the numbers in pids and references, and both are kept in hash tables: nobody shall be able to
    /// choose many that fall together.
    private static final long SECRET = new SecureRandom().nextLong() | 1;

    private TermHash() {}

    /// The hash of some numbers; a 0 at the end makes no difference.
    static int ofWords(int... words) {
        long hash = 0;
        for (int i = words.length - 1; i >= 0; i--) {
            hash = (hash + Integer.toUnsignedLong(words[i])) * SECRET;
            hash ^= hash >>> 32;
        }
        return (int) hash;
    }

    static int of(Term term) {
        return of(term, LEVELS);
    }

    private static int of(Term term, int levels) {
        return switch (term) {
            case Binary binary -> ofBytes(binary);
            case Tuple tuple -> {
                int hash = tuple.arity();
                for (int i = 0; i < Math.min(tuple.arity(), ELEMENTS); i++) {
                    hash = 31 * hash + below(tuple.element(i), levels);
                }
                yield hash;
            }
            case ListTerm list -> {
                int hash = list.size();
                for (int i = 0; i < Math.min(list.size(), ELEMENTS); i++) {
                    hash = 31 * hash + below(list.get(i), levels);
                }
                yield hash;
            }
            case MapTerm map -> {
                int hash = map.size();
                for (int i = 0; i < Math.min(map.size(), ELEMENTS); i++) {
                    hash = 31 * (31 * hash + below(map.key(i), levels)) + below(map.value(i), levels);
                }
                yield hash;
            }
            case RecordTerm(Atom module, Atom name, boolean _, var fields, var _) ->
                31 * (31 * module.hashCode() + name.hashCode()) + fields.hashCode();
            case Int _, FloatTerm _, Atom _, Ref _, Fun _, Port _, Pid _ -> term.hashCode();
        };
    }

    private static int below(Term term, int levels) {
        return levels > 0 ? of(term, levels - 1) : 0;
    }

    private static int ofBytes(Binary binary) {
        int hash = (int) binary.byteSize() * Byte.SIZE + binary.lastBits();
        for (long i = 0; i < Math.min(binary.byteSize(), BYTES); i++) {
            hash = 31 * hash + binary.bytes().get(ValueLayout.JAVA_BYTE, i);
        }
        return hash;
    }
}
