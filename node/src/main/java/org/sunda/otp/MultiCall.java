package org.sunda.otp;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sunda.process.BlockingSelf;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple2;

/// Calls several servers at once and waits for all of them, as `gen_server:multi_call/4` does.
///
/// @param replies what those have answered that did
/// @param bad which have ended, were not there or were late; a late reply never arrives
public record MultiCall(Map<Term, Term> replies, List<Term> bad) {
    private static final Atom ALIAS = Atom.of("alias");

    /// Calls them.
    ///
    /// @param servers each a pid, a name or `{Name, Node}`
    public static MultiCall of(BlockingSelf self, List<? extends Term> servers, Term request, Duration timeout)
            throws InterruptedException {
        Map<Ref, Term> open = new LinkedHashMap<>();
        Map<Term, Term> replies = new LinkedHashMap<>();
        try {
            for (Term server : servers) {
                Ref ref = self.monitorWithAlias(server);
                open.put(ref, server);
                Term from = Tuple.of(self.pid(), tag(ref));
                self.send(server, Tuple.of(GenServerLoop.GEN_CALL, from, request));
            }
            return collect(self, open, replies, timeout);
        } finally {
            open.keySet().forEach(self::demonitor);
            // What has come between the end of the wait and that of the aliases.
            while (self.receive(message -> Answer.of(message, open), Duration.ZERO)
                    .isPresent()) {}
        }
    }

    private static Term tag(Ref ref) {
        return ListTerm.improper(new Term[] {ALIAS}, ref);
    }

    private static MultiCall collect(BlockingSelf self, Map<Ref, Term> open, Map<Term, Term> replies, Duration timeout)
            throws InterruptedException {
        List<Term> bad = new ArrayList<>();
        long start = System.nanoTime();
        Map<Ref, Term> waiting = new HashMap<>(open);
        while (!waiting.isEmpty()) {
            Duration left = timeout.minusNanos(System.nanoTime() - start);
            Optional<Answer> answer =
                    self.receive(message -> Answer.of(message, waiting), left.isNegative() ? Duration.ZERO : left);
            if (answer.isEmpty()) {
                break;
            }
            Ref ref = answer.get().ref;
            Term server = waiting.remove(ref);
            @Nullable Term value = answer.get().value;
            if (server != null && value != null) {
                replies.put(server, value);
            }
        }
        open.values().stream().filter(server -> !replies.containsKey(server)).forEach(bad::add);
        return new MultiCall(Map.copyOf(replies), List.copyOf(bad));
    }

    /// @param value null when the server has ended
    private record Answer(Ref ref, @Nullable Term value) {
        static @Nullable Answer of(Term message, Map<Ref, Term> waiting) {
            return switch (message) {
                case Tuple2(ListTerm tag, Term value)
                when tag.tail() instanceof Ref ref && waiting.containsKey(ref) -> new Answer(ref, value);
                case Tuple down
                when down.isTagged("DOWN", 5) && down.element(1) instanceof Ref ref && waiting.containsKey(ref) ->
                    new Answer(ref, null);
                default -> null;
            };
        }
    }
}
