package org.sunda.mapper;

/// As what a Java record is written and read. With `record Order(long id, double unitPrice)`:
public enum Form {
    /// Erlang's record, a tuple tagged with its name: `{order, 1, 2.5}`. One without components is the atom
    /// alone, `order`; `{order}` is read too.
    RECORD,

    /// A tuple without a tag: `{1, 2.5}`.
    TUPLE,

    /// A map whose keys are atoms: `#{id => 1, unit_price => 2.5}`.
    MAP,

    /// An Elixir struct: `#{'__struct__' => 'Elixir.Order', id => 1, unit_price => 2.5}`.
    STRUCT
}
