package org.sunda.term;

/// An Erlang term: an immutable value.
///
/// `equals` is `=:=`: an integer never equals a float, and `0.0` differs from `-0.0`. The order of [#compareTo] is
/// Erlang's
/// term order (`number < atom < reference < fun < port < pid < tuple < record < map < nil < list < bitstring`), in
/// which `1` and
/// `1.0` are equal; where a total order that agrees with `equals` is needed, use [TermOrder#EXACT].
public sealed interface Term extends Comparable<Term>
        permits Int, FloatTerm, Atom, Ref, Fun, Port, Pid, Tuple, RecordTerm, MapTerm, ListTerm, Binary {

    /// Reads one term from its text form, as in a file for `file:consult/1`; the closing full stop may be left out.
    ///
    /// @throws TermSyntaxException when the text is not one term
    static Term parse(String text) {
        return TermParser.parse(text);
    }

    /// Erlang's `==` order; see the class comment for how it differs from `equals`.
    @Override
    default int compareTo(Term other) {
        return TermOrder.compare(this, other);
    }
}
