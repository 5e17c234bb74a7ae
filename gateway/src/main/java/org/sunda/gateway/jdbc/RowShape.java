package org.sunda.gateway.jdbc;

/// What a row becomes.
enum RowShape {
    /// A tuple of the values, in the order of the columns.
    TUPLES,
    /// A map from the names of the columns, as binaries, to the values.
    MAPS
}
