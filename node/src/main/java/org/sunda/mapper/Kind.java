package org.sunda.mapper;

import org.sunda.etf.Tags;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.FloatTerm;
import org.sunda.term.Fun;
import org.sunda.term.Int;
import org.sunda.term.ListTerm;
import org.sunda.term.MapTerm;
import org.sunda.term.Pid;
import org.sunda.term.Port;
import org.sunda.term.RecordTerm;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// The families of terms, as far as a reader must tell them apart.
enum Kind {
    INTEGER("an integer"),
    FLOAT("a float"),
    ATOM("an atom"),
    /// Bit strings too.
    BINARY("a binary"),
    /// `[]` too.
    LIST("a list"),
    TUPLE("a tuple"),
    MAP("a map"),
    PID("a pid"),
    PORT("a port"),
    REFERENCE("a reference"),
    FUN("a fun"),
    RECORD("a native record");

    private final String words;

    Kind(String words) {
        this.words = words;
    }

    /// As it stands in a sentence: "a tuple".
    String words() {
        return words;
    }

    static Kind of(Term term) {
        return switch (term) {
            case Int _ -> INTEGER;
            case FloatTerm _ -> FLOAT;
            case Atom _ -> ATOM;
            case Binary _ -> BINARY;
            case ListTerm _ -> LIST;
            case Tuple _ -> TUPLE;
            case MapTerm _ -> MAP;
            case Pid _ -> PID;
            case Port _ -> PORT;
            case Ref _ -> REFERENCE;
            case Fun _ -> FUN;
            case RecordTerm _ -> RECORD;
        };
    }

    /// The kind of a term that starts with one of [Tags]. What is no tag counts as an integer: reading one
    /// says what is wrong.
    static Kind ofTag(int tag) {
        return switch (tag) {
            case Tags.NEW_FLOAT_EXT, Tags.FLOAT_EXT -> FLOAT;
            case Tags.SMALL_ATOM_UTF8_EXT,
                    Tags.ATOM_UTF8_EXT,
                    Tags.SMALL_ATOM_EXT,
                    Tags.ATOM_EXT,
                    Tags.ATOM_CACHE_REF -> ATOM;
            case Tags.BINARY_EXT, Tags.BIT_BINARY_EXT -> BINARY;
            case Tags.NIL_EXT, Tags.STRING_EXT, Tags.LIST_EXT -> LIST;
            case Tags.SMALL_TUPLE_EXT, Tags.LARGE_TUPLE_EXT -> TUPLE;
            case Tags.MAP_EXT -> MAP;
            case Tags.NEW_PID_EXT, Tags.PID_EXT -> PID;
            case Tags.V4_PORT_EXT, Tags.NEW_PORT_EXT, Tags.PORT_EXT -> PORT;
            case Tags.NEWER_REFERENCE_EXT, Tags.NEW_REFERENCE_EXT, Tags.REFERENCE_EXT -> REFERENCE;
            case Tags.NEW_FUN_EXT, Tags.EXPORT_EXT -> FUN;
            case Tags.RECORD_EXT -> RECORD;
            default -> INTEGER;
        };
    }
}
