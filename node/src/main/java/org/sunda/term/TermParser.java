package org.sunda.term;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Reads terms from text as `erl_parse:parse_term` of OTP 25 does: everything that can be written without being
/// evaluated, so no pids, ports, references, closures or native records. Unlike there, a key that comes twice in a
/// map is an error, and the full stop may be missing where one term is read.
///
/// What is open (a list, a tuple, ...) waits on a stack on the heap. Time and memory grow with the length of the text
/// alone: elements of binaries that ask for more than they show, as in `<<0:1000000>>`, are counted against
/// [#SIZED_BITS].
final class TermParser {
    /// How many bits those elements of binaries may take that have a size or are binaries themselves: 64 MiB per
    /// text.
    static final long SIZED_BITS = 1L << 29;

    /// How the value read last was written, which decides what may be done with it. Parentheses do not count.
    private enum Origin {
        NUMBER,
        STRING,
        OTHER
    }

    /// Something that waits for the values it holds.
    private interface Open {
        /// Takes a value, and answers the whole when that was the last, else null.
        @Nullable
        Term accept(Term value);

        /// The elements of the list whose tail is read now, if any: a list that is the tail of another adds its
        /// elements to those, so that no tail is ever copied.
        default @Nullable List<Term> joined() {
            return null;
        }
    }

    private final TermScanner scanner;
    private final ArrayDeque<Open> open = new ArrayDeque<>();
    private Origin origin = Origin.OTHER;
    private long sizedBits = SIZED_BITS;

    private TermParser(String text) {
        this.scanner = new TermScanner(text);
    }

    static Term parse(String text) {
        TermParser parser = new TermParser(text);
        Term term = parser.term();
        if (parser.isAt(TermScanner.Kind.FULL_STOP)) {
            parser.scanner.advance();
        }
        if (!parser.isAt(TermScanner.Kind.END)) {
            throw parser.scanner.unexpected("nothing after the term");
        }
        return term;
    }

    static List<Term> parseAll(String text) {
        TermParser parser = new TermParser(text);
        List<Term> terms = new ArrayList<>();
        while (!parser.isAt(TermScanner.Kind.END)) {
            terms.add(parser.term());
            if (!parser.isAt(TermScanner.Kind.FULL_STOP)) {
                throw parser.scanner.unexpected("the full stop after a term");
            }
            parser.scanner.advance();
        }
        return List.copyOf(terms);
    }

    private boolean isAt(TermScanner.Kind kind) {
        return scanner.kind() == kind;
    }

    private Term term() {
        while (true) {
            Term value = begin();
            Open holder = open.peek();
            while (value != null && holder != null) {
                value = holder.accept(value);
                holder = open.peek();
            }
            if (value != null) {
                return value;
            }
        }
    }

    /// Reads a whole value; or opens one that holds others, whose first comes next, and answers null.
    private @Nullable Term begin() {
        return switch (scanner.kind()) {
            case INTEGER, CHARACTER, FLOAT -> token(Origin.NUMBER);
            case ATOM -> token(Origin.OTHER);
            case STRING -> string();
            case RESERVED_WORD -> fun();
            case MARK -> beginMark();
            case VARIABLE, FULL_STOP, END -> throw scanner.unexpected("a term");
        };
    }

    private Term token(Origin howWritten) {
        Term value = scanner.term();
        scanner.advance();
        return noted(value, howWritten);
    }

    private Term noted(Term value, Origin howWritten) {
        origin = howWritten;
        return value;
    }

    private Term close(Term value) {
        open.pop();
        return noted(value, Origin.OTHER);
    }

    private Term string() {
        StringBuilder text = new StringBuilder();
        while (isAt(TermScanner.Kind.STRING)) {
            text.append(scanner.word());
            scanner.advance();
        }
        return noted(ListTerm.of(text.toString()), Origin.STRING);
    }

    private Term fun() {
        TermScanner.Place place = scanner.place();
        if (!scanner.word().equals("fun")) {
            throw scanner.unexpected("a term");
        }
        scanner.advance();
        Atom module = atom("the module of a fun");
        scanner.expect(":");
        Atom function = atom("the function of a fun");
        scanner.expect("/");
        if (!isAt(TermScanner.Kind.INTEGER)) {
            throw scanner.unexpected("the arity of a fun");
        }
        Term arity = scanner.term();
        if (!(arity instanceof SmallInt(long count)) || count > ExternalFun.MAX_ARITY) {
            throw place.wrong("the arity of a fun is at most " + ExternalFun.MAX_ARITY);
        }
        scanner.advance();
        return noted(new ExternalFun(module, function, (int) count), Origin.OTHER);
    }

    private Atom atom(String what) {
        if (isAt(TermScanner.Kind.ATOM) && scanner.term() instanceof Atom atom) {
            scanner.advance();
            return atom;
        }
        throw scanner.unexpected(what);
    }

    private @Nullable Term beginMark() {
        TermScanner.Place place = scanner.place();
        return switch (scanner.word()) {
            case "[" -> begin("]", ListTerm.nil(), () -> new OpenList(innermostJoined()));
            case "{" -> begin("}", Tuple.of(), OpenTuple::new);
            case "<<" -> begin(">>", Binary.EMPTY, OpenBinary::new);
            case "#" -> {
                scanner.advance();
                if (!scanner.isMark("{")) {
                    throw scanner.unexpected("'{' (records are not terms)");
                }
                yield begin("}", MapTerm.EMPTY, () -> new OpenMap(place));
            }
            case "(" -> begin(new Parenthesis(innermostJoined()));
            case "-", "+" -> beginSigned(place);
            default -> throw scanner.unexpected("a term");
        };
    }

    private @Nullable List<Term> innermostJoined() {
        Open holder = open.peek();
        return holder == null ? null : holder.joined();
    }

    private @Nullable Term begin(Open opened) {
        scanner.advance();
        open.push(opened);
        return null;
    }

    private @Nullable Term begin(String closing, Term empty, Supplier<Open> opened) {
        scanner.advance();
        if (scanner.take(closing)) {
            return noted(empty, Origin.OTHER);
        }
        open.push(opened.get());
        return null;
    }

    private @Nullable Term beginSigned(TermScanner.Place place) {
        if (open.peek() instanceof Signed || open.peek() instanceof OpenBinary binary && binary.readsSize()) {
            throw scanner.unexpected("a number without a sign");
        }
        return begin(new Signed(place, scanner.isMark("-")));
    }

    /// `(Term)`
    private final class Parenthesis implements Open {
        private final @Nullable List<Term> joined;

        Parenthesis(@Nullable List<Term> joined) {
            this.joined = joined;
        }

        @Override
        public Term accept(Term value) {
            scanner.expect(")");
            open.pop();
            return value;
        }

        @Override
        public @Nullable List<Term> joined() {
            return joined;
        }
    }

    /// `-Number` and `+Number`; no number has two signs, not even with parentheses.
    private final class Signed implements Open {
        private final TermScanner.Place place;
        private final boolean negative;

        Signed(TermScanner.Place place, boolean negative) {
            this.place = place;
            this.negative = negative;
        }

        @Override
        public Term accept(Term value) {
            if (origin != Origin.NUMBER) {
                throw place.wrong("a sign stands before a number only, and only one");
            }
            return close(negative ? negated(value) : value);
        }

        private static Term negated(Term number) {
            return switch (number) {
                case Int integer -> Int.of(integer.toBigInteger().negate());
                case FloatTerm(double real) -> new FloatTerm(-real);
                case Atom _, Ref _, Fun _, Port _, Pid _, Tuple _, RecordTerm _, MapTerm _, ListTerm _, Binary _ ->
                    throw new IllegalStateException(number + " is no number");
            };
        }
    }

    /// `[Term, ...]` and `[Term, ... | Term]`
    private final class OpenList implements Open {
        private final boolean isTail;
        private final List<Term> elements;
        private boolean readsTail;

        /// @param joined the elements of the list that this one is the tail of, if it is one
        OpenList(@Nullable List<Term> joined) {
            this.isTail = joined != null;
            this.elements = joined == null ? new ArrayList<>(4) : joined;
        }

        @Override
        public @Nullable Term accept(Term value) {
            if (readsTail) {
                scanner.expect("]");
                return close(finished(value));
            }
            elements.add(value);
            if (scanner.take(",")) {
                return null;
            }
            if (scanner.take("|")) {
                readsTail = true;
                return null;
            }
            if (scanner.take("]")) {
                return close(finished(ListTerm.nil()));
            }
            throw scanner.unexpected("',', '|' or ']'");
        }

        private Term finished(Term tail) {
            return isTail ? tail : ListTerm.improper(elements.toArray(Term[]::new), tail);
        }

        @Override
        public @Nullable List<Term> joined() {
            return readsTail ? elements : null;
        }
    }

    /// `{Term, ...}`
    private final class OpenTuple implements Open {
        private final List<Term> elements = new ArrayList<>(4);

        @Override
        public @Nullable Term accept(Term value) {
            elements.add(value);
            if (scanner.take(",")) {
                return null;
            }
            if (scanner.take("}")) {
                return close(Tuple.of(elements.toArray(Term[]::new)));
            }
            throw scanner.unexpected("',' or '}'");
        }
    }

    /// `#{Key => Value, ...}`
    private final class OpenMap implements Open {
        private final TermScanner.Place place;
        private final List<Term> keys = new ArrayList<>(4);
        private final List<Term> values = new ArrayList<>(4);

        OpenMap(TermScanner.Place place) {
            this.place = place;
        }

        @Override
        public @Nullable Term accept(Term value) {
            if (keys.size() == values.size()) {
                keys.add(value);
                scanner.expect("=>");
                return null;
            }
            values.add(value);
            if (scanner.take(",")) {
                return null;
            }
            if (scanner.take("}")) {
                return close(map());
            }
            throw scanner.unexpected("',' or '}'");
        }

        private Term map() {
            try {
                return MapTerm.of(keys.toArray(Term[]::new), values.toArray(Term[]::new));
            } catch (IllegalArgumentException e) {
                throw place.wrong("in the map that begins here, " + e.getMessage());
            }
        }
    }

    /// `<<Value:Size/Types, ...>>`
    private final class OpenBinary implements Open {
        private final BitBuilder bits = new BitBuilder();
        private BitField field = new BitField(scanner.place());
        private @Nullable Term element;
        private boolean isString;

        boolean readsSize() {
            return element != null;
        }

        @Override
        public @Nullable Term accept(Term value) {
            Term current = element;
            if (current == null) {
                current = value;
                isString = origin == Origin.STRING;
                if (scanner.take(":")) {
                    element = value;
                    return null;
                }
            } else {
                field.size(value);
                element = null;
            }
            if (scanner.take("/")) {
                types();
            }
            return finished(current);
        }

        private void types() {
            do {
                Atom name = atom("a type of an element of a binary");
                if (name.is("unit") && scanner.take(":")) {
                    if (!isAt(TermScanner.Kind.INTEGER) || !(scanner.term() instanceof Int unit)) {
                        throw scanner.unexpected("an integer as unit");
                    }
                    field.unit(unit);
                    scanner.advance();
                } else {
                    field.type(name.text());
                }
            } while (scanner.take("-"));
        }

        /// The element is whole: makes bits of it and goes past what follows it.
        private @Nullable Term finished(Term value) {
            if (isString && value instanceof ListTerm text) {
                append(text, text);
            } else {
                append(value, ListTerm.of(value));
            }
            if (scanner.take(",")) {
                field = new BitField(scanner.place());
                return null;
            }
            if (scanner.take(">>")) {
                return close(bits.toBinary());
            }
            throw scanner.unexpected("',' or '>>'");
        }

        /// @param values the characters of a string, each of which is an element of its own, or the element alone
        private void append(Term value, ListTerm values) {
            long size = field.bits(value, values.size());
            if (field.isSized()) {
                sizedBits -= Math.min(size, sizedBits + 1);
                if (sizedBits < 0) {
                    throw field.wrong("the sizes in the binaries of this text ask for more than 64 MiB");
                }
            }
            for (int i = 0; i < values.size(); i++) {
                field.append(values.get(i), size / values.size(), bits);
            }
        }
    }
}
