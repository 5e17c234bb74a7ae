package org.sunda.term;

/// Takes the bytes that a term is made of without a copy between: they are only lent, and must be neither changed nor
/// kept.
@FunctionalInterface
public interface ByteSink {
    /// Takes some bytes.
    void write(byte[] bytes, int offset, int length);
}
