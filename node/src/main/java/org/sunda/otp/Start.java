package org.sunda.otp;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sunda.process.BlockingSelf;
import org.sunda.process.ExitException;
import org.sunda.process.Handler;
import org.sunda.process.ProcessBody;
import org.sunda.process.Processes;
import org.sunda.process.Self;
import org.sunda.process.SpawnOptions;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Pid;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// How a process of a behaviour starts: `Start.server(Counter::new).named("counter")`. Immutable; each
/// start makes a new object of the behaviour, as a restart wants it.
///
/// What waits for a start ([#start], [#startLink], a supervisor) goes on once `init` is through, and hears
/// why when it has failed.
public final class Start {
    /// A process that has not started by then is killed.
    static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final Atom IGNORE = Atom.of("ignore");
    private static final Atom ALREADY_STARTED = Atom.of("already_started");

    private final Kind kind;
    private final SpawnOptions options;
    private final boolean isBlocking;

    private Start(Kind kind, SpawnOptions options, boolean isBlocking) {
        this.kind = kind;
        this.options = options;
        this.isBlocking = isBlocking;
    }

    /// What kind of process that is.
    private sealed interface Kind {}

    private record Looping(Maker maker) implements Kind {}

    private record Plain(ProcessBody body) implements Kind {}

    private record Supervising(Supervisor supervisor) implements Kind {}

    /// Makes the inside of a process.
    private interface Maker {
        Loop make(Processes processes, Starting starting, SpawnOptions options, List<Term> arguments);
    }

    /// A server: one object for each start.
    public static Start server(Supplier<? extends GenServer> supplier) {
        return serverWith(_ -> supplier.get());
    }

    /// A server made of the arguments that [Supervisor#startChild(BlockingSelf, Term, List)] gives it.
    public static Start serverWith(Function<List<Term>, ? extends GenServer> maker) {
        return looping((processes, starting, options, arguments) ->
                new GenServerLoop(processes, starting, options, maker.apply(arguments)));
    }

    /// A state machine: one object for each start.
    public static <S> Start machine(Supplier<? extends StateMachine<S>> supplier) {
        return machineWith(_ -> supplier.get());
    }

    /// A state machine made of the arguments that [Supervisor#startChild(BlockingSelf, Term, List)] gives
    /// it.
    public static <S> Start machineWith(Function<List<Term>, ? extends StateMachine<S>> maker) {
        return looping((processes, starting, options, arguments) ->
                new StateMachineLoop<>(processes, starting, options, maker.apply(arguments)));
    }

    /// An event manager.
    public static Start events(EventManager manager) {
        return looping(
                (processes, starting, options, _) -> new EventManagerLoop(processes, starting, options, manager));
    }

    /// A supervisor, with the children that it starts.
    public static Start supervisor(Supervisor supervisor) {
        return new Start(new Supervising(supervisor), SpawnOptions.DEFAULT, true);
    }

    /// Any blocking process. It has started as soon as it runs.
    public static Start process(ProcessBody body) {
        return new Start(new Plain(body), SpawnOptions.DEFAULT, true);
    }

    private static Start looping(Maker maker) {
        return new Start(new Looping(maker), SpawnOptions.DEFAULT, false);
    }

    /// This, registered as that name.
    public Start named(String name) {
        return with(options.named(name));
    }

    /// This, trapping exits from the start: then a server's `terminate` runs when its supervisor ends it.
    public Start trappingExits() {
        return with(options.trappingExits());
    }

    /// This, with other options in place of those it had.
    public Start with(SpawnOptions other) {
        return new Start(kind, other, isBlocking);
    }

    /// This, on a virtual thread of its own: its methods may block, and their `self` is a [BlockingSelf].
    public Start blocking() {
        return new Start(kind, options, true);
    }

    boolean isSupervisor() {
        return kind instanceof Supervising;
    }

    /// What OTP calls the module: `gen_server` and so on.
    Atom module() {
        return switch (kind) {
            case Looping _ -> Atom.of("gen");
            case Plain _ -> Atom.of("proc_lib");
            case Supervising _ -> Atom.of("supervisor");
        };
    }

    /// Starts it and does not wait: whether `init` succeeds its monitors hear.
    ///
    /// @throws IllegalArgumentException when the name is taken
    public Pid spawn(Processes processes) {
        return launch(processes, null, Starting.unattended(null), List.of());
    }

    /// Starts it, linked with that process as its parent, and does not wait: whether `init` succeeds the
    /// link tells.
    ///
    /// @throws IllegalArgumentException when the name is taken
    public Pid spawnLink(Self self) {
        return launch(self.processes(), self, Starting.unattended(self.pid()), List.of());
    }

    /// Starts it and waits until it has started; a minute at most.
    ///
    /// @throws ExitException with the reason when it has not: that of `init`, `ignore`, `timeout`,
    ///     `{already_started, Pid}`
    public Pid start(Processes processes) throws InterruptedException {
        return pidOf(processes.asProcess(self -> {
            // The two are linked only until it has started.
            self.trapExit(true);
            return start(self, false, List.of(), PATIENCE);
        }));
    }

    /// Starts it, linked with that process as its parent, and waits until it has started; a minute at most.
    ///
    /// @throws ExitException with the reason when it has not, as [#start] says
    public Pid startLink(BlockingSelf self) throws InterruptedException {
        return pidOf(start(self, true, List.of(), PATIENCE));
    }

    private static Pid pidOf(Starting.Outcome outcome) {
        return switch (outcome) {
            case Starting.Running(Pid pid) -> pid;
            case Starting.Ignored _ -> throw new ExitException(IGNORE);
            case Starting.Failed(Term reason) -> throw new ExitException(reason);
        };
    }

    /// @param self who waits
    /// @param isChild whether that is its parent
    Starting.Outcome start(BlockingSelf self, boolean isChild, List<Term> arguments, Duration timeout)
            throws InterruptedException {
        @Nullable Atom name = options.name();
        Optional<Pid> holder =
                name == null ? Optional.empty() : self.processes().whereis(name);
        if (holder.isPresent()) {
            return new Starting.Failed(Tuple.of(ALREADY_STARTED, holder.get()));
        }
        return Starting.await(self, isChild, timeout, starting -> launch(self.processes(), self, starting, arguments));
    }

    private Pid launch(Processes processes, @Nullable Self parent, Starting starting, List<Term> arguments) {
        return switch (kind) {
            case Plain(ProcessBody body) ->
                spawn(processes, parent, self -> {
                    starting.acknowledge(self);
                    body.run(self);
                });
            case Supervising(Supervisor supervisor) ->
                spawn(processes, parent, self -> {
                    GenServer server = new SupervisorServer(supervisor, self, name(self));
                    new GenServerLoop(processes, starting, options, server)
                            .blocking()
                            .run(self);
                });
            case Looping(Maker maker) -> {
                Loop loop = maker.make(processes, starting, options, arguments);
                yield isBlocking ? spawn(processes, parent, loop.blocking()) : react(processes, parent, loop);
            }
        };
    }

    private Term name(Self self) {
        @Nullable Atom name = options.name();
        return name == null ? self.pid() : Tuple.of(Atom.of("local"), name);
    }

    private Pid spawn(Processes processes, @Nullable Self parent, ProcessBody body) {
        return parent == null ? processes.spawn(options, body) : parent.spawnLink(options, body);
    }

    private Pid react(Processes processes, @Nullable Self parent, Handler handler) {
        return parent == null ? processes.react(options, handler) : parent.reactLink(options, handler);
    }

    /// As a child specification shows it.
    Term toTerm() {
        return Tuple.of(module(), Atom.of("start_link"), ListTerm.nil());
    }
}
