package org.sunda.etf;

/// Bytes are not a term in the external term format, or one beyond the [Limits].
public final class MalformedTermException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long offset;
    private final int tag;

    /// @param what what is wrong and, where it helps, the section of the protocol that says so
    /// @param offset where the term with the fault starts, counted from the first byte read
    /// @param tag the tag byte of that term, or -1 where there is none
    public MalformedTermException(String what, long offset, int tag) {
        super(what + " (offset " + offset + (tag < 0 ? "" : ", tag " + tag) + ")");
        this.offset = offset;
        this.tag = tag;
    }

    /// Where the term with the fault starts, counted from the first byte read.
    public long offset() {
        return offset;
    }

    /// The tag byte of that term, or -1 where there is none.
    public int tag() {
        return tag;
    }
}
