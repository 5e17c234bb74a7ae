/// Erlang terms as immutable Java values.
///
/// [org.sunda.term.Term] is sealed, so a `switch` over it is exhaustive. `equals` is Erlang's `=:=`, `compareTo` is
/// Erlang's term order (in which `1` and `1.0` compare as equal), `toString` prints as `io_lib:format("~0tp",
/// [Term])` does and [org.sunda.term.Term#parse] reads what `file:consult/1` reads. Nothing here recurses over the
/// nesting of a term: a list a million levels deep is compared, hashed, printed and parsed with a stack of constant
/// size.
///
/// Depends on nothing.
package org.sunda.term;
