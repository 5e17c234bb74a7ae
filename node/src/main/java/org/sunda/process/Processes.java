package org.sunda.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sunda.signal.Busy;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// The processes of one node: how they start, who they are and how signals reach them. Any thread may use it.
public final class Processes implements AutoCloseable {
    private static final System.Logger LOGGER = System.getLogger(Processes.class.getPackageName());
    private static final Atom NODEUP = Atom.of("nodeup");
    private static final Atom NODEDOWN = Atom.of("nodedown");
    private static final Atom NOTSUP = Atom.of("notsup");

    /// How long [#close] waits for processes that do not heed their end.
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(5);

    private final Spawner spawner;
    private final ProcessSettings settings;
    private final Identities identities;
    private final Clock clock = new Clock();
    private final Workers workers = new Workers(clock);
    private final Carriers carriers = new Carriers(workers::carry);
    private final Directory directory = new Directory();
    private final Delivery delivery;
    private volatile @Nullable Pid groupLeader;
    private volatile boolean isClosed;

    /// @param creation tells this incarnation of the node from others
    /// @param router takes the signals for other nodes
    /// @param spawner says what the processes do that other nodes ask for
    public Processes(Atom node, int creation, Router router, Spawner spawner, ProcessSettings settings) {
        this.identities = new Identities(node, creation);
        this.delivery = new Delivery(this, directory, router);
        this.spawner = spawner;
        this.settings = settings;
    }

    /// The name of the node.
    public Atom node() {
        return identities.node();
    }

    /// The bounds of the processes.
    public ProcessSettings settings() {
        return settings;
    }

    Directory directory() {
        return directory;
    }

    Delivery delivery() {
        return delivery;
    }

    Workers workers() {
        return workers;
    }

    Carriers carriers() {
        return carriers;
    }

    /// The process of this node that a receiver names by pid or by its name, or null.
    @Nullable
    LocalProcess local(Term to) {
        return switch (to) {
            case Pid pid -> directory.find(pid);
            case Atom name -> directory.find(name);
            default -> null;
        };
    }

    /// A pid of no process: unique, and fit to stand as the sender of signals.
    public Pid newPid() {
        return identities.pid(directory.processes().newNumber());
    }

    /// A unique reference.
    public Ref newRef() {
        return identities.newRef();
    }

    // -- Processes ----------------------------------------------------------------------------------------------------

    /// Starts a blocking process.
    ///
    /// @throws ExitException `system_limit`, when there are as many processes as [ProcessSettings] allows
    /// @throws IllegalStateException when the node is closed
    public Pid spawn(ProcessBody body) {
        return spawn(SpawnOptions.DEFAULT, body);
    }

    /// Starts a blocking process.
    ///
    /// @throws IllegalArgumentException when the name is taken
    /// @throws ExitException `system_limit`, when there are as many processes as [ProcessSettings] allows
    /// @throws IllegalStateException when the node is closed
    public Pid spawn(SpawnOptions options, ProcessBody body) {
        BlockingProcess process = add(pid -> new BlockingProcess(this, pid, options, body), options);
        process.start();
        return process.pid();
    }

    /// Starts a reactive process.
    ///
    /// @throws IllegalArgumentException when the name is taken
    /// @throws ExitException `system_limit`, when there are as many processes as [ProcessSettings] allows
    /// @throws IllegalStateException when the node is closed
    public Pid react(SpawnOptions options, Handler handler) {
        ReactiveProcess process = add(pid -> new ReactiveProcess(this, pid, options, handler), options);
        process.start();
        return process.pid();
    }

    /// Starts a process on behalf of another one.
    Pid spawn(LocalProcess parent, ProcessBody body) {
        BlockingProcess process =
                add(pid -> new BlockingProcess(this, pid, SpawnOptions.DEFAULT, body), SpawnOptions.DEFAULT);
        process.leadBy(parent.leader());
        process.start();
        return process.pid();
    }

    /// Starts a blocking process that is linked with another one.
    ///
    /// @param link makes the parent's end of the link
    Pid spawnLinked(LocalProcess parent, SpawnOptions options, ProcessBody body, Consumer<Pid> link) {
        BlockingProcess process = add(pid -> new BlockingProcess(this, pid, options, body), options);
        join(process, parent, link);
        process.start();
        return process.pid();
    }

    /// As [#spawnLinked], for a reactive process.
    Pid reactLinked(LocalProcess parent, SpawnOptions options, Handler handler, Consumer<Pid> link) {
        ReactiveProcess process = add(pid -> new ReactiveProcess(this, pid, options, handler), options);
        join(process, parent, link);
        process.start();
        return process.pid();
    }

    private void join(LocalProcess process, LocalProcess parent, Consumer<Pid> link) {
        process.leadBy(parent.leader());
        try {
            link.accept(process.pid());
        } catch (Throwable e) {
            process.end(ExitReason.SHUTDOWN);
            throw e;
        }
        process.linkedBy(parent.pid(), new Effects());
        // Either may have been ended meanwhile, and its exit signal have found no link yet.
        passOn(parent, process);
        passOn(process, parent);
    }

    private void passOn(LocalProcess ended, LocalProcess linked) {
        @Nullable Term reason = ended.exitReason;
        if (reason != null) {
            delivery.deliver(new Signal.Exit(ended.pid(), linked.pid(), Payload.of(reason)));
        }
    }

    private <P extends LocalProcess> P add(Function<Pid, P> maker, SpawnOptions options) {
        @Nullable
        P process = directory.processes().add(number -> maker.apply(identities.pid(number)), settings.processes());
        if (process == null) {
            throw new ExitException(ExitReason.SYSTEM_LIMIT);
        }
        try {
            // Looked at after the process can be found: either this sees that the node is closed, or close sees it.
            if (isClosed) {
                throw new IllegalStateException("the node " + node() + " is closed");
            }
            Atom name = options.name();
            if (name != null) {
                register(name, process.pid());
            }
            return process;
        } catch (RuntimeException e) {
            process.end(ExitReason.SHUTDOWN);
            throw e;
        }
    }

    /// Starts what another node asks for, and answers (protocol section b.7). What it is to do it finds out
    /// itself: the arguments are still encoded.
    void spawn(Signal.SpawnRequest request) {
        ProcessBody body = self -> spawner.bodyFor(request).run(self);
        Pid parent = request.from();
        BlockingProcess process;
        try {
            process = add(pid -> new BlockingProcess(this, pid, SpawnOptions.DEFAULT, body), SpawnOptions.DEFAULT);
        } catch (ExitException | IllegalStateException e) {
            delivery.send(parent.node(), Signals.refusal(request, ExitReason.SYSTEM_LIMIT));
            return;
        }
        boolean linked = request.options().contains(Signals.LINK);
        boolean monitored = request.options().contains(Signals.MONITOR);
        Effects none = new Effects();
        if (linked) {
            process.linkedBy(parent, none);
        }
        if (monitored) {
            process.watchedBy(parent, process.pid(), request.ref(), none);
        }
        process.leadBy(request.groupLeader());
        delivery.send(parent.node(), new Signal.SpawnReply(request.ref(), parent, linked, monitored, process.pid()));
        process.start();
    }

    /// Runs something on the calling thread as a process of its own, which ends with it: `normal` or, if it throws,
    /// with the reason that [ExitReason] makes of that.
    ///
    /// @throws ExitException when that process is ended by a signal
    public <T> T asProcess(ProcessTask<T> task) throws InterruptedException {
        BlockingProcess process = add(pid -> new BlockingProcess(this, pid, task.getClass()), SpawnOptions.DEFAULT);
        Term reason = Atom.NORMAL;
        try {
            return task.run(process);
        } catch (ProcessExit e) {
            reason = e.reason();
            if (e.isOf(process.pid())) {
                throw new ExitException(reason);
            }
            throw e;
        } catch (Throwable e) {
            reason = ExitReason.of(e);
            throw e;
        } finally {
            process.end(reason);
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

    /// Whether there is such a process on this node.
    public boolean isAlive(Pid pid) {
        return directory.find(pid) != null;
    }

    /// The processes there are.
    public List<Pid> pids() {
        return directory.pids();
    }

    /// How many processes there are.
    public int count() {
        return directory.processes().count();
    }

    /// How many processes wait for one of the node's workers: a moment ago.
    public int runQueue() {
        return workers.waiting();
    }

    /// What there is to know of a process of this node; nothing when it does not exist.
    public Optional<ProcessInfo> info(Pid pid) {
        return Optional.ofNullable(directory.find(pid)).map(ProcessInfo::of);
    }

    /// The process that takes the output of processes which are not told otherwise; null until one is named.
    public @Nullable Pid groupLeader() {
        return groupLeader;
    }

    /// Names the process that takes the output of processes started from now on, but for those that another process
    /// starts: they share its group leader.
    public void groupLeader(Pid leader) {
        groupLeader = leader;
    }

    // -- Names --------------------------------------------------------------------------------------------------------

    /// Gives a process of this node a name.
    ///
    /// @throws IllegalArgumentException when the name is taken or is `undefined`, or the process does not exist
    ///     or has a name
    public void register(Atom name, Pid pid) {
        directory.register(name, pid);
    }

    /// Takes a name away. Answers whether somebody had it.
    public boolean unregister(Atom name) {
        return directory.unregister(name);
    }

    /// The process of that name.
    public Optional<Pid> whereis(Atom name) {
        return Optional.ofNullable(directory.find(name)).map(LocalProcess::pid);
    }

    /// All names.
    public List<Atom> registered() {
        return directory.names();
    }

    // -- Signals ------------------------------------------------------------------------------------------------------

    /// Sends a message on behalf of nobody in particular.
    ///
    /// @param to a pid, a name, `{Name, Node}` or an alias
    /// @throws IllegalArgumentException when it is none of these, or the message cannot be encoded
    public void send(Term to, Term message) {
        @Nullable LocalProcess process = local(to);
        if (process != null) {
            process.message(message);
            return;
        }
        Receiver receiver = Receiver.of(to, node());
        delivery.send(receiver.node(), receiver.message(identities.nobody(), Payload.of(message)));
    }

    /// Sends a message on behalf of a process of this node, whether or not it lives, from any thread. It
    /// arrives before the news of the end of that process, unless that has ended already.
    ///
    /// @param to a pid, a name, `{Name, Node}` or an alias
    /// @throws IllegalArgumentException when it is none of these, or the message cannot be encoded
    public void sendFrom(Pid sender, Term to, Term message) {
        Receiver receiver = Receiver.of(to, node());
        sendFrom(sender, receiver.node(), receiver.message(sender, Payload.of(message)));
    }

    /// As [#sendFrom(Pid, Term, Term)].
    ///
    /// @param busy what becomes of it while the connection to the receiver's node is busy
    /// @throws org.sunda.signal.BusyException when the connection is busy and `busy` says so
    public void sendFrom(Pid sender, Term to, Term message, Busy busy) {
        Receiver receiver = Receiver.of(to, node());
        Signal signal = receiver.message(sender, Payload.of(message));
        @Nullable LocalProcess process = directory.find(sender);
        if (process == null || !process.sendWhileAlive(receiver.node(), signal, busy)) {
            delivery.send(receiver.node(), signal, busy);
        }
    }

    /// Sends an exit signal on behalf of nobody in particular.
    public void exit(Pid to, Term reason) {
        delivery.send(to.node(), new Signal.Exit2(identities.nobody(), to, Payload.of(reason)));
    }

    private void sendFrom(Pid sender, Atom node, Signal signal) {
        @Nullable LocalProcess process = directory.find(sender);
        if (process == null || !process.sendWhileAlive(node, signal)) {
            delivery.send(node, signal);
        }
    }

    /// Sends a message later.
    Timer sendAfter(Duration delay, Term to, Term message) {
        Receiver receiver = Receiver.of(to, node());
        Runnable send = () -> sendLate(to, message);
        // A connection may have the sender wait, and all timers share one thread.
        Runnable task = receiver.node().equals(node()) ? send : () -> Thread.startVirtualThread(send);
        return clock.after(delay, task);
    }

    /// As a signal, whose sender never waits for room in a mailbox.
    private void sendLate(Term to, Term message) {
        try {
            Receiver receiver = Receiver.of(to, node());
            delivery.send(receiver.node(), receiver.message(identities.nobody(), Payload.of(message)));
        } catch (RuntimeException e) {
            LOGGER.log(System.Logger.Level.WARNING, "a timer could not send to " + to + ": " + e.getMessage());
        }
    }

    /// Delivers a signal whose receiver is on this node, with all that follows from it.
    public void deliver(Signal signal) {
        delivery.deliver(signal);
    }

    /// The receiver's node cannot be reached: whoever waits for an answer gets one.
    public void undeliverable(Signal signal) {
        delivery.undeliverable(signal);
    }

    /// The receiver's node takes no spawn requests.
    public void notSupported(Signal.SpawnRequest request) {
        deliver(Signals.refusal(request, NOTSUP));
    }

    // -- Nodes --------------------------------------------------------------------------------------------------------

    /// A connection stands.
    public void nodeUp(Atom node) {
        tellNodeMonitors(Tuple.of(NODEUP, node));
    }

    /// A connection is lost, and with it every link and monitor to and from that node. Nothing that came by it
    /// may be delivered after this, and nothing that goes or comes by the next one before this has returned.
    public void nodeDown(Atom node) {
        Effects effects = new Effects();
        directory.forEach(process -> process.nodeDown(node, effects));
        delivery.perform(effects);
        tellNodeMonitors(Tuple.of(NODEDOWN, node));
    }

    private void tellNodeMonitors(Term message) {
        Effects effects = new Effects();
        directory.forEachNodeMonitor(process -> process.message(Payload.of(message), effects));
        delivery.perform(effects);
    }

    /// Ends all processes with the reason `shutdown`, and waits a few seconds for those with a thread and for
    /// handlers that are still running.
    @Override
    public void close() {
        isClosed = true;
        List<BlockingProcess> threads = new ArrayList<>();
        directory.forEach(process -> {
            process.end(ExitReason.SHUTDOWN);
            if (process instanceof BlockingProcess blocking) {
                threads.add(blocking);
            }
        });
        clock.close();
        try {
            awaitEnd(threads, Timeout.in(CLOSE_DEADLINE));
        } catch (InterruptedException e) {
            workers.close();
            Thread.currentThread().interrupt();
        }
    }

    private void awaitEnd(List<BlockingProcess> threads, Timeout deadline) throws InterruptedException {
        for (BlockingProcess process : threads) {
            if (!process.join(Duration.ofMillis(deadline.millisLeft()))) {
                LOGGER.log(System.Logger.Level.WARNING, "{0} has ended, but its thread goes on", process);
            }
        }
        workers.close();
        if (!workers.awaitEnd(Duration.ofMillis(deadline.millisLeft()))) {
            LOGGER.log(System.Logger.Level.WARNING, "a handler of {0} goes on after its process has ended", node());
        }
    }
}
