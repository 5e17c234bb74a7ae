package org.sunda.dist;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// What epmd and its clients say to each other (protocol section a.3), as bytes. Pure.
final class EpmdMessages {
    static final int ALIVE2_REQ = 120;
    static final int ALIVE2_RESP = 121;
    static final int ALIVE2_X_RESP = 118;
    static final int PORT_PLEASE2_REQ = 122;
    static final int PORT2_RESP = 119;
    static final int NAMES_REQ = 110;
    static final int DUMP_REQ = 100;
    static final int KILL_REQ = 107;
    static final int STOP_REQ = 115;

    /// The version of the distribution protocol that we speak, and no other.
    static final int DIST_VERSION = 6;

    /// The most bytes of a name: as much as an atom of 255 characters takes.
    static final int MAX_NAME_BYTES = 4 * 255;

    private static final int ALIVE_FIXED_BYTES = 13;
    private static final byte TYPE_HIDDEN = 'H';
    private static final byte TYPE_NORMAL = 'M';
    private static final byte PROTOCOL_TCP_IPV4 = 0;

    private EpmdMessages() {}

    /// A node as epmd knows it: the body of ALIVE2_REQ, and of PORT2_RESP.
    record Alive(String name, int port, boolean hidden, int highest, int lowest) {
        /// A node that speaks our version of the protocol.
        Alive(String name, int port, boolean hidden) {
            this(name, port, hidden, DIST_VERSION, DIST_VERSION);
        }

        /// The fields from the port on.
        private byte[] fields() {
            byte[] text = name.getBytes(StandardCharsets.UTF_8);
            ByteBuffer out = ByteBuffer.allocate(ALIVE_FIXED_BYTES - 1 + text.length);
            out.putShort((short) port).put(hidden ? TYPE_HIDDEN : TYPE_NORMAL).put(PROTOCOL_TCP_IPV4);
            out.putShort((short) highest).putShort((short) lowest);
            out.putShort((short) text.length).put(text);
            return out.putShort((short) 0).array();
        }

        /// The whole ALIVE2_REQ.
        byte[] request() {
            return EpmdMessages.request(ALIVE2_REQ, fields());
        }

        /// The whole PORT2_RESP that finds this node.
        byte[] found() {
            byte[] fields = fields();
            return ByteBuffer.allocate(2 + fields.length)
                    .put((byte) PORT2_RESP)
                    .put((byte) 0)
                    .put(fields)
                    .array();
        }

        /// Reads the fields from the port on; what follows the name is ignored.
        static Alive read(ByteBuffer in) throws ProtocolException {
            require(in, 10, "the fields of a node");
            int port = unsignedShort(in);
            boolean hidden = in.get() == TYPE_HIDDEN;
            in.get();
            int highest = unsignedShort(in);
            int lowest = unsignedShort(in);
            int length = unsignedShort(in);
            require(in, length, "the name of a node");
            if (length == 0 || length > MAX_NAME_BYTES) {
                throw new ProtocolException("a name of " + length + " bytes (protocol section a.3)");
            }
            byte[] text = new byte[length];
            in.get(text);
            return new Alive(new String(text, StandardCharsets.UTF_8), port, hidden, highest, lowest);
        }
    }

    /// A request: its length, its number and what follows.
    static byte[] request(int number, byte... body) {
        return ByteBuffer.allocate(3 + body.length)
                .putShort((short) (1 + body.length))
                .put((byte) number)
                .put(body)
                .array();
    }

    /// A request for the port of a node.
    static byte[] portPlease(String name) {
        return request(PORT_PLEASE2_REQ, name.getBytes(StandardCharsets.UTF_8));
    }

    /// The answer that no such node is registered.
    static byte[] notFound() {
        return new byte[] {PORT2_RESP, 1};
    }

    /// The answer to ALIVE2_REQ, in the form that the client understands.
    static byte[] aliveReply(Alive client, boolean registered, int creation) {
        byte result = (byte) (registered ? 0 : 1);
        if (client.highest() >= DIST_VERSION) {
            return ByteBuffer.allocate(6)
                    .put((byte) ALIVE2_X_RESP)
                    .put(result)
                    .putInt(creation)
                    .array();
        }
        // Old clients know the creations 1 to 3 only.
        return new byte[] {ALIVE2_RESP, result, 0, (byte) (1 + Integer.remainderUnsigned(creation, 3))};
    }

    static int unsignedShort(ByteBuffer in) {
        return Short.toUnsignedInt(in.getShort());
    }

    private static void require(ByteBuffer in, int bytes, String what) throws ProtocolException {
        if (in.remaining() < bytes) {
            throw new ProtocolException(
                    what + " take " + bytes + " bytes, but " + in.remaining() + " are there (protocol section a.3)");
        }
    }
}
