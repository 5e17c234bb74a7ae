package org.sunda;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sunda.dist.Cookies;
import org.sunda.dist.DistributionConfig;
import org.sunda.dist.HostAndPort;
import org.sunda.etf.Limits;
import org.sunda.peer.NodeResolver;
import org.sunda.peer.PeerPolicy;
import org.sunda.peer.Reconnect;
import org.sunda.process.ProcessSettings;
import org.sunda.signal.Busy;
import org.sunda.term.Atom;
import org.sunda.tls.TlsSettings;

/// Collects how a [Node] is to be. What is not set has the default that its method names.
public final class NodeBuilder {
    /// The name, or that of the peer that gives it.
    private final Atom name;

    private final boolean isDynamic;
    private final Map<Atom, String> peerCookies = new HashMap<>();
    private @Nullable String cookie;
    private @Nullable Path cookieFile;
    private Limits limits = Limits.DEFAULT;
    private boolean isInspectable = true;
    private Consumer<DistributionConfig.Builder> settings = distribution -> {};

    NodeBuilder(Atom name, boolean isDynamic) {
        this.name = name;
        this.isDynamic = isDynamic;
    }

    /// The secret that this node shares with its peers. Default: that of [#cookieFile].
    public NodeBuilder cookie(String secret) {
        cookie = secret;
        return this;
    }

    /// Another secret for one peer, as `erlang:set_cookie/2`.
    public NodeBuilder cookie(String peer, String secret) {
        peerCookies.put(Atom.of(peer), secret);
        return this;
    }

    /// The file with the cookie, which only its owner may access. Default: the environment variable
    /// `SUNDA_COOKIE` if there is one, else `~/.erlang.cookie`.
    public NodeBuilder cookieFile(Path file) {
        cookieFile = file;
        return this;
    }

    /// Where the node listens. Default: the loopback address that its host name stands for, else 127.0.0.1.
    public NodeBuilder listen(InetAddress address) {
        return with(distribution -> distribution.listen(address));
    }

    /// The port on which the node listens. Default: any that is free.
    public NodeBuilder port(int port) {
        return with(distribution -> distribution.port(port));
    }

    /// Listens at a Unix domain socket besides, for Sunda nodes of the same host and user: the file is only
    /// its owner's to use. Connections through it carry no TLS. Default: does not.
    public NodeBuilder listenUnix(Path file) {
        return with(distribution -> distribution.listenUnix(file));
    }

    /// Where epmd serves; where none does, on loopback, this node serves as one. Default:
    /// `ERL_EPMD_ADDRESS` or 127.0.0.1, and `ERL_EPMD_PORT` or 4369.
    public NodeBuilder epmd(InetSocketAddress address) {
        return with(distribution -> distribution.epmd(address));
    }

    /// Does without epmd: the node is known to nobody, and knows the peers of [#peer].
    public NodeBuilder withoutEpmd() {
        return with(DistributionConfig.Builder::withoutEpmd);
    }

    /// Where a peer listens, so that epmd is not asked for it.
    ///
    /// @param address a [InetSocketAddress], or a [java.net.UnixDomainSocketAddress] of a node that has
    ///     [#listenUnix]
    public NodeBuilder peer(String node, SocketAddress address) {
        return with(distribution -> distribution.peer(Atom.of(node), address));
    }

    /// Where a peer listens, as text: epmd is then not asked for it. The host may be one of [#host], else
    /// DNS is asked, each time.
    ///
    /// @param address `host:port`, as in `db1:9100`, `10.0.0.8:9100` or `[fd00::8]:9100`
    /// @throws IllegalArgumentException when it is not
    public NodeBuilder peer(String node, String address) {
        return peer(node, HostAndPort.parse(address));
    }

    /// The addresses of a host, best first: DNS is then not asked for it.
    public NodeBuilder host(String name, InetAddress... addresses) {
        return with(distribution -> distribution.host(name, List.of(addresses)));
    }

    /// One's own way to find where a peer listens. It is asked for peers that have no address by [#peer],
    /// and before epmd. Default: none.
    public NodeBuilder resolver(NodeResolver resolver) {
        return with(distribution -> distribution.resolver(resolver));
    }

    /// How long a peer may be silent before it counts as dead; should be the `net_ticktime` of the cluster.
    /// Default: 60 seconds.
    public NodeBuilder tickTime(Duration time) {
        return with(distribution -> distribution.tickTime(time));
    }

    /// How peers are treated that have no policy of their own: their tick time, what they may do, how much
    /// is taken from them. Default: [PeerPolicy#DEFAULT].
    public NodeBuilder policy(PeerPolicy policy) {
        return with(distribution -> distribution.policy(policy));
    }

    /// How one peer is treated.
    public NodeBuilder policy(String peer, PeerPolicy policy) {
        return with(distribution -> distribution.policy(Atom.of(peer), policy));
    }

    /// Allows connections to and from these peers only, as `net_kernel:allow/1` does; called again, it adds
    /// to them. Default: all that have the cookie.
    public NodeBuilder allow(String... peers) {
        List<Atom> allowed = Stream.of(peers).map(Atom::of).toList();
        return with(distribution -> distribution.allow(allowed));
    }

    /// Keeps the connections to these peers: makes them at once, and again whenever they are lost, after
    /// the pauses of [Reconnect#DEFAULT]. Default: a connection is made when it is needed.
    public NodeBuilder keepConnected(String... peers) {
        for (String peer : peers) {
            keepConnected(peer, Reconnect.DEFAULT);
        }
        return this;
    }

    /// Keeps the connection to a peer.
    ///
    /// @param how how long to pause before each attempt
    public NodeBuilder keepConnected(String peer, Reconnect how) {
        return with(distribution -> distribution.keep(Atom.of(peer), how));
    }

    /// How many connections one address may make in a second, whether or not they prove the cookie; one
    /// more is closed at once. Default: any number, of which 256 at a time may be in the handshake.
    public NodeBuilder handshakesPerSecond(int most) {
        return with(distribution -> distribution.handshakesPerSecond(most));
    }

    /// What becomes of messages while the connection to their receiver's node is busy, unless their sender
    /// has chosen for itself. Default: the sender waits up to 7 seconds.
    public NodeBuilder busy(Busy choice) {
        return with(distribution -> distribution.busy(choice));
    }

    /// Measures the round trip of each connection that often, at most once per quarter of its tick time.
    /// Default: only when asked, by [Node#roundTrip].
    public NodeBuilder roundTripInterval(Duration interval) {
        return with(distribution -> distribution.roundTripInterval(interval));
    }

    /// Speaks TLS with all peers, as Erlang nodes do with `-proto_dist inet_tls`. Default: does not.
    public NodeBuilder tls(TlsSettings settings) {
        return with(distribution -> distribution.tls(settings));
    }

    /// The most bytes that may wait for a peer, its largest message included; more than that, and the connection is
    /// closed. Default: 256 MiB.
    public NodeBuilder maxOutboundBytes(long most) {
        return with(distribution -> distribution.maxOutboundBytes(most));
    }

    /// Whether atoms that peers know are sent as numbers (protocol section b.4), if they can do that too.
    /// Default: they are.
    public NodeBuilder atomCache(boolean isUsed) {
        return with(distribution -> distribution.atomCache(isUsed));
    }

    /// Whether long messages are sent in fragments, between which others pass (protocol section b.5), if
    /// peers can do that too. Default: they are.
    public NodeBuilder fragments(boolean areUsed) {
        return with(distribution -> distribution.fragments(areUsed));
    }

    /// How much peers may ask of this node. Default: [Limits#DEFAULT].
    public NodeBuilder limits(Limits value) {
        limits = value;
        return this;
    }

    /// Does without what [org.sunda.kernel.Inspection] tells: peers get `undef` when they ask what runs on
    /// this node, as `observer` and `etop` do. Default: they are told, since they have the cookie, and may
    /// look but change nothing.
    public NodeBuilder withoutInspection() {
        isInspectable = false;
        return this;
    }

    /// Starts the node.
    ///
    /// @throws IOException when there is no cookie, or the port or the name is in use, or the peer that is
    ///     to give a name gives none
    /// @throws IllegalArgumentException when the name is not `name@host`, or a setting is out of range
    public Node start() throws IOException {
        return new Node(this);
    }

    private NodeBuilder with(Consumer<DistributionConfig.Builder> setting) {
        settings = settings.andThen(setting);
        return this;
    }

    boolean isInspectable() {
        return isInspectable;
    }

    DistributionConfig distribution() throws IOException {
        Cookies cookies = Cookies.of(common());
        for (Map.Entry<Atom, String> each : peerCookies.entrySet()) {
            cookies = cookies.with(each.getKey(), each.getValue());
        }
        DistributionConfig.Builder distribution =
                isDynamic ? DistributionConfig.dynamic(name, cookies) : DistributionConfig.of(name, cookies);
        distribution.limits(limits);
        settings.accept(distribution);
        return distribution.build();
    }

    private String common() throws IOException {
        if (cookie != null) {
            return cookie;
        }
        return cookieFile == null ? CookieFile.find() : CookieFile.read(cookieFile);
    }

    ProcessSettings processes() {
        return new ProcessSettings(limits.mailbox(), limits.links(), limits.monitors());
    }
}
