package org.sunda;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.sunda.dist.Connection;
import org.sunda.dist.Distribution;
import org.sunda.kernel.ErpcCall;
import org.sunda.kernel.ExportedModule;
import org.sunda.kernel.Exports;
import org.sunda.kernel.GroupLeader;
import org.sunda.kernel.Inspection;
import org.sunda.kernel.NetKernel;
import org.sunda.kernel.RemoteCalls;
import org.sunda.kernel.Rex;
import org.sunda.otp.GenServer;
import org.sunda.otp.Start;
import org.sunda.peer.ConnectionStats;
import org.sunda.pg.ProcessGroups;
import org.sunda.process.ExitException;
import org.sunda.process.Handler;
import org.sunda.process.ProcessBody;
import org.sunda.process.Processes;
import org.sunda.process.SpawnOptions;
import org.sunda.signal.NodeDownException;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Term;
import org.sunda.term.Terms;
import org.sunda.term.Tuple;

/// This Java process as a member of an Erlang cluster.
///
/// ```java
/// try (Node node = Node.start("java@localhost")) {
///     node.spawn("echo", self -> {
///         while (true) {
///             if (self.receive() instanceof Tuple2(Pid from, Term body)) {
///                 self.send(from, tuple(self.pid(), body));
///             }
///         }
///     });
///     Term sum = node.call(name("calc", "erl@localhost"), parse("{add, 1, 2}"), Duration.ofSeconds(5));
///     Term size = node.rpc("erl@localhost", "erlang", "length", list(1, 2, 3));
/// }
/// ```
///
/// Connections are made when they are first needed, by either side, with the same cookie. Any thread may
/// use a node. Methods that wait throw [InterruptedException] and leave nothing behind.
///
/// Where a receiver is asked for, it may be a pid, the name of a process of this node, `{Name, Node}`
/// (which [#name] makes) or an alias.
public final class Node implements AutoCloseable {
    /// How long [#rpc(String, String, String, Term...)] and [#ping] wait: what `gen_server:call/2` waits.
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);

    private static final Atom IS_AUTH = Atom.of("is_auth");
    private static final Atom YES = Atom.of("yes");

    private final Distribution distribution;
    private final Processes processes;
    private final Exports exports = new Exports();
    private final Map<String, ProcessGroups> scopes = new ConcurrentHashMap<>();

    Node(NodeBuilder builder) throws IOException {
        Crossing crossing = new Crossing();
        distribution = new Distribution(builder.distribution(), crossing);
        RemoteCalls calls = new RemoteCalls(exports);
        try {
            distribution.start();
            processes = new Processes(
                    distribution.node(), distribution.creation(), new WayOut(distribution), calls, builder.processes());
            startKernel(calls);
            if (builder.isInspectable()) {
                new Inspection(processes).exportBy(exports);
            }
            crossing.open(processes);
        } catch (IOException | RuntimeException e) {
            distribution.close();
            throw e;
        }
    }

    private void startKernel(RemoteCalls calls) {
        processes.groupLeader(processes.react(SpawnOptions.DEFAULT.named(GroupLeader.NAME), new GroupLeader()));
        serve(NetKernel.NAME, new NetKernel(processes, calls));
        serve(Rex.NAME, new Rex(processes, exports));
    }

    /// Starts a hidden node that listens on loopback, with the cookie of `SUNDA_COOKIE` or
    /// `~/.erlang.cookie`.
    ///
    /// @param name the full name, `java@localhost`
    /// @throws IOException when there is no cookie, or the name is in use
    public static Node start(String name) throws IOException {
        return builder(name).start();
    }

    /// A node without a name, to be configured before it starts: a peer gives it one, as to `erl -sname
    /// undefined`. It is hidden, listens nowhere and is not known to epmd; so any number of them may come
    /// and go.
    ///
    /// Starting it connects to that peer. The name, and with it all connections, lasts as long as that
    /// connection; then the node makes no others, and what waits for a reply gets `noconnection`. Start
    /// another node then.
    ///
    /// @param giver the full name of the peer, `erl@localhost`
    public static NodeBuilder dynamic(String giver) {
        return new NodeBuilder(Atom.of(giver), true);
    }

    /// A node to be configured before it starts.
    ///
    /// @param name the full name, `java@localhost`
    public static NodeBuilder builder(String name) {
        return new NodeBuilder(Atom.of(name), false);
    }

    /// `{Name, Node}`: a registered process of another node.
    public static Tuple name(String process, String node) {
        return Terms.tuple(Atom.of(process), Atom.of(node));
    }

    /// The full name of this node.
    public String name() {
        return processes.node().text();
    }

    /// The port it listens on; 0 when it is a [#dynamic] one.
    public int port() {
        return distribution.port();
    }

    // -- Processes ----------------------------------------------------------------------------------------------------

    /// The processes of this node, for all that this class has no short form for.
    public Processes processes() {
        return processes;
    }

    /// Starts a blocking process, on a virtual thread of its own.
    public Pid spawn(ProcessBody body) {
        return processes.spawn(body);
    }

    /// Starts a blocking process with a name.
    ///
    /// @throws IllegalArgumentException when the name is taken
    public Pid spawn(String name, ProcessBody body) {
        return processes.spawn(SpawnOptions.DEFAULT.named(name), body);
    }

    /// Starts a reactive process with a name.
    ///
    /// @throws IllegalArgumentException when the name is taken
    public Pid react(String name, Handler handler) {
        return processes.react(SpawnOptions.DEFAULT.named(name), handler);
    }

    /// Starts a reactive process with a name that answers as a `gen_server`, and does not wait until it has
    /// started. [Start] has more ways.
    ///
    /// @throws IllegalArgumentException when the name is taken
    public Pid serve(String name, GenServer server) {
        return Start.server(() -> server).named(name).spawn(processes);
    }

    /// The process of this node with that name.
    public Optional<Pid> whereis(String name) {
        return processes.whereis(Atom.of(name));
    }

    /// Lets other nodes call functions, by `erpc:call(ThisNode, Module, Function, Arguments)` and all its
    /// relatives. What is not exported does not exist for them.
    public void export(String module, ExportedModule functions) {
        exports.add(Atom.of(module), functions);
    }

    /// The process groups of the scope `pg`, which [#groups(String)] starts.
    public ProcessGroups groups() {
        return groups(ProcessGroups.DEFAULT_SCOPE);
    }

    /// The process groups of a scope, in which this node takes part from the first call on, as an Erlang
    /// node does after `pg:start(Scope)`. Elixir's `Phoenix.PubSub` is the scope `Elixir.Phoenix.PubSub`.
    ///
    /// @throws IllegalArgumentException when a process of another kind has that name
    public ProcessGroups groups(String scope) {
        return scopes.computeIfAbsent(scope, name -> ProcessGroups.start(name, processes, new Connected(distribution)));
    }

    // -- Messages and calls -------------------------------------------------------------------------------------------

    /// Sends a message. Whether anybody receives it is not known.
    ///
    /// @throws IllegalArgumentException when `to` is no receiver
    public void send(Term to, Term message) {
        processes.send(to, message);
    }

    /// Calls a `gen_server`, or whatever answers as one.
    ///
    /// @throws ExitException when the server does not exist (`noproc`), cannot be reached (`{nodedown,
    ///     Node}`), ends, or does not answer in time (`timeout`): then its reply never arrives
    public Term call(Term server, Term request, Duration timeout) throws InterruptedException {
        return processes.asProcess(self -> self.call(server, request, timeout));
    }

    /// As [#call], without waiting: the future fails with the [ExitException].
    public CompletableFuture<Term> callAsync(Term server, Term request, Duration timeout) {
        CompletableFuture<Term> reply = new CompletableFuture<>();
        processes.spawn(self -> {
            try {
                reply.complete(self.call(server, request, timeout));
            } catch (Throwable thrown) {
                reply.completeExceptionally(thrown);
            }
        });
        return reply;
    }

    /// Sends a `gen_server` a message that it does not answer.
    public void cast(Term server, Term message) {
        send(server, Terms.tuple(Atom.of("$gen_cast"), message));
    }

    /// Calls a function on another node, as `erpc:call/4` does, and waits 5 seconds for the value.
    ///
    /// @throws org.sunda.kernel.RpcException when the function fails, or cannot be called, or takes longer
    public Term rpc(String node, String module, String function, Term... arguments) throws InterruptedException {
        return rpc(node, module, function, List.of(arguments), DEFAULT_TIMEOUT);
    }

    /// Calls a function on another node, as `erpc:call/5` does.
    ///
    /// @throws org.sunda.kernel.RpcException when the function fails, or cannot be called, or takes longer
    public Term rpc(String node, String module, String function, List<? extends Term> arguments, Duration timeout)
            throws InterruptedException {
        return processes.asProcess(
                new ErpcCall(Atom.of(node), Atom.of(module), Atom.of(function), List.copyOf(arguments), timeout));
    }

    // -- Nodes --------------------------------------------------------------------------------------------------------

    /// Connects to a node, unless it is connected, and asks whether it is one: what `net_adm:ping/1` does.
    /// Never throws for a node that is not there; [#connect] says why.
    public boolean ping(String node) throws InterruptedException {
        try {
            connect(node);
            return call(name(NetKernel.NAME, node), Terms.tuple(IS_AUTH, processes.node()), DEFAULT_TIMEOUT)
                    .equals(YES);
        } catch (NodeDownException | ExitException e) {
            return false;
        }
    }

    /// Connects to a node, unless it is connected.
    ///
    /// @throws NodeDownException when that is not possible, with the reason
    public void connect(String node) {
        distribution.connect(Atom.of(node));
    }

    /// Ends the connection to a node. Answers whether there was one.
    public boolean disconnect(String node) {
        return distribution.disconnect(Atom.of(node));
    }

    /// The nodes that are connected.
    public List<String> nodes() {
        return distribution.connections().stream()
                .map(Connection::peer)
                .map(Atom::text)
                .sorted()
                .toList();
    }

    /// What there is to know of each connection at this moment.
    public List<ConnectionStats> connections() {
        return distribution.connections().stream().map(Connection::stats).toList();
    }

    /// Connects to a node, unless it is connected, and measures how long it takes to answer, with all that
    /// waits to be written before.
    ///
    /// @throws NodeDownException when it cannot be reached, or does not answer within 5 seconds
    /// @throws UnsupportedOperationException when it is none that answers monitors: Jinterface and C nodes
    ///     do not
    public Duration roundTrip(String node) throws InterruptedException {
        Connection connection = distribution.connect(Atom.of(node));
        try {
            return connection.roundTrip().get(DEFAULT_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new NodeDownException(
                    connection.peer(), "it did not answer within " + DEFAULT_TIMEOUT.toSeconds() + " s");
        } catch (ExecutionException e) {
            throw new NodeDownException(connection.peer(), "the connection has ended");
        }
    }

    /// How many messages were dropped, as [org.sunda.signal.Busy#DROP] says, because too many waited for
    /// connections that were being made. Those of a connection are in its [ConnectionStats].
    public long droppedWithoutConnection() {
        return distribution.dropped();
    }

    /// Ends all processes, with the reason `shutdown`, then all connections. The name is free after that.
    @Override
    public void close() {
        processes.close();
        distribution.close();
    }
}
