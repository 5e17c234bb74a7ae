package org.sunda.gateway.java;

import org.jspecify.annotations.Nullable;

/// A term as the Java value that a parameter takes.
///
/// @param cost how far that value is from what the term is: 0 for the natural type, more for others
record Fit(@Nullable Object value, int cost) {}
