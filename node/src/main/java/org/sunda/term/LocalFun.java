package org.sunda.term;

/// A closure of a BEAM node. Only that node can call it; here it is kept, byte for byte, to be sent back.
///
/// As on the BEAM two closures are equal when module, `index`, `oldUniq` and bound values are; which process made
/// them does not count, nor do `arity`, `uniq` and `oldIndex`. Bound values count as equal when their bytes are: the
/// same values in another encoding, as no one node would send, are taken for others.
///
/// @param uniq the 16-byte digest of the module's code
/// @param free how many values are bound
/// @param environment the bound values, one after the other, in the external term format
/// @param encoded the whole body as received: all that follows the Size field of `NEW_FUN_EXT`
public record LocalFun(
        Atom module,
        int arity,
        int index,
        Binary uniq,
        long oldIndex,
        long oldUniq,
        Pid creator,
        int free,
        Binary environment,
        Binary encoded)
        implements Fun {

    @Override
    public boolean equals(Object other) {
        return other instanceof LocalFun fun && TermOrder.equal(this, fun);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * module.hashCode() + index) + Long.hashCode(oldUniq);
    }

    @Override
    public String toString() {
        return TermPrinter.print(this);
    }
}
