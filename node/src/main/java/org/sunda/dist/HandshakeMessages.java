package org.sunda.dist;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.sunda.term.Atom;

/// The messages of the handshake (protocol section a.4) as bytes, without their length. Pure.
// Digests are compared by MessageDigest.isEqual and nowhere else, so the arrays do no harm in records.
@SuppressWarnings("ArrayRecordComponent")
final class HandshakeMessages {
    static final int DIGEST_BYTES = 16;

    static final byte NAME = 'N';
    static final byte OLD_NAME = 'n';
    static final byte STATUS = 's';
    static final byte CHALLENGE = 'N';
    static final byte CHALLENGE_REPLY = 'r';
    static final byte CHALLENGE_ACK = 'a';

    static final String OK = "ok";
    static final String OK_SIMULTANEOUS = "ok_simultaneous";
    static final String NOK = "nok";
    static final String NOT_ALLOWED = "not_allowed";
    static final String ALIVE = "alive";
    static final String NAMED = "named:";
    static final String TRUE = "true";
    static final String FALSE = "false";

    /// What leaves room in an atom for the name before the host.
    private static final int MOST_HOST_CHARACTERS = 240;

    private static final int NAME_FIXED_BYTES = 15;
    private static final int CHALLENGE_FIXED_BYTES = 19;
    private static final int CHALLENGE_REPLY_BYTES = 21;
    private static final int CHALLENGE_ACK_BYTES = 17;

    private HandshakeMessages() {}

    /// Step 1: who the initiator is. The name is kept as text, since with NAME_ME it is only a host.
    record Name(long flags, int creation, String name) {
        byte[] encode() {
            byte[] text = encodeName(name);
            return ByteBuffer.allocate(NAME_FIXED_BYTES + text.length)
                    .put(NAME)
                    .putLong(flags)
                    .putInt(creation)
                    .putShort((short) text.length)
                    .put(text)
                    .array();
        }

        static Name decode(byte[] message) throws HandshakeException {
            if (message.length > 0 && message[0] == OLD_NAME) {
                throw new HandshakeException("the peer speaks the handshake of OTP 22 and older (send_name 'n'); "
                        + "this node speaks that of OTP 23 and newer (protocol section a.4)");
            }
            ByteBuffer in = open(message, NAME, NAME_FIXED_BYTES, "send_name");
            return new Name(in.getLong(), in.getInt(), decodeName(in, "send_name"));
        }
    }

    /// Steps 2 and 2b: a word.
    record Status(String text) {
        byte[] encode() {
            byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
            return ByteBuffer.allocate(1 + bytes.length).put(STATUS).put(bytes).array();
        }

        static Status decode(byte[] message) throws HandshakeException {
            ByteBuffer in = open(message, STATUS, 2, "send_status");
            return new Status(StandardCharsets.ISO_8859_1.decode(in).toString());
        }
    }

    /// Step 2, for an initiator that has no name: the name and the creation that it has from now on.
    record Named(String name, int creation) {
        private static final byte[] HEAD = ((char) STATUS + NAMED).getBytes(StandardCharsets.ISO_8859_1);

        /// Whether a status is this one.
        static boolean is(byte[] message) {
            return message.length >= HEAD.length && Arrays.equals(message, 0, HEAD.length, HEAD, 0, HEAD.length);
        }

        byte[] encode() {
            byte[] text = name.getBytes(StandardCharsets.UTF_8);
            return ByteBuffer.allocate(HEAD.length + Short.BYTES + text.length + Integer.BYTES)
                    .put(HEAD)
                    .putShort((short) text.length)
                    .put(text)
                    .putInt(creation)
                    .array();
        }

        static Named decode(byte[] message) throws HandshakeException {
            ByteBuffer in = ByteBuffer.wrap(message, HEAD.length, message.length - HEAD.length);
            int length = in.remaining() < Short.BYTES ? 0 : Short.toUnsignedInt(in.getShort());
            if (in.remaining() < length + Integer.BYTES) {
                throw new HandshakeException("a status named: ends in the middle of its name or creation "
                        + "(protocol section a.4, NAME_ME)");
            }
            byte[] text = new byte[length];
            in.get(text);
            try {
                String name = StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(text))
                        .toString();
                return new Named(name, in.getInt());
            } catch (CharacterCodingException _) {
                throw new HandshakeException(
                        "the name in a status named: is not UTF-8 (protocol section a.4, NAME_ME)");
            }
        }
    }

    /// Step 3: who the acceptor is, and what the initiator has to prove.
    record Challenge(long flags, int challenge, int creation, String name) {
        byte[] encode() {
            byte[] text = encodeName(name);
            return ByteBuffer.allocate(CHALLENGE_FIXED_BYTES + text.length)
                    .put(CHALLENGE)
                    .putLong(flags)
                    .putInt(challenge)
                    .putInt(creation)
                    .putShort((short) text.length)
                    .put(text)
                    .array();
        }

        static Challenge decode(byte[] message) throws HandshakeException {
            ByteBuffer in = open(message, CHALLENGE, CHALLENGE_FIXED_BYTES, "send_challenge");
            return new Challenge(in.getLong(), in.getInt(), in.getInt(), decodeName(in, "send_challenge"));
        }
    }

    /// Step 4: the initiator's proof, and what the acceptor has to prove.
    record ChallengeReply(int challenge, byte[] digest) {
        byte[] encode() {
            return ByteBuffer.allocate(CHALLENGE_REPLY_BYTES)
                    .put(CHALLENGE_REPLY)
                    .putInt(challenge)
                    .put(digest)
                    .array();
        }

        static ChallengeReply decode(byte[] message) throws HandshakeException {
            ByteBuffer in = open(message, CHALLENGE_REPLY, CHALLENGE_REPLY_BYTES, "send_challenge_reply");
            requireEnd(message, CHALLENGE_REPLY_BYTES, "send_challenge_reply");
            return new ChallengeReply(in.getInt(), readDigest(in));
        }
    }

    /// Step 5: the acceptor's proof.
    record ChallengeAck(byte[] digest) {
        byte[] encode() {
            return ByteBuffer.allocate(CHALLENGE_ACK_BYTES)
                    .put(CHALLENGE_ACK)
                    .put(digest)
                    .array();
        }

        static ChallengeAck decode(byte[] message) throws HandshakeException {
            ByteBuffer in = open(message, CHALLENGE_ACK, CHALLENGE_ACK_BYTES, "send_challenge_ack");
            requireEnd(message, CHALLENGE_ACK_BYTES, "send_challenge_ack");
            return new ChallengeAck(readDigest(in));
        }
    }

    /// What proves the cookie to the one who sent the challenge: MD5 over the cookie and the challenge in
    /// decimal.
    static byte[] digest(byte[] cookie, int challenge) {
        try {
            MessageDigest md5 = MessageDigest.getInstance("MD5");
            md5.update(cookie);
            return md5.digest(Integer.toUnsignedString(challenge).getBytes(StandardCharsets.US_ASCII));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM has no MD5, which the distribution protocol needs", e);
        }
    }

    /// The node of that name.
    static Atom node(String name) throws HandshakeException {
        try {
            Atom node = Atom.of(name);
            NodeName.of(node);
            return node;
        } catch (IllegalArgumentException e) {
            throw new HandshakeException("the peer's name is none: " + e.getMessage() + " (protocol section a.4)");
        }
    }

    /// A node of that host that has no name yet, as `erl -sname undefined` calls it.
    static Atom nameless(String host) throws HandshakeException {
        if (host.isEmpty()
                || host.length() > MOST_HOST_CHARACTERS
                || !host.chars().allMatch(HandshakeMessages::isOfHost)) {
            throw new HandshakeException(
                    "a caller that asks for a name does not say its host in 1 to " + MOST_HOST_CHARACTERS
                            + " characters of ASCII without '@' and spaces (protocol section a.4, NAME_ME)");
        }
        return Atom.of(NodeName.UNDEFINED + "@" + host);
    }

    private static boolean isOfHost(int character) {
        return character > ' ' && character < 0x7f && character != '@';
    }

    private static ByteBuffer open(byte[] message, byte tag, int least, String what) throws HandshakeException {
        if (message.length < 1 || message[0] != tag) {
            throw new HandshakeException("expected " + what + ", but "
                    + (message.length == 0
                            ? "an empty message"
                            : "a message that starts with byte " + (message[0] & 0xff))
                    + " came (protocol section a.4)");
        }
        if (message.length < least) {
            throw new HandshakeException(
                    what + " has at least " + least + " bytes, but " + message.length + " came (protocol section a.4)");
        }
        return ByteBuffer.wrap(message, 1, message.length - 1);
    }

    private static void requireEnd(byte[] message, int length, String what) throws HandshakeException {
        if (message.length != length) {
            throw new HandshakeException(
                    what + " has " + length + " bytes, but " + message.length + " came (protocol section a.4)");
        }
    }

    private static byte[] readDigest(ByteBuffer in) {
        byte[] digest = new byte[DIGEST_BYTES];
        in.get(digest);
        return digest;
    }

    /// What stands behind the name is an extension of later versions and ignored.
    private static String decodeName(ByteBuffer in, String what) throws HandshakeException {
        int length = Short.toUnsignedInt(in.getShort());
        if (length > in.remaining()) {
            throw new HandshakeException("the name in " + what + " has " + length + " bytes, but only " + in.remaining()
                    + " came (protocol section a.4)");
        }
        ByteBuffer text = in.slice(in.position(), length);
        return decodeText(text);
    }

    /// Names are Latin-1 where they can be, as a BEAM sends them; in practice they are ASCII.
    private static byte[] encodeName(String name) {
        Charset latin1 = StandardCharsets.ISO_8859_1;
        return name.getBytes(latin1.newEncoder().canEncode(name) ? latin1 : StandardCharsets.UTF_8);
    }

    private static String decodeText(ByteBuffer text) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(text.duplicate()).toString();
        } catch (CharacterCodingException _) {
            return StandardCharsets.ISO_8859_1.decode(text).toString();
        }
    }
}
