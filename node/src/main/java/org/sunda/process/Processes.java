package org.sunda.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sunda.process.Effects.Outgoing;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// The processes of one node: who they are, by what names and aliases they are found, and the way of a signal to them.
/// Any thread may use it.
public final class Processes implements AutoCloseable {
    private static final System.Logger LOGGER = System.getLogger(Processes.class.getPackageName());
    private static final Atom NODEUP = Atom.of("nodeup");
    private static final Atom NODEDOWN = Atom.of("nodedown");

    /// How long [#close] waits for processes that do not heed their end.
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(5);

    private final Router router;
    private final Spawner spawner;
    private final ProcessSettings settings;
    private final Identities identities;
    private final Workers workers = new Workers();

    private final Map<Pid, LocalProcess> processes = new ConcurrentHashMap<>();
    private final Map<Atom, LocalProcess> names = new ConcurrentHashMap<>();
    private final Map<Ref, LocalProcess> aliases = new ConcurrentHashMap<>();
    private final Set<LocalProcess> nodeMonitors = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Pid groupLeader;
    private volatile boolean isClosed;

    /// @param creation tells this incarnation of the node from others
    /// @param router takes the signals for other nodes
    /// @param spawner says what the processes do that other nodes ask for
    public Processes(Atom node, int creation, Router router, Spawner spawner, ProcessSettings settings) {
        this.identities = new Identities(node, creation);
        this.router = router;
        this.spawner = spawner;
        this.settings = settings;
    }

    /// The name of the node.
    public Atom node() {
        return identities.node();
    }

    ProcessSettings settings() {
        return settings;
    }

    /// A pid of no process: unique, and fit to stand as the sender of signals.
    public Pid newPid() {
        return identities.newPid();
    }

    /// A unique reference.
    public Ref newRef() {
        return identities.newRef();
    }

    // -- Processes ----------------------------------------------------------------------------------------------------

    /// Starts a blocking process.
    public Pid spawn(ProcessBody body) {
        return spawn(SpawnOptions.DEFAULT, body);
    }

    /// Starts a blocking process.
    ///
    /// @throws IllegalArgumentException when the name is taken
    public Pid spawn(SpawnOptions options, ProcessBody body) {
        BlockingProcess process = new BlockingProcess(this, newPid(), options, body);
        add(process, options);
        process.start();
        return process.pid();
    }

    /// Starts a reactive process.
    ///
    /// @throws IllegalArgumentException when the name is taken
    public Pid react(SpawnOptions options, Handler handler) {
        ReactiveProcess process = new ReactiveProcess(this, newPid(), options, handler);
        add(process, options);
        process.schedule();
        return process.pid();
    }

    /// Starts a reactive process that answers as a `gen_server`.
    ///
    /// @throws IllegalArgumentException when the name is taken
    public Pid serve(SpawnOptions options, GenServer server) {
        return react(options, new GenServerHandler(this, server));
    }

    void spawnLinked(Pid child, Pid parent, ProcessBody body) {
        BlockingProcess process = new BlockingProcess(this, child, SpawnOptions.DEFAULT, body);
        process.linkedBy(parent, new Effects());
        add(process, SpawnOptions.DEFAULT);
        process.start();
    }

    private void add(LocalProcess process, SpawnOptions options) {
        if (isClosed) {
            throw new IllegalStateException("the node " + node() + " is closed");
        }
        processes.put(process.pid(), process);
        Atom name = options.name();
        if (name != null) {
            try {
                register(name, process.pid());
            } catch (IllegalArgumentException e) {
                processes.remove(process.pid());
                throw e;
            }
        }
    }

    /// Runs something on the calling thread as a process of its own, which ends with it.
    ///
    /// @throws ExitException when that process is ended by a signal
    public <T> T asProcess(ProcessTask<T> task) throws InterruptedException {
        BlockingProcess process = new BlockingProcess(this, newPid());
        add(process, SpawnOptions.DEFAULT);
        try {
            return task.run(process);
        } catch (ProcessExit e) {
            throw new ExitException(e.reason());
        } finally {
            process.end(Atom.NORMAL);
        }
    }

    /// What a thread does while it is a process.
    ///
    /// @param <T> what comes of it
    @FunctionalInterface
    public interface ProcessTask<T> {
        /// Does it.
        T run(BlockingSelf self) throws InterruptedException;
    }

    /// The processes there are.
    public List<Pid> pids() {
        return List.copyOf(processes.keySet());
    }

    /// The process that takes the output of processes which are not told otherwise; null until one is named.
    public @Nullable Pid groupLeader() {
        return groupLeader;
    }

    /// Names the process that takes the output of processes started from now on.
    public void groupLeader(Pid leader) {
        groupLeader = leader;
    }

    Workers workers() {
        return workers;
    }

    /// Forgets a process that has ended. Called under its lock.
    void forget(LocalProcess process, Collection<Ref> its) {
        processes.remove(process.pid());
        Atom name = process.name;
        if (name != null) {
            names.remove(name, process);
        }
        its.forEach(aliases::remove);
        nodeMonitors.remove(process);
    }

    // -- Names --------------------------------------------------------------------------------------------------------

    /// Gives a process of this node a name.
    ///
    /// @throws IllegalArgumentException when the name is taken or is `undefined`, or the process does not exist
    ///     or has a name
    public void register(Atom name, Pid pid) {
        if (name.equals(Atom.UNDEFINED)) {
            throw new IllegalArgumentException("the name 'undefined' means that there is none");
        }
        @Nullable LocalProcess process = processes.get(pid);
        if (process == null) {
            throw new IllegalArgumentException("there is no process " + pid + " to be named " + name);
        }
        synchronized (process) {
            if (process.exitReason != null || process.name != null) {
                throw new IllegalArgumentException(process + " has ended, or has a name already: not named " + name);
            }
            @Nullable LocalProcess holder = names.putIfAbsent(name, process);
            if (holder != null) {
                throw new IllegalArgumentException("the name " + name + " is taken by " + holder.pid());
            }
            process.name = name;
        }
    }

    /// Takes a name away. Answers whether somebody had it.
    public boolean unregister(Atom name) {
        @Nullable LocalProcess process = names.get(name);
        if (process == null) {
            return false;
        }
        synchronized (process) {
            boolean had = names.remove(name, process);
            if (had) {
                process.name = null;
            }
            return had;
        }
    }

    /// The process of that name.
    public Optional<Pid> whereis(Atom name) {
        return Optional.ofNullable(names.get(name)).map(LocalProcess::pid);
    }

    /// All names.
    public List<Atom> registered() {
        return List.copyOf(names.keySet());
    }

    void addAlias(Ref alias, LocalProcess process) {
        aliases.put(alias, process);
    }

    void dropAlias(Ref alias) {
        aliases.remove(alias);
    }

    // -- Signals ------------------------------------------------------------------------------------------------------

    /// Sends a message on behalf of nobody in particular.
    ///
    /// @param to a pid, a name, `{Name, Node}` or an alias
    /// @throws IllegalArgumentException when it is none of these, or the message cannot be encoded
    public void send(Term to, Term message) {
        Receiver receiver = Receiver.of(to, node());
        signal(receiver.node(), receiver.message(identities.nobody(), Payload.of(message)));
    }

    /// Sends an exit signal on behalf of nobody in particular.
    public void exit(Pid to, Term reason) {
        signal(to.node(), new Signal.Exit2(identities.nobody(), to, Payload.of(reason)));
    }

    /// Sends a message later.
    Timer sendAfter(Duration delay, Term to, Term message) {
        Receiver.of(to, node());
        return workers.after(delay, () -> send(to, message));
    }

    /// Sends a signal on behalf of a process of this node.
    void signal(Atom node, Signal signal) {
        if (node.equals(node())) {
            deliver(signal);
        } else {
            router.route(node, signal);
        }
    }

    /// Delivers a signal whose receiver is on this node, with all that follows from it.
    public void deliver(Signal signal) {
        Effects effects = new Effects();
        deliver(signal, effects);
        perform(effects);
    }

    /// The receiver's node cannot be reached: whoever waits for an answer gets one.
    public void undeliverable(Signal signal) {
        @Nullable Signal answer = Signals.noconnection(signal);
        if (answer != null) {
            deliver(answer);
        }
    }

    /// The receiver's node takes no spawn requests.
    public void notSupported(Signal.SpawnRequest request) {
        deliver(Signals.refusal(request, Atom.of("notsup")));
    }

    /// Carries out what followed from a signal, and what follows from that, until nothing does.
    void perform(Effects effects) {
        for (Outgoing next = effects.nextSignal(); next != null; next = effects.nextSignal()) {
            if (next.node().equals(node())) {
                deliver(next.signal(), effects);
            } else {
                route(next);
            }
        }
        for (ReactiveProcess process : effects.runnable()) {
            process.schedule();
        }
    }

    /// Sends a signal that no process waits to see sent.
    private void route(Outgoing outgoing) {
        try {
            router.route(outgoing.node(), outgoing.signal());
        } catch (RuntimeException e) {
            LOGGER.log(
                    System.Logger.Level.WARNING, "a signal to " + outgoing.node() + " was not sent: " + e.getMessage());
        }
    }

    private void deliver(Signal signal, Effects effects) {
        switch (signal) {
            case Signal.Send(var _, Pid to, Payload payload) -> message(processes.get(to), payload, effects);
            case Signal.RegSend(var _, Atom to, Payload payload) -> message(names.get(to), payload, effects);
            case Signal.AliasSend(var _, Ref to, Payload payload) -> message(aliases.get(to), payload, effects);
            case Signal.Link link -> link(link, effects);
            case Signal.Unlink unlink -> unlink(unlink, effects);
            case Signal.UnlinkAck(long id, Pid from, Pid to) ->
                find(to).ifPresent(process -> process.unlinkAcknowledged(from, id));
            case Signal.Exit(Pid from, Pid to, Payload payload) -> {
                @Nullable Term reason = payload.term();
                if (reason != null) {
                    find(to).ifPresent(process -> process.linkExited(from, reason, effects));
                }
            }
            case Signal.Exit2(Pid from, Pid to, Payload payload) -> {
                @Nullable Term reason = payload.term();
                if (reason != null) {
                    find(to).ifPresent(process -> process.exitedBy(from, reason, effects));
                }
            }
            case Signal.Monitor monitor -> monitor(monitor, effects);
            case Signal.Demonitor(var _, Term to, Ref ref) -> demonitor(to, ref);
            case Signal.Down(var _, Pid to, Ref ref, Payload payload) -> {
                @Nullable Term reason = payload.term();
                if (reason != null) {
                    find(to).ifPresent(process -> process.down(ref, reason, effects));
                }
            }
            case Signal.GroupLeader(Pid leader, Pid member) ->
                find(member).ifPresent(process -> process.leadBy(leader));
            case Signal.SpawnRequest request -> spawn(request);
            case Signal.SpawnReply reply -> spawned(reply, effects);
        }
    }

    private Optional<LocalProcess> find(Pid pid) {
        return Optional.ofNullable(processes.get(pid));
    }

    private static void message(@Nullable LocalProcess process, Payload payload, Effects effects) {
        if (process != null) {
            process.message(payload, effects);
        }
    }

    private void link(Signal.Link link, Effects effects) {
        @Nullable LocalProcess process = processes.get(link.to());
        if (process == null || !process.linkedBy(link.from(), effects)) {
            effects.send(link.from().node(), Signals.noproc(link));
        }
    }

    /// Acknowledged whether or not the process exists, and before anything else goes back.
    private void unlink(Signal.Unlink unlink, Effects effects) {
        effects.send(unlink.from().node(), new Signal.UnlinkAck(unlink.id(), unlink.to(), unlink.from()));
        find(unlink.to()).ifPresent(process -> process.unlinkedBy(unlink.from()));
    }

    private void monitor(Signal.Monitor monitor, Effects effects) {
        @Nullable LocalProcess process = target(monitor.to());
        if (process == null || !process.watchedBy(monitor.from(), monitor.to(), monitor.ref(), effects)) {
            effects.send(monitor.from().node(), Signals.noproc(monitor));
        }
    }

    /// The name may have passed to another process since the monitor was made: then the watched one is found by its
    /// watcher.
    private void demonitor(Term to, Ref ref) {
        @Nullable LocalProcess process = target(to);
        if (process != null && process.unwatchedBy(ref) || to instanceof Pid) {
            return;
        }
        processes.values().forEach(each -> each.unwatchedBy(ref));
    }

    private @Nullable LocalProcess target(Term to) {
        return to instanceof Atom name ? names.get(name) : processes.get(to);
    }

    private void spawn(Signal.SpawnRequest request) {
        BlockingProcess process = new BlockingProcess(this, newPid(), SpawnOptions.DEFAULT, spawner.bodyFor(request));
        boolean linked = request.options().contains(Signals.LINK);
        boolean monitored = request.options().contains(Signals.MONITOR);
        if (linked) {
            process.linkedBy(request.from(), new Effects());
        }
        if (monitored) {
            process.watchedBy(request.from(), process.pid(), request.ref(), new Effects());
        }
        process.leadBy(request.groupLeader());
        processes.put(process.pid(), process);
        signal(
                request.from().node(),
                new Signal.SpawnReply(request.ref(), request.from(), linked, monitored, process.pid()));
        process.start();
    }

    private void spawned(Signal.SpawnReply reply, Effects effects) {
        @Nullable LocalProcess process = processes.get(reply.to());
        if (process != null) {
            process.spawned(reply, effects);
        } else if (reply.monitored() && reply.result() instanceof Pid child) {
            effects.send(child.node(), new Signal.Demonitor(reply.to(), child, reply.ref()));
        }
    }

    // -- Nodes --------------------------------------------------------------------------------------------------------

    void monitorNodes(LocalProcess process, boolean subscribe) {
        if (subscribe) {
            nodeMonitors.add(process);
        } else {
            nodeMonitors.remove(process);
        }
    }

    /// A connection stands.
    public void nodeUp(Atom node) {
        tellNodeMonitors(Tuple.of(NODEUP, node));
    }

    /// A connection is lost, and with it every link and monitor to and from that node.
    public void nodeDown(Atom node) {
        Effects effects = new Effects();
        processes.values().forEach(process -> process.nodeDown(node, effects));
        perform(effects);
        tellNodeMonitors(Tuple.of(NODEDOWN, node));
    }

    private void tellNodeMonitors(Term message) {
        Effects effects = new Effects();
        nodeMonitors.forEach(process -> process.message(Payload.of(message), effects));
        perform(effects);
    }

    /// Ends all processes with the reason `shutdown`, and waits a few seconds for those with a thread.
    @Override
    public void close() {
        isClosed = true;
        List<BlockingProcess> threads = new ArrayList<>();
        for (LocalProcess process : processes.values()) {
            process.end(ExitReason.SHUTDOWN);
            if (process instanceof BlockingProcess blocking) {
                threads.add(blocking);
            }
        }
        long start = System.nanoTime();
        try {
            for (BlockingProcess process : threads) {
                Duration left = CLOSE_DEADLINE.minusNanos(System.nanoTime() - start);
                if (!process.join(left.isPositive() ? left : Duration.ofMillis(1))) {
                    LOGGER.log(System.Logger.Level.WARNING, "{0} has ended, but its thread goes on", process);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        workers.close();
    }
}
