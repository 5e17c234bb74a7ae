package org.sunda.term;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// Prints terms as `io_lib:format("~0tp", [Term])` does under `erl +pc unicode`: on one line, lists of printable
/// characters as strings, binaries of printable text as text.
///
/// Where it differs: maps are printed in the order of [TermOrder#EXACT]; a node has its name where a BEAM prints a
/// number of its own; names in `fun Module:Function/Arity` are quoted as all other atoms are, and so are the words
/// that only newer releases reserve, so that any of them can read what stands here.
///
/// Nested terms are walked with a stack of frames on the heap, one per open level.
final class TermPrinter {
    private final StringBuilder out = new StringBuilder();
    private final ArrayDeque<Frame> open = new ArrayDeque<>();
    private final int limit;

    private TermPrinter(int limit) {
        this.limit = limit;
    }

    static String print(Term term) {
        return print(term, Integer.MAX_VALUE);
    }

    /// What is longer than `limit` is cut there and ends in `...`.
    static String print(Term term, int limit) {
        TermPrinter printer = new TermPrinter(limit);
        printer.begin(term);
        printer.finish();
        return printer.cut();
    }

    private boolean isFull() {
        return out.length() > limit;
    }

    private void finish() {
        for (Frame frame = open.peek(); frame != null && !isFull(); frame = open.peek()) {
            Term child = frame.next(out);
            if (child == null) {
                open.pop();
            } else {
                begin(child);
            }
        }
    }

    private String cut() {
        if (isFull()) {
            boolean splitsPair = limit > 0 && Character.isHighSurrogate(out.charAt(limit - 1));
            out.setLength(splitsPair ? limit - 1 : limit);
            out.append("...");
        }
        return out.toString();
    }

    /// Prints a term, or its opening bracket when it holds others.
    private void begin(Term term) {
        switch (term) {
            case Int number -> out.append(number);
            case FloatTerm(double value) -> FloatText.append(out, value);
            case Atom atom -> appendAtom(atom);
            case Ref ref -> appendRef(ref);
            case Fun fun -> appendFun(fun);
            case Port port ->
                out.append("#Port<")
                        .append(port.node().text())
                        .append('.')
                        .append(Long.toUnsignedString(port.id()))
                        .append('>');
            case Pid pid -> appendPid(pid);
            case Tuple tuple -> open('{', tuple);
            case MapTerm map -> {
                out.append('#');
                open('{', map);
            }
            case RecordTerm fields -> beginRecord(fields);
            case ListTerm list -> beginList(list);
            case Binary binary -> appendBinary(binary);
        }
    }

    private void open(char bracket, Term term) {
        out.append(bracket);
        open.push(new Frame(term));
    }

    private void beginRecord(RecordTerm fields) {
        out.append('#');
        appendAtom(fields.module());
        out.append(':');
        appendAtom(fields.name());
        open('{', fields);
    }

    private void beginList(ListTerm list) {
        if (list.isEmpty() || !isPrintable(list)) {
            open('[', list);
            return;
        }
        out.append('"');
        for (int i = 0; i < list.size() && !isFull(); i++) {
            Characters.appendEscaped(out, ((Int) list.get(i)).toInt(), '"');
        }
        out.append('"');
    }

    private static boolean isPrintable(ListTerm list) {
        if (!list.isProper()) {
            return false;
        }
        for (int i = 0; i < list.size(); i++) {
            if (!(list.get(i) instanceof SmallInt(long c))
                    || c < 0
                    || c > Character.MAX_CODE_POINT
                    || !Characters.isPrintable((int) c)) {
                return false;
            }
        }
        return true;
    }

    private void appendAtom(Atom atom) {
        appendAtom(out, atom);
    }

    private static void appendAtom(StringBuilder out, Atom atom) {
        if (Characters.needsQuotes(atom.text())) {
            out.append('\'');
            atom.text().codePoints().forEach(c -> Characters.appendEscaped(out, c, '\''));
            out.append('\'');
        } else {
            out.append(atom.text());
        }
    }

    private void appendPid(Pid pid) {
        out.append('<').append(pid.node().text());
        out.append('.').append(Integer.toUnsignedString(pid.id()));
        out.append('.').append(Integer.toUnsignedString(pid.serial())).append('>');
    }

    private void appendRef(Ref ref) {
        out.append("#Ref<").append(ref.node().text());
        for (int i = ref.wordCount() - 1; i >= 0; i--) {
            out.append('.').append(Integer.toUnsignedString(ref.word(i)));
        }
        out.append('>');
    }

    private void appendFun(Fun fun) {
        switch (fun) {
            case LocalFun local -> {
                out.append("#Fun<").append(local.module().text());
                out.append('.')
                        .append(local.oldIndex())
                        .append('.')
                        .append(local.oldUniq())
                        .append('>');
            }
            case ExternalFun(Atom module, Atom function, int arity) -> {
                out.append("fun ");
                appendAtom(module);
                out.append(':');
                appendAtom(function);
                out.append('/').append(arity);
            }
        }
    }

    private void appendBinary(Binary binary) {
        out.append("<<");
        switch (BinaryText.of(binary)) {
            case BYTES -> appendBytes(binary);
            case LATIN1 -> appendLatin1(binary);
            case UTF8 -> appendUtf8(binary);
        }
        out.append(">>");
    }

    private void appendBytes(Binary binary) {
        long whole = binary.isBinary() ? binary.byteSize() : binary.byteSize() - 1;
        for (long i = 0; i < whole && !isFull(); i++) {
            out.append(i == 0 ? "" : ",").append(binary.byteAt(i));
        }
        if (whole < binary.byteSize() && !isFull()) {
            out.append(whole == 0 ? "" : ",").append(binary.byteAt(whole) >> (Byte.SIZE - binary.lastBits()));
            out.append(':').append(binary.lastBits());
        }
    }

    private void appendLatin1(Binary binary) {
        out.append('"');
        for (long i = 0; i < binary.byteSize() && !isFull(); i++) {
            Characters.appendEscaped(out, binary.byteAt(i), '"');
        }
        out.append('"');
    }

    private void appendUtf8(Binary binary) {
        out.append('"');
        for (long i = 0; i < binary.byteSize() && !isFull(); ) {
            int c = BinaryText.codePointAt(binary, i);
            Characters.appendEscaped(out, c, '"');
            i += BinaryText.utf8Length(c);
        }
        out.append("\"/utf8");
    }

    /// One level that is being printed.
    private static final class Frame {
        private final Term term;
        private int next;

        Frame(Term term) {
            this.term = term;
        }

        /// Prints what stands before the next child and answers that, or the closing bracket and answers null.
        @Nullable
        Term next(StringBuilder out) {
            int index = next++;
            return switch (term) {
                case Tuple tuple ->
                    index == tuple.arity() ? close(out, '}') : separate(out, index, tuple.element(index));
                case MapTerm map -> nextOf(map, index, out);
                case RecordTerm fields -> nextOf(fields, index, out);
                case ListTerm list -> nextOf(list, index, out);
                case Int _, FloatTerm _, Atom _, Ref _, Fun _, Port _, Pid _, Binary _ ->
                    throw new IllegalStateException(term + " has no elements");
            };
        }

        private static @Nullable Term nextOf(MapTerm map, int index, StringBuilder out) {
            if (index == 2 * map.size()) {
                return close(out, '}');
            }
            if (index % 2 == 0) {
                return separate(out, index, map.key(index / 2));
            }
            out.append(" => ");
            return map.value(index / 2);
        }

        private static @Nullable Term nextOf(RecordTerm record, int index, StringBuilder out) {
            if (index == record.fields().size()) {
                return close(out, '}');
            }
            separate(out, index, record.fields().get(index));
            appendAtom(out, record.fields().get(index));
            out.append(" = ");
            return record.values().get(index);
        }

        private static @Nullable Term nextOf(ListTerm list, int index, StringBuilder out) {
            if (index < list.size()) {
                return separate(out, index, list.get(index));
            }
            if (index > list.size() || list.isProper()) {
                return close(out, ']');
            }
            out.append('|');
            return list.tail();
        }

        private static Term separate(StringBuilder out, int index, Term child) {
            if (index > 0) {
                out.append(',');
            }
            return child;
        }

        private static @Nullable Term close(StringBuilder out, char bracket) {
            out.append(bracket);
            return null;
        }
    }
}
