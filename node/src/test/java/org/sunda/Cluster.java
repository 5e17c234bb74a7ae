package org.sunda;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A cluster for one test: an epmd of its own on a free port, and nodes that know each other by it. Closing it
/// ends them all.
///
/// With the system property `sunda.tls` set to `true` all its nodes speak TLS with each other.
final class Cluster implements AutoCloseable {
    static final String COOKIE = "test_cookie";
    static final String HOST = "127.0.0.1";

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final InetSocketAddress epmd;
    private final @Nullable TlsFiles tls;
    private final Deque<AutoCloseable> members = new ArrayDeque<>();

    private Cluster(InetSocketAddress epmd, @Nullable TlsFiles tls) {
        this.epmd = epmd;
        this.tls = tls;
    }

    /// A cluster with one Sunda node, named `keeper`, whose epmd serves all others.
    static Cluster start() throws IOException {
        TlsFiles tls = Boolean.getBoolean("sunda.tls") ? TlsFiles.create(HOST) : null;
        Cluster cluster = new Cluster(new InetSocketAddress(InetAddress.getLoopbackAddress(), freePort()), tls);
        if (tls != null) {
            cluster.members.push(tls);
        }
        cluster.java("keeper");
        return cluster;
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    InetSocketAddress epmd() {
        return epmd;
    }

    /// A Sunda node that is not started yet, and is not closed with the cluster.
    NodeBuilder builder(String alive) {
        NodeBuilder builder = Node.builder(alive + "@" + HOST).cookie(COOKIE).epmd(epmd);
        return tls == null ? builder : builder.tls(tls.settings().build());
    }

    /// A Sunda node that is not started yet and that a peer is to name; it is not closed with the
    /// cluster.
    NodeBuilder dynamic(String giver) {
        NodeBuilder builder = Node.dynamic(giver).cookie(COOKIE).epmd(epmd);
        return tls == null ? builder : builder.tls(tls.settings().build());
    }

    /// Starts a Sunda node, which does without atom cache or fragments if the system properties
    /// `sunda.atomCache` or `sunda.fragments` are `off`.
    Node java(String alive) throws IOException {
        Node node = builder(alive)
                .atomCache(!System.getProperty("sunda.atomCache", "on").equals("off"))
                .fragments(!System.getProperty("sunda.fragments", "on").equals("off"))
                .start();
        members.push(node);
        return node;
    }

    /// Starts a real Erlang node.
    ErlNode erl(String alive, String... flags) throws IOException {
        return erlOf(COOKIE, alive, flags);
    }

    /// As [#erl], with a cookie of its own.
    ErlNode erlOf(String cookie, String alive, String... flags) throws IOException {
        List<String> all = new ArrayList<>(List.of(flags));
        if (tls != null) {
            Collections.addAll(all, tls.flags(""));
        }
        ErlNode node = ErlNode.start(alive + "@" + HOST, cookie, epmd.getPort(), all.toArray(String[]::new));
        members.push(node);
        return node;
    }

    /// A name that no other test of this JVM uses.
    static String unique(String alive) {
        return alive + NUMBER.incrementAndGet();
    }

    @Override
    public void close() {
        while (!members.isEmpty()) {
            try {
                members.pop().close();
            } catch (Exception e) {
                throw new AssertionError("a node does not close", e);
            }
        }
    }
}
