package org.sunda.mapper;

/// As what a [Mapper] writes text; both are read, and `[]` is the empty text.
public enum Text {
    /// A binary in UTF-8: what Elixir calls a string, and most Erlang libraries take.
    BINARY,

    /// A list of characters: what Erlang calls a string.
    CHARLIST
}
