package org.sunda.dist;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sunda.etf.Limits;
import org.sunda.term.Atom;

/// How a node takes part in a cluster. Immutable; made by a [Builder].
public final class DistributionConfig {
    private final Atom node;
    private final Cookies cookies;
    private final boolean hidden;
    private final @Nullable InetAddress listenAddress;
    private final int port;
    private final @Nullable InetSocketAddress epmd;
    private final Map<Atom, InetSocketAddress> peers;
    private final Duration tickTime;
    private final Duration handshakeDeadline;
    private final Duration busyDeadline;
    private final long busyBytes;
    private final long maxOutboundBytes;
    private final int halfOpen;
    private final Limits limits;

    private DistributionConfig(Builder from) {
        this.node = from.node;
        this.cookies = from.cookies;
        this.hidden = from.hidden;
        this.listenAddress = from.listenAddress;
        this.port = from.port;
        this.epmd = from.epmd;
        this.peers = from.peers;
        this.tickTime = from.tickTime;
        this.handshakeDeadline = from.handshakeDeadline;
        this.busyDeadline = from.busyDeadline;
        this.busyBytes = from.busyBytes;
        this.maxOutboundBytes = from.maxOutboundBytes;
        this.halfOpen = from.halfOpen;
        this.limits = from.limits;
    }

    /// A hidden node with the defaults, as each method of [Builder] names them.
    ///
    /// @throws IllegalArgumentException when the node name is not of the form `alive@host`
    public static Builder of(Atom node, Cookies cookies) {
        return new Builder(node, cookies);
    }

    /// The name of this node.
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

    /// Where this node listens, or null for the loopback address that its host name stands for.
    public @Nullable InetAddress listenAddress() {
        return listenAddress;
    }

    /// The port on which this node listens; 0 for any that is free.
    public int port() {
        return port;
    }

    /// Where epmd serves this host; its port is that of the epmds of other hosts too. Null: this node neither
    /// registers nor looks names up.
    public @Nullable InetSocketAddress epmd() {
        return epmd;
    }

    /// Peers with an address that epmd is not asked for.
    public Map<Atom, InetSocketAddress> peers() {
        return peers;
    }

    /// How long a peer may be silent.
    public Duration tickTime() {
        return tickTime;
    }

    /// How long a handshake may take, from its first byte (or the look-up of the peer) to its last.
    public Duration handshakeDeadline() {
        return handshakeDeadline;
    }

    /// How long a sender waits for a busy connection.
    public Duration busyDeadline() {
        return busyDeadline;
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

    /// Collects the parts of a configuration.
    public static final class Builder {
        private final Atom node;
        private final Cookies cookies;
        private boolean hidden = true;
        private @Nullable InetAddress listenAddress;
        private int port;
        private @Nullable InetSocketAddress epmd = Epmd.defaultAddress();
        private Map<Atom, InetSocketAddress> peers = Map.of();
        private Duration tickTime = Duration.ofSeconds(60);
        private Duration handshakeDeadline = Duration.ofSeconds(7);
        private Duration busyDeadline = Duration.ofSeconds(7);
        private long busyBytes = 8L << 20;
        private long maxOutboundBytes = 256L << 20;
        private int halfOpen = 256;
        private Limits limits = Limits.DEFAULT;

        private Builder(Atom node, Cookies cookies) {
            NodeName.of(node);
            this.node = node;
            this.cookies = cookies;
        }

        /// Whether the node stays out of `nodes()`, `global` and `pg` of its peers. Default: it does.
        public Builder hidden(boolean value) {
            hidden = value;
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
        public Builder peer(Atom peer, InetSocketAddress address) {
            NodeName.of(peer);
            Map<Atom, InetSocketAddress> more = new HashMap<>(peers);
            more.put(peer, address);
            peers = Map.copyOf(more);
            return this;
        }

        /// How long a peer may be silent; a quarter of it is how often this node ticks. Default 60 s, as the
        /// kernel parameter `net_ticktime`, which should agree.
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
            busyDeadline = requirePositive("busyDeadline", value);
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

        /// The configuration with what was collected so far.
        public DistributionConfig build() {
            return new DistributionConfig(this);
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
