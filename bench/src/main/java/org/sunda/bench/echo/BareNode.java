package org.sunda.bench.echo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;

/// As much of a node as lets an Erlang node connect: its entry at epmd, and the handshake of version 6. What then comes
/// is left to a [ByteLoop], a thread for each connection.
final class BareNode {
    private static final int DEFAULT_EPMD = 4369;
    private static final int VERSION = 6;

    /// What OTP 25 and 26 insist on; neither fragments nor the atom cache, so that bytes can go back as they came.
    private static final long FLAGS = 0x4_0707_0f94L;

    private final String name;
    private final String cookie;
    private final ServerSocketChannel server;
    private final Socket epmd;
    private final int creation;

    private BareNode(String name, String cookie) throws IOException {
        InetAddress loopback = InetAddress.ofLiteral("127.0.0.1");
        this.name = name;
        this.cookie = cookie;
        this.server = ServerSocketChannel.open().bind(new InetSocketAddress(loopback, 0));
        String port = System.getenv().getOrDefault("ERL_EPMD_PORT", "" + DEFAULT_EPMD);
        // Who closes it is taken off the list.
        this.epmd = new Socket(loopback, Integer.parseInt(port));
        this.creation = register();
    }

    /// Serves until this JVM ends.
    ///
    /// @throws IOException when there is no epmd
    static void start(String name, String cookie) throws IOException {
        BareNode node = new BareNode(name, cookie);
        Thread.ofPlatform().daemon().name("accept").start(node::accept);
    }

    private int register() throws IOException {
        byte[] alive = name.substring(0, name.indexOf('@')).getBytes(UTF_8);
        DataOutputStream out = new DataOutputStream(epmd.getOutputStream());
        out.writeShort(13 + alive.length);
        out.writeByte(120);
        out.writeShort(server.socket().getLocalPort());
        // A hidden node, over TCP.
        out.writeByte(72);
        out.writeByte(0);
        out.writeShort(VERSION);
        out.writeShort(VERSION);
        out.writeShort(alive.length);
        out.write(alive);
        out.writeShort(0);
        out.flush();
        DataInputStream in = new DataInputStream(epmd.getInputStream());
        int answer = in.readUnsignedByte();
        if (in.readUnsignedByte() != 0) {
            throw new IOException("epmd knows a node named " + name);
        }
        // ALIVE2_X_RESP, else ALIVE2_RESP.
        return answer == 118 ? in.readInt() : in.readUnsignedShort();
    }

    private void accept() {
        while (server.isOpen()) {
            try {
                SocketChannel channel = server.accept();
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                shakeHands(channel.socket());
                Thread.ofPlatform().daemon().name("loop").start(new ByteLoop(channel));
            } catch (IOException e) {
                System.err.println("a connection failed: " + e.getMessage());
            }
        }
    }

    /// The side that is called.
    private void shakeHands(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        in.readNBytes(in.readUnsignedShort());
        message(out, "sok".getBytes(UTF_8));
        byte[] own = name.getBytes(UTF_8);
        int challenge = new SecureRandom().nextInt();
        out.writeShort(1 + Long.BYTES + 2 * Integer.BYTES + Short.BYTES + own.length);
        out.writeByte('N');
        out.writeLong(FLAGS);
        out.writeInt(challenge);
        out.writeInt(creation);
        out.writeShort(own.length);
        out.write(own);
        out.flush();
        in.readUnsignedShort();
        in.readUnsignedByte();
        int theirs = in.readInt();
        if (!MessageDigest.isEqual(in.readNBytes(16), digest(challenge))) {
            throw new IOException("the other side has another cookie");
        }
        out.writeShort(17);
        out.writeByte('a');
        out.write(digest(theirs));
        out.flush();
    }

    private static void message(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeShort(bytes.length);
        out.write(bytes);
        out.flush();
    }

    private byte[] digest(int challenge) {
        try {
            return MessageDigest.getInstance("MD5")
                    .digest((cookie + Integer.toUnsignedString(challenge)).getBytes(UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5", e);
        }
    }
}
