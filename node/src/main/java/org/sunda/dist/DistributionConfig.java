package org.sunda.dist;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sunda.etf.Limits;
import org.sunda.peer.NodeResolver;
import org.sunda.peer.PeerPolicy;
import org.sunda.peer.Reconnect;
import org.sunda.signal.Busy;
import org.sunda.term.Atom;
import org.sunda.tls.TlsSettings;

/// How a node takes part in a cluster. Immutable; made by a [Builder].
public final class DistributionConfig {
    private final Atom node;
    private final @Nullable Atom giver;
    private final Cookies cookies;
    private final boolean hidden;
    private final boolean atomCache;
    private final boolean fragments;
    private final @Nullable InetAddress listenAddress;
    private final int port;
    private final @Nullable Path unixSocket;
    private final @Nullable InetSocketAddress epmd;
    private final Map<Atom, SocketAddress> peers;
    private final Map<String, List<InetAddress>> hosts;
    private final @Nullable NodeResolver resolver;
    private final Duration tickTime;
    private final Duration handshakeDeadline;
    private final Busy busy;
    private final long busyBytes;
    private final long maxOutboundBytes;
    private final int halfOpen;
    private final Limits limits;
    private final PeerPolicy policy;
    private final Map<Atom, PeerPolicy> policies;
    private final @Nullable Set<Atom> allowed;
    private final Map<Atom, Reconnect> kept;
    private final @Nullable Duration roundTripInterval;
    private final int handshakesPerSecond;
    private final @Nullable TlsSettings tls;

    private DistributionConfig(Builder from) {
        this.node = from.node;
        this.giver = from.giver;
        this.cookies = from.cookies;
        this.hidden = from.hidden;
        this.atomCache = from.atomCache;
        this.fragments = from.fragments;
        this.listenAddress = from.listenAddress;
        this.port = from.port;
        this.unixSocket = from.unixSocket;
        this.epmd = from.epmd;
        this.peers = from.peers;
        this.hosts = from.hosts;
        this.resolver = from.resolver;
        this.tickTime = from.tickTime;
        this.handshakeDeadline = from.handshakeDeadline;
        this.busy = from.busy;
        this.busyBytes = from.busyBytes;
        this.maxOutboundBytes = from.maxOutboundBytes;
        this.halfOpen = from.halfOpen;
        this.limits = from.limits;
        this.policy = from.policy;
        this.policies = from.policies;
        this.allowed = from.allowed;
        this.kept = from.kept;
        this.roundTripInterval = from.roundTripInterval;
        this.handshakesPerSecond = from.handshakesPerSecond;
        this.tls = from.tls;
    }

    /// A hidden node with the defaults, as each method of [Builder] names them.
    ///
    /// @throws IllegalArgumentException when the node name is not of the form `alive@host`, or
    ///     `undefined@host`
    public static Builder of(Atom node, Cookies cookies) {
        if (NodeName.of(node).alive().equals(NodeName.UNDEFINED)) {
            throw new IllegalArgumentException(
                    node + " is what a node is called that has no name: choose a name, or let a "
                            + "peer give one (Node.dynamic)");
        }
        return new Builder(node, null, cookies);
    }

    /// A hidden node without a name: a peer gives it one. It connects to that peer first and lives as
    /// long as that connection, and it listens nowhere.
    ///
    /// @throws IllegalArgumentException when the peer's name is not of the form `alive@host`
    public static Builder dynamic(Atom giver, Cookies cookies) {
        return new Builder(NodeName.nameless(NodeName.of(giver)), giver, cookies);
    }

    /// The peer that gives this node its name, or null when it has its own.
    public @Nullable Atom giver() {
        return giver;
    }

    /// The name of this node; `undefined` and its host when a peer gives it one.
    public Atom node() {
        return node;
    }

    /// The cookies.
    public Cookies cookies() {
        return cookies;
    }

    /// Whether this node stays out of `nodes()`, `global` and `pg` of its peers.
    public boolean hidden() {
        return hidden;
    }

    /// Whether atoms are sent by number after the first time, where the peer does so too.
    public boolean atomCache() {
        return atomCache;
    }

    /// Whether long messages are sent in fragments, where the peer takes them.
    public boolean fragments() {
        return fragments;
    }

    /// Where this node listens, or null for the loopback address that its host name stands for.
    public @Nullable InetAddress listenAddress() {
        return listenAddress;
    }

    /// The port on which this node listens; 0 for any that is free.
    public int port() {
        return port;
    }

    /// The Unix domain socket at which this node listens besides, or null when it does not.
    public @Nullable Path unixSocket() {
        return unixSocket;
    }

    /// Where epmd serves this host; its port is that of the epmds of other hosts too. Null: this node
    /// neither registers nor looks names up.
    public @Nullable InetSocketAddress epmd() {
        return epmd;
    }

    /// Peers with an address that epmd is not asked for.
    public Map<Atom, SocketAddress> peers() {
        return peers;
    }

    /// Hosts that DNS is not asked for.
    public Map<String, List<InetAddress>> hosts() {
        return hosts;
    }

    /// What is asked where a peer listens, before epmd is; null for nothing.
    public @Nullable NodeResolver resolver() {
        return resolver;
    }

    /// How long a peer may be silent.
    public Duration tickTime() {
        return tickTime;
    }

    /// How long a handshake may take, from its first byte (or the look-up of the peer) to its last.
    public Duration handshakeDeadline() {
        return handshakeDeadline;
    }

    /// What becomes of messages while a connection is busy, unless their sender has chosen for itself.
    public Busy busy() {
        return busy;
    }

    /// How long senders wait with large signals that are never refused, while a connection is busy.
    Duration busyDeadline() {
        return switch (busy) {
            case Busy.Wait(Duration longest) -> longest;
            case Busy.Fail _, Busy.Drop _ -> Duration.ZERO;
        };
    }

    /// From how many bytes of waiting output on senders wait.
    public long busyBytes() {
        return busyBytes;
    }

    /// At how many bytes of waiting output the connection is given up.
    public long maxOutboundBytes() {
        return maxOutboundBytes;
    }

    /// How many connections may be in the handshake at once.
    public int halfOpen() {
        return halfOpen;
    }

    /// What peers may ask of this node.
    public Limits limits() {
        return limits;
    }

    /// How a peer is treated.
    public PeerPolicy policy(Atom peer) {
        return policies.getOrDefault(peer, policy);
    }

    /// How long that peer may be silent.
    Duration tickTime(PeerPolicy of) {
        Duration own = of.tickTime();
        return own == null ? tickTime : own;
    }

    /// What that peer may ask of this node.
    Limits limits(PeerPolicy of) {
        long longest = of.intake().messageBytes();
        return longest < limits.frameBytes() ? limits.withFrameBytes(longest) : limits;
    }

    /// Whether there may be a connection to that peer.
    public boolean allows(Atom peer) {
        return allowed == null || allowed.contains(peer);
    }

    /// Whether there is a list of the peers to which there may be connections.
    boolean allowsSomeOnly() {
        return allowed != null;
    }

    /// The peers to which the connection is kept, and how.
    public Map<Atom, Reconnect> kept() {
        return kept;
    }

    /// How many connections one address may make in a second.
    public int handshakesPerSecond() {
        return handshakesPerSecond;
    }

    /// How often the round trip of each connection is measured; null for only when asked.
    public @Nullable Duration roundTripInterval() {
        return roundTripInterval;
    }

    /// How this node speaks TLS with its peers, or null when it does not.
    public @Nullable TlsSettings tls() {
        return tls;
    }

    /// Collects the parts of a configuration.
    public static final class Builder {
        private final Atom node;
        private final @Nullable Atom giver;
        private final Cookies cookies;
        private boolean hidden = true;
        private boolean atomCache = true;
        private boolean fragments = true;
        private @Nullable InetAddress listenAddress;
        private int port;
        private @Nullable Path unixSocket;
        private @Nullable InetSocketAddress epmd = Epmd.defaultAddress();
        private Map<Atom, SocketAddress> peers = Map.of();
        private Map<String, List<InetAddress>> hosts = Map.of();
        private @Nullable NodeResolver resolver;
        private Duration tickTime = Duration.ofSeconds(60);
        private Duration handshakeDeadline = Duration.ofSeconds(7);
        private Busy busy = Busy.waiting(Duration.ofSeconds(7));
        private long busyBytes = 8L << 20;
        private long maxOutboundBytes = 256L << 20;
        private int halfOpen = 256;
        private Limits limits = Limits.DEFAULT;
        private PeerPolicy policy = PeerPolicy.DEFAULT;
        private Map<Atom, PeerPolicy> policies = Map.of();
        private @Nullable Set<Atom> allowed;
        private Map<Atom, Reconnect> kept = Map.of();
        private @Nullable Duration roundTripInterval;
        private int handshakesPerSecond = Integer.MAX_VALUE;
        private @Nullable TlsSettings tls;

        private Builder(Atom node, @Nullable Atom giver, Cookies cookies) {
            this.node = node;
            this.giver = giver;
            this.cookies = cookies;
        }

        /// Whether the node stays out of `nodes()`, `global` and `pg` of its peers. Default: it does.
        public Builder hidden(boolean value) {
            hidden = value;
            return this;
        }

        /// Whether atoms are sent and taken by number after the first time (protocol section b.4).
        /// Default: they are. Without it each message is some bytes longer.
        public Builder atomCache(boolean value) {
            atomCache = value;
            return this;
        }

        /// Whether long messages are sent and taken in fragments, so that short ones need not wait for them
        /// (protocol section b.5). Default: they are.
        public Builder fragments(boolean value) {
            fragments = value;
            return this;
        }

        /// Where the node listens. Default: the loopback address that its host name stands for, else
        /// 127.0.0.1.
        public Builder listen(InetAddress address) {
            listenAddress = address;
            return this;
        }

        /// The port on which the node listens. Default: any that is free.
        public Builder port(int value) {
            port = requireRange("port", value, 0, 0xffff);
            return this;
        }

        /// Listens at a Unix domain socket besides: for Sunda nodes of the same host and user, which find it by
        /// [#peer]. Its file is only the owner's to use, and connections through it carry no TLS. Default: does
        /// not.
        public Builder listenUnix(Path file) {
            unixSocket = file;
            return this;
        }

        /// Where epmd serves this host. Default: `ERL_EPMD_ADDRESS` or 127.0.0.1, and `ERL_EPMD_PORT` or
        /// 4369.
        public Builder epmd(InetSocketAddress address) {
            epmd = address;
            return this;
        }

        /// Neither registers nor looks names up; peers are those of [#peer].
        public Builder withoutEpmd() {
            epmd = null;
            return this;
        }

        /// Where a peer listens: epmd is then not asked for it.
        ///
        /// @param address a [InetSocketAddress] or a [java.net.UnixDomainSocketAddress]
        public Builder peer(Atom peer, SocketAddress address) {
            peers = with(peers, peer, address);
            return this;
        }

        /// The addresses of a host, best first: DNS is then not asked for it.
        public Builder host(String name, List<InetAddress> addresses) {
            if (addresses.isEmpty()) {
                throw new IllegalArgumentException("the host " + name + " has no address");
            }
            Map<String, List<InetAddress>> more = new HashMap<>(hosts);
            more.put(name, List.copyOf(addresses));
            hosts = Map.copyOf(more);
            return this;
        }

        /// What is asked where a peer listens that has no address by [#peer], before epmd is. Default:
        /// nothing.
        public Builder resolver(NodeResolver value) {
            resolver = value;
            return this;
        }

        /// How long a peer may be silent; a quarter of it is how often this node ticks. Default 60 s, as
        /// the kernel parameter `net_ticktime`, which should agree.
        public Builder tickTime(Duration value) {
            tickTime = requirePositive("tickTime", value);
            return this;
        }

        /// How long a handshake may take, all of it. Default 7 s, as the kernel parameter `net_setuptime`.
        public Builder handshakeDeadline(Duration value) {
            handshakeDeadline = requirePositive("handshakeDeadline", value);
            return this;
        }

        /// How long a sender waits for a busy connection before it gets a [BusyException]. Default 7 s.
        public Builder busyDeadline(Duration value) {
            return busy(Busy.waiting(requirePositive("busyDeadline", value)));
        }

        /// What becomes of messages while a connection is busy, unless their sender has chosen for itself.
        /// Default: the sender waits up to 7 s.
        public Builder busy(Busy value) {
            busy = value;
            return this;
        }

        /// From how many bytes of waiting output on senders wait, until half of it has left. Default 8 MiB.
        public Builder busyBytes(long value) {
            busyBytes = requireRange("busyBytes", value, 1, Long.MAX_VALUE);
            return this;
        }

        /// At how many bytes of waiting output, by senders that cannot wait, the connection is given up.
        /// Default 256 MiB.
        public Builder maxOutboundBytes(long value) {
            maxOutboundBytes = requireRange("maxOutboundBytes", value, 1, Long.MAX_VALUE);
            return this;
        }

        /// How many connections may be in the handshake at once; one more closes the oldest. Default 256.
        public Builder halfOpen(int value) {
            halfOpen = requireRange("halfOpen", value, 1, Integer.MAX_VALUE);
            return this;
        }

        /// What peers may ask of this node. Default [Limits#DEFAULT].
        public Builder limits(Limits value) {
            limits = value;
            return this;
        }

        /// How peers are treated that have no policy of their own. Default [PeerPolicy#DEFAULT].
        public Builder policy(PeerPolicy value) {
            policy = value;
            return this;
        }

        /// How one peer is treated.
        public Builder policy(Atom peer, PeerPolicy value) {
            policies = with(policies, peer, value);
            return this;
        }

        /// Only these peers may connect, and only to them this node connects; what `net_kernel:allow/1`
        /// does. Called again, it adds to them. Default: all that have the cookie.
        public Builder allow(Collection<Atom> peers) {
            Set<Atom> all = new HashSet<>(peers);
            all.addAll(allowed == null ? Set.of() : allowed);
            all.forEach(NodeName::of);
            allowed = Set.copyOf(all);
            return this;
        }

        /// Keeps the connection to a peer: makes it at once, and again whenever it is lost. Default:
        /// connections are made when they are needed.
        public Builder keep(Atom peer, Reconnect how) {
            kept = with(kept, peer, how);
            return this;
        }

        /// How many connections one address may make in a second; one more is closed at once. Default: any
        /// number.
        public Builder handshakesPerSecond(int value) {
            handshakesPerSecond = requireRange("handshakesPerSecond", value, 1, Integer.MAX_VALUE);
            return this;
        }

        /// How often to measure the round trip of each connection, at most once per quarter of its tick
        /// time. Default: only when asked.
        public Builder roundTripInterval(Duration value) {
            roundTripInterval = requirePositive("roundTripInterval", value);
            return this;
        }

        /// Speaks TLS with all peers, as `-proto_dist inet_tls` of Erlang nodes (protocol section a.5), and
        /// nothing else. Default: does not.
        public Builder tls(TlsSettings value) {
            tls = value;
            return this;
        }

        /// The configuration with what was collected so far.
        ///
        /// @throws IllegalArgumentException when the longest message of a policy is none that [Limits]
        ///     could have, or a node listens that a peer gives its name
        public DistributionConfig build() {
            if (giver != null && (listenAddress != null || port != 0 || unixSocket != null)) {
                throw new IllegalArgumentException("a node that gets its name from a peer listens nowhere: leave out "
                        + "listen, port and listenUnix, or give it a name");
            }
            DistributionConfig config = new DistributionConfig(this);
            // Limits that make no sense are found here, and not by the first connection.
            config.limits(policy);
            policies.values().forEach(config::limits);
            return config;
        }

        private static <T> Map<Atom, T> with(Map<Atom, T> some, Atom peer, T value) {
            NodeName.of(peer);
            Map<Atom, T> more = new HashMap<>(some);
            more.put(peer, value);
            return Map.copyOf(more);
        }

        private static int requireRange(String name, int value, int least, int most) {
            return (int) requireRange(name, (long) value, least, most);
        }

        private static long requireRange(String name, long value, long least, long most) {
            if (value < least || value > most) {
                throw new IllegalArgumentException(name + " must be " + least + " to " + most + ", not " + value);
            }
            return value;
        }

        private static Duration requirePositive(String name, Duration value) {
            if (!value.isPositive()) {
                throw new IllegalArgumentException(name + " must be longer than 0, not " + value);
            }
            return value;
        }
    }
}
