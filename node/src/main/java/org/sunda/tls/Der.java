package org.sunda.tls;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// As much DER as it takes to put an old form of a private key into the one that the JDK reads (PKCS#8, RFC
/// 5208): an algorithm beside the key as it was.
final class Der {
    private static final byte SEQUENCE = 0x30;
    private static final byte OCTET_STRING = 0x04;
    private static final byte OBJECT_IDENTIFIER = 0x06;

    /// The parameters in an EC key, RFC 5915: explicit tag 0.
    private static final byte PARAMETERS = (byte) 0xa0;

    private static final byte[] VERSION_0 = {2, 1, 0};

    /// rsaEncryption, 1.2.840.113549.1.1.1, and its parameters, which are null.
    private static final byte[] RSA = {6, 9, 0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 1, 1, 1, 5, 0};

    /// id-ecPublicKey, 1.2.840.10045.2.1.
    private static final byte[] EC = {6, 7, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 2, 1};

    private Der() {}

    /// The key of a block `RSA PRIVATE KEY` (RFC 8017, appendix A.1.2).
    static byte[] pkcs8OfRsa(byte[] key) {
        return pkcs8(RSA, key);
    }

    /// The key of a block `EC PRIVATE KEY` (RFC 5915), or null when it does not name its curve.
    static byte @Nullable [] pkcs8OfEc(byte[] key) {
        byte[] curve = curve(key);
        return curve == null ? null : pkcs8(concat(EC, curve), key);
    }

    private static byte[] pkcs8(byte[] algorithm, byte[] key) {
        return element(SEQUENCE, concat(VERSION_0, element(SEQUENCE, algorithm), element(OCTET_STRING, key)));
    }

    /// The identifier of the curve: in a sequence of a version, the private number and the parameters.
    private static byte @Nullable [] curve(byte[] key) {
        int end = key.length;
        for (int at = contentOf(key, 0); at >= 0 && at < end; ) {
            int content = contentOf(key, at);
            int length = content < 0 ? -1 : lengthAt(key, at + 1);
            if (length < 0 || length > end - content) {
                return null;
            }
            if (key[at] == PARAMETERS) {
                boolean named = length > 0 && key[content] == OBJECT_IDENTIFIER;
                return named ? Arrays.copyOfRange(key, content, content + length) : null;
            }
            at = content + length;
        }
        return null;
    }

    /// Where the content of the element at `at` begins, or -1 when there is none.
    private static int contentOf(byte[] bytes, int at) {
        if (at + 1 >= bytes.length) {
            return -1;
        }
        int first = bytes[at + 1] & 0xff;
        int content = at + 2 + (first < 0x80 ? 0 : first & 0x7f);
        return content <= bytes.length ? content : -1;
    }

    private static int lengthAt(byte[] bytes, int at) {
        int first = bytes[at] & 0xff;
        if (first < 0x80) {
            return first;
        }
        int length = 0;
        for (int i = 1; i <= (first & 0x7f); i++) {
            if (length >= 1 << 16) {
                return -1;
            }
            length = length << Byte.SIZE | bytes[at + i] & 0xff;
        }
        return length;
    }

    private static byte[] element(byte tag, byte[] content) {
        byte low = (byte) content.length;
        if (content.length < 0x80) {
            return concat(new byte[] {tag, low}, content);
        }
        if (content.length < 0x100) {
            return concat(new byte[] {tag, (byte) 0x81, low}, content);
        }
        return concat(new byte[] {tag, (byte) 0x82, (byte) (content.length >> Byte.SIZE), low}, content);
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
