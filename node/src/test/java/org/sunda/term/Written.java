package org.sunda.term;

import java.util.Collection;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What can be expected of the text form of a term, and what no older BEAM can be expected to read.
public final class Written {
    private Written() {}

    /// Whether what is printed can be read: it holds nothing that only a node can make.
    static boolean isReadable(Term term) {
        return !holds(term, Written::cannotBeRead);
    }

    private static boolean cannotBeRead(Term term) {
        return switch (term) {
            case Ref _, Port _, Pid _, LocalFun _, RecordTerm _ -> true;
            case Atom atom -> !isUnicode(atom);
            case ExternalFun fun -> !isUnicode(fun.module()) || !isUnicode(fun.function());
            case Int _, FloatTerm _, Tuple _, MapTerm _, ListTerm _, Binary _ -> false;
        };
    }

    static boolean isUnicode(Atom atom) {
        return atom.text().codePoints().allMatch(Characters::isUnicode);
    }

    /// Whether every release prints the same text: no order of keys, no numbers for nodes, no word newly reserved,
    /// and no name in a fun that `erlang:fun_to_list/1` of OTP 25 leaves unquoted or does not print as Unicode.
    static boolean isSameEverywhere(Term term) {
        return !holds(term, Written::isPrintedInManyWays);
    }

    private static boolean isPrintedInManyWays(Term term) {
        return switch (term) {
            case Ref _, Port _, Pid _ -> true;
            case MapTerm map -> map.size() > 1;
            case Atom atom -> atom.is("else") || atom.is("maybe");
            case ExternalFun fun -> !isPlain(fun);
            case LocalFun _, RecordTerm _, Int _, FloatTerm _, Tuple _, ListTerm _, Binary _ -> false;
        };
    }

    /// Whether a BEAM prints the fun so that it can be read.
    static boolean isPlain(ExternalFun fun) {
        return isPlainName(fun.module()) && isPlainName(fun.function());
    }

    private static boolean isPlainName(Atom atom) {
        return atom.text().matches("[ -?A-~]*") && !Characters.isReserved(atom.text());
    }

    /// Whether a BEAM of which `0.0` and `-0.0` are `=:=`, before OTP 27, may find one key twice in a map, here or
    /// inside: then the bytes of the term are none to it.
    public static boolean mayHaveAKeyTwiceBefore27(Term term) {
        return holds(
                term,
                part -> part instanceof MapTerm map
                        && holdsBothZeros(map.asMap().keySet()));
    }

    private static boolean holdsBothZeros(Collection<Term> keys) {
        return Stream.of(0.0, -0.0)
                .map(FloatTerm::new)
                .allMatch(zero -> keys.stream().anyMatch(key -> holds(key, zero::equals)));
    }

    /// Whether the term or one inside it is such a one.
    static boolean holds(Term term, Predicate<Term> wanted) {
        return wanted.test(term) || inside(term).anyMatch(part -> holds(part, wanted));
    }

    private static Stream<Term> inside(Term term) {
        return switch (term) {
            case Tuple tuple -> IntStream.range(0, tuple.arity()).mapToObj(tuple::element);
            case MapTerm map -> Stream.concat(map.asMap().keySet().stream(), map.asMap().values().stream());
            case RecordTerm record -> record.values().stream();
            case ListTerm list ->
                list.isProper()
                        ? list.elements().stream()
                        : Stream.concat(list.elements().stream(), Stream.of(list.tail()));
            case Int _, FloatTerm _, Atom _, Ref _, Fun _, Port _, Pid _, Binary _ -> Stream.empty();
        };
    }
}
