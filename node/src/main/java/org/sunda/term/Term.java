package org.sunda.term;

import java.util.List;

/// An Erlang term: an immutable value.
///
/// `equals` is `=:=`: an integer never equals a float, and `0.0` differs from `-0.0`. The order of [#compareTo] is
/// Erlang's term order (`number < atom < reference < fun < port < pid < tuple < record < map < nil < list <
/// bitstring`), in which `1` and `1.0` are equal; where a total order that agrees with `equals` is needed, use
/// [TermOrder#EXACT].
///
/// `toString` prints as `io_lib:format("~0tp", [Term])` does under `erl +pc unicode`, except that maps are printed in
/// the order of [TermOrder#EXACT] and nodes by name: `<node.id.serial>`, `#Port<node.id>`, `#Ref<node.words>`.
public sealed interface Term extends Comparable<Term>
        permits Int, FloatTerm, Atom, Ref, Fun, Port, Pid, Tuple, RecordTerm, MapTerm, ListTerm, Binary {

    /// Reads one term from its text form, as in a file for `file:consult/1`; the closing full stop may be left out.
    ///
    /// Reads what is written without being evaluated: no pids, ports, references, closures or native records. A key
    /// that comes twice in a map is an error.
    ///
    /// @throws TermSyntaxException when the text is not one term, the message says where
    static Term parse(String text) {
        return TermParser.parse(text);
    }

    /// Reads all terms of a text, each with its full stop, as `file:consult/1` reads a file.
    ///
    /// @throws TermSyntaxException when the text is not a sequence of terms, the message says where
    static List<Term> parseAll(String text) {
        return TermParser.parseAll(text);
    }

    /// The text form cut after so many characters, then ending in `...`: for messages and logs, where a term may be
    /// of any size.
    ///
    /// @param limit the most UTF-16 units before the `...`
    default String toString(int limit) {
        return TermPrinter.print(this, limit);
    }

    /// Erlang's `==` order; see the class comment for how it differs from `equals`.
    @Override
    default int compareTo(Term other) {
        return TermOrder.compare(this, other);
    }
}
