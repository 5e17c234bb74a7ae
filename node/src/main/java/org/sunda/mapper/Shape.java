package org.sunda.mapper;

/// How the values of one Java type are read and written. Immutable once compiled; for any number of
/// threads.
abstract class Shape {
    /// Reads the next term.
    ///
    /// @throws MappingException when it is no value of the type
    abstract Object read(Source in);

    /// Writes one term.
    ///
    /// @throws MappingException when the value, or something in it, has no term
    abstract void write(Object value, Sink out);

    /// Whether two values that are not equal never become one term, so that they may be keys of a map.
    boolean isDistinct() {
        return true;
    }
}
