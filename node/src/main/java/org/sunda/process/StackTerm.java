package org.sunda.process;

import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;
import org.sunda.term.Int;
import org.sunda.term.ListTerm;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// Java's stack traces in the shape of Erlang's, so that a shell and a logger show them as such: `{Class,
/// Method, 0, [{file, "Name.java"}, {line, 12}]}` for each frame. The arity is 0, since Java does not tell
/// it.
///
/// Class and method are atoms, as Erlang wants it, and an atom once made stays in every node that has seen
/// it. Their texts are those of the program's own code and never of data; and should a program make classes
/// without end, only so many names become atoms and all further ones are `java`.
final class StackTerm {
    /// Enough to find the place, little enough to be sent to every link and monitor.
    private static final int FRAMES = 30;

    /// A hundredth of what a BEAM has room for.
    private static final int MOST_NAMES = 10_000;

    private static final Set<String> NAMES = ConcurrentHashMap.newKeySet();
    private static final Atom JAVA = Atom.of("java");
    private static final Atom FILE = Atom.of("file");
    private static final Atom LINE = Atom.of("line");
    private static final Int NO_ARITY = Int.of(0);

    private StackTerm() {}

    static ListTerm of(StackTraceElement[] trace) {
        return ListTerm.of(
                Arrays.stream(trace).limit(FRAMES).map(StackTerm::frame).toArray(Term[]::new));
    }

    private static Term frame(StackTraceElement frame) {
        return Tuple.of(name(className(frame)), name(frame.getMethodName()), NO_ARITY, location(frame));
    }

    /// Without what a hidden class has after its name: that differs from run to run.
    private static String className(StackTraceElement frame) {
        String name = frame.getClassName();
        int hidden = name.indexOf('/');
        return hidden < 0 ? name : name.substring(0, hidden);
    }

    private static Atom name(String text) {
        String shown = text.length() > Atom.MAX_CHARACTERS ? text.substring(0, Atom.MAX_CHARACTERS) : text;
        boolean isKnown = NAMES.contains(shown) || NAMES.size() < MOST_NAMES && NAMES.add(shown);
        return isKnown ? Atom.of(shown) : JAVA;
    }

    private static ListTerm location(StackTraceElement frame) {
        @Nullable String file = frame.getFileName();
        if (file == null) {
            return ListTerm.nil();
        }
        Term name = Tuple.of(FILE, ListTerm.of(file));
        int line = frame.getLineNumber();
        return line > 0 ? ListTerm.of(name, Tuple.of(LINE, Int.of(line))) : ListTerm.of(name);
    }
}
