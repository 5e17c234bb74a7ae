package org.sunda.dist;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A client of epmd, the Erlang Port Mapper Daemon (protocol section a.3): it knows which node of its host
/// listens on which port. It gives no authentication: what it says is a hint where to knock.
///
/// Blocks; each call is one connection.
final class Epmd {
    private static final int DEFAULT_PORT = 4369;

    /// Far more than a host has nodes.
    private static final int MAX_NAMES_BYTES = 1 << 20;

    private static final Pattern NAME_LINE = Pattern.compile("name (\\S+) at port (\\d{1,5})");

    private Epmd() {}

    /// Where epmd serves this host: `ERL_EPMD_ADDRESS` (the first of them) or 127.0.0.1, and
    /// `ERL_EPMD_PORT` or 4369.
    static InetSocketAddress defaultAddress() {
        return addressFrom(System.getenv("ERL_EPMD_ADDRESS"), System.getenv("ERL_EPMD_PORT"));
    }

    static InetSocketAddress addressFrom(@Nullable String address, @Nullable String port) {
        String first = address == null ? "" : address.split(",", 2)[0].strip();
        InetAddress host;
        try {
            host = first.isEmpty()
                    ? InetAddress.getByAddress("127.0.0.1", new byte[] {127, 0, 0, 1})
                    : InetAddress.getByName(first);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("ERL_EPMD_ADDRESS is no address: " + address, e);
        }
        return new InetSocketAddress(host, port == null || port.isBlank() ? DEFAULT_PORT : portFrom(port.strip()));
    }

    private static int portFrom(String port) {
        if (port.matches("\\d{1,5}") && Integer.parseInt(port) <= 0xffff) {
            return Integer.parseInt(port);
        }
        throw new IllegalArgumentException("ERL_EPMD_PORT must be a port from 0 to 65535, not " + port);
    }

    /// A node's registration: it lasts as long as the connection is open.
    ///
    /// @param creation what epmd counts the incarnations of nodes by: an unsigned number, never 0
    record Registered(Socket connection, int creation) {}

    /// Registers a node.
    ///
    /// @throws IOException when epmd cannot be reached ([java.net.ConnectException]: none runs) or refuses
    static Registered register(InetSocketAddress epmd, EpmdMessages.Alive node, Deadline deadline) throws IOException {
        Socket socket = connect(epmd, deadline);
        try {
            TimedSocket timed = new TimedSocket(socket, deadline);
            timed.write(node.request());
            int tag = timed.read(1)[0];
            if (tag != EpmdMessages.ALIVE2_X_RESP && tag != EpmdMessages.ALIVE2_RESP) {
                throw new ProtocolException(at(epmd) + " answered a registration with " + tag + " (protocol a.3)");
            }
            boolean wide = tag == EpmdMessages.ALIVE2_X_RESP;
            ByteBuffer reply = ByteBuffer.wrap(timed.read(wide ? 5 : 3));
            if (reply.get() != 0) {
                throw new IOException(refusal(epmd, node.name(), deadline));
            }
            int creation = wide ? reply.getInt() : EpmdMessages.unsignedShort(reply);
            socket.setSoTimeout(0);
            // 0 is no creation; the number is unsigned.
            return new Registered(socket, creation == 0 ? 1 : creation);
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private static String refusal(InetSocketAddress epmd, String name, Deadline deadline) {
        String holder = "";
        try {
            Integer port = names(epmd, deadline).get(name);
            if (port != null) {
                holder = ": it is in use by the node that listens on port " + port
                        + "; stop that node or choose another name";
            }
        } catch (IOException e) {
            holder = " (and told no names: " + e.getMessage() + ")";
        }
        return at(epmd) + " refused the name " + name + holder;
    }

    /// The port of a node, or none when epmd knows no such node.
    ///
    /// @throws IOException when epmd cannot be reached, or the node speaks another version of the protocol
    static OptionalInt lookUp(InetSocketAddress epmd, String name, Deadline deadline) throws IOException {
        try (Socket socket = connect(epmd, deadline)) {
            TimedSocket timed = new TimedSocket(socket, deadline);
            timed.write(EpmdMessages.portPlease(name));
            byte[] head = timed.read(2);
            if (head[0] != EpmdMessages.PORT2_RESP) {
                throw new ProtocolException(at(epmd) + " answered a look-up with " + head[0] + " (protocol a.3)");
            }
            if (head[1] != 0) {
                return OptionalInt.empty();
            }
            EpmdMessages.Alive found = readFound(timed);
            if (found.highest() < EpmdMessages.DIST_VERSION || found.lowest() > EpmdMessages.DIST_VERSION) {
                throw new ProtocolException(name + " speaks versions " + found.lowest() + " to " + found.highest()
                        + " of the distribution protocol, and this node version " + EpmdMessages.DIST_VERSION);
            }
            return OptionalInt.of(found.port());
        } catch (EOFException e) {
            throw new IOException(at(epmd) + " closed in the middle of an answer", e);
        }
    }

    private static EpmdMessages.Alive readFound(TimedSocket timed) throws IOException {
        byte[] fixed = timed.read(10);
        int nameLength = Short.toUnsignedInt(ByteBuffer.wrap(fixed).getShort(8));
        byte[] name = timed.read(nameLength);
        return EpmdMessages.Alive.read(ByteBuffer.allocate(fixed.length + name.length)
                .put(fixed)
                .put(name)
                .flip());
    }

    /// All nodes that epmd knows, and their ports.
    static Map<String, Integer> names(InetSocketAddress epmd, Deadline deadline) throws IOException {
        try (Socket socket = connect(epmd, deadline)) {
            TimedSocket timed = new TimedSocket(socket, deadline);
            timed.write(EpmdMessages.request(EpmdMessages.NAMES_REQ));
            timed.read(Integer.BYTES);
            Matcher lines = NAME_LINE.matcher(new String(timed.readAll(MAX_NAMES_BYTES), StandardCharsets.UTF_8));
            Map<String, Integer> names = new LinkedHashMap<>();
            while (lines.find()) {
                names.put(lines.group(1), Integer.parseInt(lines.group(2)));
            }
            return names;
        }
    }

    private static Socket connect(InetSocketAddress epmd, Deadline deadline) throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(epmd, deadline.remainingMillis());
            socket.setTcpNoDelay(true);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static String at(InetSocketAddress epmd) {
        return "epmd at " + epmd.getAddress().getHostAddress() + ":" + epmd.getPort();
    }
}
