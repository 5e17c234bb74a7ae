package org.sunda.gateway.java;

import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.binary;
import static org.sunda.term.Terms.tuple;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sunda.gateway.value.JavaTerms;
import org.sunda.term.ListTerm;
import org.sunda.term.Term;

/// An Erlang function that is a Java method, or several that differ in the types of their parameters. May be called by
/// many threads at once.
public final class JavaFunction {
    /// Enough to see where; a stack may be a thousand frames deep.
    private static final int MOST_FRAMES = 20;

    /// Some messages repeat the argument that was wrong, however large.
    private static final int MOST_MESSAGE_CHARACTERS = 2000;

    private static final String CALLER = Overload.class.getName();

    private final String name;
    private final List<Overload> overloads;

    JavaFunction(String name, List<Overload> overloads) {
        this.name = name;
        this.overloads = overloads.stream()
                .sorted(Comparator.comparing(Overload::signature))
                .toList();
    }

    /// Calls the method that the arguments fit best, in the calling thread.
    ///
    /// @param arguments as many as the function's arity
    /// @throws JavaCallException when they fit none, when the method throws, or when its result has no term
    public Term apply(List<Term> arguments) throws JavaCallException {
        Overload.Arguments best = overloads.stream()
                .map(overload -> overload.fit(arguments))
                .flatMap(Optional::stream)
                .min(Comparator.comparingInt(Overload.Arguments::cost))
                .orElseThrow(this::noneFits);
        return call(best);
    }

    /// Whatever a method throws is its caller's, as `error:undef` or `error:badarith` would be; only what tells that
    /// this whole machine is in trouble goes on.
    @SuppressWarnings("CatchingUnchecked")
    private static Term call(Overload.Arguments best) throws JavaCallException {
        try {
            return best.overload().call(best.values());
        } catch (JavaTerms.NoTermException e) {
            throw new JavaCallException(tuple(atom("no_term"), binary(message(e))), e);
        } catch (StackOverflowError e) {
            throw thrown(e);
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    private static JavaCallException thrown(Throwable e) {
        List<Term> frames = new ArrayList<>();
        for (StackTraceElement frame : e.getStackTrace()) {
            if (frame.getClassName().equals(CALLER) || frames.size() == MOST_FRAMES) {
                break;
            }
            // Between the method and us only Java's own machinery for method handles stands.
            if (!frame.getClassName().startsWith("java.lang.invoke.")) {
                frames.add(binary(frame.toString()));
            }
        }
        Term reason =
                tuple(atom("java_exception"), binary(e.getClass().getName()), binary(message(e)), ListTerm.of(frames));
        return new JavaCallException(reason, e);
    }

    private static String message(Throwable e) {
        String message = e.getMessage();
        if (message == null) {
            return "";
        }
        return message.length() > MOST_MESSAGE_CHARACTERS
                ? message.substring(0, MOST_MESSAGE_CHARACTERS) + "..."
                : message;
    }

    private JavaCallException noneFits() {
        String choices = overloads.stream().map(Overload::signature).collect(Collectors.joining(", "));
        return new JavaCallException(
                tuple(atom("badarg"), binary("the arguments fit no " + name + " of those there are: " + choices)),
                null);
    }
}
