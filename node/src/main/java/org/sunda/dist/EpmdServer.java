package org.sunda.dist;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/// A small epmd in Java (protocol section a.3) for hosts where none runs. It answers registrations,
/// look-ups, names and dumps; to stop it from outside is refused.
///
/// One virtual thread per client; a client that is not registered must ask and take its answer within a
/// deadline, and there is a bound on all clients. A name is free again when the connection that
/// registered it ends.
final class EpmdServer implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("org.sunda.dist");

    /// More nodes than a host runs, and few enough not to matter.
    private static final int MAX_CLIENTS = 1024;

    private static final int MAX_REQUEST_BYTES = 2 * EpmdMessages.MAX_NAME_BYTES;

    private final ServerSocket server;
    private final Duration clientDeadline;
    private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
    private final Map<String, EpmdMessages.Alive> nodes = new ConcurrentSkipListMap<>();
    private final AtomicInteger creations = new AtomicInteger(new SecureRandom().nextInt());

    private EpmdServer(ServerSocket server, Duration clientDeadline) {
        this.server = server;
        this.clientDeadline = clientDeadline;
    }

    /// Serves that address from now on.
    ///
    /// @param clientDeadline how long a client may take for its request
    /// @throws java.net.BindException when the address is in use: then another epmd was first
    static EpmdServer start(InetSocketAddress address, Duration clientDeadline) throws IOException {
        ServerSocket socket = new ServerSocket();
        try {
            socket.setReuseAddress(true);
            socket.bind(address, MAX_CLIENTS);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        EpmdServer server = new EpmdServer(socket, clientDeadline);
        Thread.ofVirtual().name("sunda-epmd-server").start(server::acceptAll);
        return server;
    }

    /// Where it serves.
    InetSocketAddress address() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    /// Ends it and the connections of all clients, which thereby learn that they are registered no longer.
    @Override
    public void close() {
        closeQuietly(server);
        clients.forEach(EpmdServer::closeQuietly);
    }

    private void acceptAll() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                clients.add(client);
                if (clients.size() > MAX_CLIENTS || server.isClosed()) {
                    drop(client);
                } else {
                    Thread.ofVirtual().name("sunda-epmd-client").start(() -> serve(client));
                }
            } catch (IOException e) {
                if (!server.isClosed()) {
                    LOG.log(System.Logger.Level.WARNING, "epmd could not accept a client: {0}", e.getMessage());
                    Pause.afterFailedAccept();
                }
            }
        }
    }

    private void serve(Socket client) {
        try {
            client.setTcpNoDelay(true);
            TimedSocket timed = new TimedSocket(client, Deadline.in(clientDeadline));
            int length = EpmdMessages.unsignedShort(ByteBuffer.wrap(timed.read(Short.BYTES)));
            if (length == 0 || length > MAX_REQUEST_BYTES) {
                throw new ProtocolException("a request of " + length + " bytes (protocol section a.3)");
            }
            ByteBuffer request = ByteBuffer.wrap(timed.read(length));
            answer(client, timed, Byte.toUnsignedInt(request.get()), request);
        } catch (EOFException | SocketTimeoutException e) {
            LOG.log(System.Logger.Level.DEBUG, "epmd dropped a client: {0}", e.getMessage());
        } catch (IOException e) {
            if (!server.isClosed()) {
                LOG.log(System.Logger.Level.INFO, "epmd dropped a client: {0}", e.getMessage());
            }
        } finally {
            drop(client);
        }
    }

    private void answer(Socket client, TimedSocket timed, int tag, ByteBuffer body) throws IOException {
        switch (tag) {
            case EpmdMessages.ALIVE2_REQ -> keepAlive(client, timed, EpmdMessages.Alive.read(body));
            case EpmdMessages.PORT_PLEASE2_REQ -> {
                EpmdMessages.Alive node = nodes.get(text(body));
                timed.write(node == null ? EpmdMessages.notFound() : node.found());
            }
            case EpmdMessages.NAMES_REQ ->
                list(timed, node -> "name " + node.name() + " at port " + node.port() + "\n");
            case EpmdMessages.DUMP_REQ ->
                list(timed, node -> "active name     <" + node.name() + "> at port " + node.port() + ", fd = 0\n");
            case EpmdMessages.KILL_REQ, EpmdMessages.STOP_REQ -> timed.write("NO".getBytes(StandardCharsets.US_ASCII));
            default -> throw new ProtocolException("request " + tag + " is unknown (protocol section a.3)");
        }
    }

    private void keepAlive(Socket client, TimedSocket timed, EpmdMessages.Alive node) throws IOException {
        boolean registered = nodes.putIfAbsent(node.name(), node) == null;
        try {
            timed.write(EpmdMessages.aliveReply(
                    node, registered, registered ? creations.updateAndGet(Creation::after) : Creation.NONE));
            if (registered) {
                client.setSoTimeout(0);
                awaitEnd(client);
            }
        } finally {
            if (registered) {
                nodes.remove(node.name());
            }
        }
    }

    /// A registered client has nothing more to say: whatever comes is passed over.
    private static void awaitEnd(Socket client) throws IOException {
        byte[] ignored = new byte[64];
        int count;
        do {
            count = client.getInputStream().read(ignored);
        } while (count >= 0);
    }

    private void list(TimedSocket timed, Function<EpmdMessages.Alive, String> line) throws IOException {
        StringBuilder text = new StringBuilder();
        nodes.values().forEach(node -> text.append(line.apply(node)));
        byte[] lines = text.toString().getBytes(StandardCharsets.UTF_8);
        timed.write(ByteBuffer.allocate(Integer.BYTES + lines.length)
                .putInt(server.getLocalPort())
                .put(lines)
                .array());
    }

    private static String text(ByteBuffer body) {
        return StandardCharsets.UTF_8.decode(body).toString();
    }

    private void drop(Socket client) {
        closeQuietly(client);
        clients.remove(client);
    }

    private static void closeQuietly(AutoCloseable socket) {
        try {
            socket.close();
        } catch (Exception e) {
            LOG.log(System.Logger.Level.DEBUG, "epmd could not close a socket: {0}", e.getMessage());
        }
    }
}
