package org.sunda.otp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sunda.process.Processes;
import org.sunda.process.Self;
import org.sunda.term.Pid;
import org.sunda.term.Term;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple2;

/// Processes of this node by keys of any kind, as in Elixir's `Registry`. An entry goes when its process
/// ends.
///
/// Any thread may look up; a process enters itself. What keeps the entries true is a process too ([#pid]).
public final class Registry {
    private final Processes processes;
    private final boolean isUnique;
    private final Pid keeper;
    private final Map<Term, List<Entry>> entries = new ConcurrentHashMap<>();

    /// One process under a key.
    ///
    /// @param pid who it is
    /// @param value what it wants known about itself
    public record Entry(Pid pid, Term value) {}

    private Registry(Processes processes, boolean isUnique) {
        this.processes = processes;
        this.isUnique = isUnique;
        this.keeper = Start.server(Keeper::new).spawn(processes);
    }

    /// One process for each key.
    public static Registry unique(Processes processes) {
        return new Registry(processes, true);
    }

    /// Any number of processes for each key.
    public static Registry duplicate(Processes processes) {
        return new Registry(processes, false);
    }

    /// The process that takes entries out when theirs has ended.
    public Pid pid() {
        return keeper;
    }

    /// Enters the process under a key. Empty, or who has that key where it is unique: then nothing is
    /// entered. A process has a key once: entering it again changes the value.
    public Optional<Pid> register(Self self, Term key, Term value) {
        Pid pid = self.pid();
        List<Entry> now = entries.compute(key, (_, some) -> {
            List<Entry> more = new ArrayList<>(some == null ? List.of() : some);
            more.removeIf(entry -> entry.pid.equals(pid) || !processes.isAlive(entry.pid));
            if (!isUnique || more.isEmpty()) {
                more.add(new Entry(pid, value));
            }
            return List.copyOf(more);
        });
        Pid last = now.getLast().pid;
        if (!last.equals(pid)) {
            return Optional.of(last);
        }
        self.send(keeper, Tuple.of(pid, key));
        return Optional.empty();
    }

    /// Takes the entry of the process under a key out.
    public void unregister(Self self, Term key) {
        remove(key, self.pid());
    }

    /// Who is there under a key, in order of their entry.
    public List<Entry> lookup(Term key) {
        return entries.getOrDefault(key, List.of()).stream()
                .filter(entry -> processes.isAlive(entry.pid))
                .toList();
    }

    /// Sends a message to all that are there under a key.
    public void dispatch(Self self, Term key, Term message) {
        lookup(key).forEach(entry -> self.send(entry.pid, message));
    }

    /// How many keys have entries.
    public int size() {
        return entries.size();
    }

    private void remove(Term key, Pid pid) {
        entries.computeIfPresent(key, (_, some) -> {
            List<Entry> fewer =
                    some.stream().filter(entry -> !entry.pid.equals(pid)).toList();
            return fewer.isEmpty() ? null : fewer;
        });
    }

    /// Monitors who is entered, from the first entry on. One that has ended before is seen as such at once.
    private final class Keeper implements GenServer {
        private final Map<Pid, Set<Term>> keys = new HashMap<>();

        @Override
        public Reply handleCall(Term request, From from, Self self) {
            return Reply.later();
        }

        @Override
        public Next handleInfo(Term message, Self self) {
            if (message instanceof Tuple2(Pid pid, Term key)) {
                keys.computeIfAbsent(pid, one -> {
                            self.monitor(one);
                            return new HashSet<>();
                        })
                        .add(key);
            } else if (message instanceof Tuple down
                    && down.isTagged("DOWN", 5)
                    && down.element(3) instanceof Pid pid) {
                @Nullable Set<Term> some = keys.remove(pid);
                if (some != null) {
                    some.forEach(key -> remove(key, pid));
                }
            }
            return Next.message();
        }
    }
}
