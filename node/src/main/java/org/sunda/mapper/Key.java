package org.sunda.mapper;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The atom for a component of a record that is a map, or for a constant of an enum. By default its name in
/// snake case: `unit_price` for `unitPrice`, `in_progress` for `IN_PROGRESS`.
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface Key {
    /// The text of the atom.
    String value();
}
