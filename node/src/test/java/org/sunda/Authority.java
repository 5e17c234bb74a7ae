package org.sunda;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;

/// An authority that issues certificates for tests: on the spot, by no other program.
public final class Authority {
    private static final byte[] ECDSA_SHA256 = {6, 8, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 4, 3, 2};
    private static final byte[] BASIC_CONSTRAINTS = {6, 3, 0x55, 0x1d, 0x13};
    private static final byte[] ALTERNATIVE_NAMES = {6, 3, 0x55, 0x1d, 0x11};
    private static final byte[] CRITICAL = {1, 1, (byte) 0xff};
    private static final byte SEQUENCE = 0x30;
    private static final byte OCTET_STRING = 4;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String name;
    private final KeyPair pair;
    private final byte[] certificate;

    private Authority(String name, KeyPair pair, byte[] certificate) {
        this.name = name;
        this.pair = pair;
        this.certificate = certificate;
    }

    /// A certificate and its key as PEM.
    public record Issued(String certificate, String key) {
        /// Writes both, and answers the files.
        public Paths write(Path folder, String name) throws IOException {
            Path certificateFile = Files.writeString(folder.resolve(name + "-cert.pem"), certificate);
            return new Paths(certificateFile, Files.writeString(folder.resolve(name + "-key.pem"), key));
        }
    }

    /// Where an [Issued] lies.
    public record Paths(Path certificate, Path key) {}

    /// An authority of its own.
    public static Authority create(String name) {
        KeyPair pair = pair("EC");
        byte[] constraints = sequence(BASIC_CONSTRAINTS, CRITICAL, element(OCTET_STRING, sequence(CRITICAL)));
        byte[] certificate = certificate(name, pair, name, pair, Instant.now().plusSeconds(86_400), constraints);
        return new Authority(name, pair, certificate);
    }

    /// Its own certificate as PEM.
    public String pem() {
        return pem("CERTIFICATE", certificate);
    }

    /// A certificate for these hosts, addresses or node names, that is good for a day.
    public Issued issue(String... names) {
        return issue("EC", Instant.now().plusSeconds(86_400), List.of(names));
    }

    /// As [#issue], with a key of that kind, until then.
    public Issued issue(String kind, Instant until, List<String> names) {
        KeyPair own = pair(kind);
        // Erlang looks for the address in a node's name among the names of hosts, Java among the addresses.
        byte[][] alternatives = names.stream()
                .flatMap(name -> isAddress(name) ? Stream.of(address(name), host(name)) : Stream.of(host(name)))
                .toArray(byte[][]::new);
        byte[] extension = sequence(ALTERNATIVE_NAMES, element(OCTET_STRING, sequence(alternatives)));
        byte[] issued = certificate(name, pair, "sunda test", own, until, extension);
        return new Issued(pem("CERTIFICATE", issued), pem("PRIVATE KEY", encoded(own.getPrivate())));
    }

    private static KeyPair pair(String kind) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(kind);
            if (!kind.equals("Ed25519")) {
                generator.initialize(kind.equals("EC") ? 256 : 2048);
            }
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] certificate(
            String issuer, KeyPair signer, String subject, KeyPair owner, Instant until, byte[] extension) {
        byte[] algorithm = sequence(ECDSA_SHA256);
        byte[] body = sequence(
                element((byte) 0xa0, new byte[] {2, 1, 2}),
                element(
                        (byte) 2,
                        new BigInteger(100, RANDOM).add(BigInteger.ONE).toByteArray()),
                algorithm,
                new X500Principal("CN=" + issuer).getEncoded(),
                sequence(time(until.minusSeconds(172_800)), time(until)),
                new X500Principal("CN=" + subject).getEncoded(),
                encoded(owner.getPublic()),
                element((byte) 0xa3, sequence(extension)));
        try {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(signer.getPrivate());
            signature.update(body);
            return sequence(body, algorithm, element((byte) 3, concat(new byte[] {0}, signature.sign())));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] encoded(Key key) {
        byte[] bytes = key.getEncoded();
        if (bytes == null) {
            throw new AssertionError("a key without a form");
        }
        return bytes;
    }

    private static byte[] time(Instant instant) {
        String text = DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").format(instant.atOffset(ZoneOffset.UTC));
        return element((byte) 0x17, text.getBytes(US_ASCII));
    }

    private static boolean isAddress(String name) {
        return name.matches("[0-9.]+|.*:.*");
    }

    private static byte[] address(String name) {
        try {
            return element((byte) 0x87, InetAddress.getByName(name).getAddress());
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    /// A host, or a node in the form of a mail address.
    private static byte[] host(String name) {
        return element((byte) (name.contains("@") ? 0x81 : 0x82), name.getBytes(US_ASCII));
    }

    private static String pem(String label, byte[] content) {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + label + "-----\n" + text + "\n-----END " + label + "-----\n";
    }

    private static byte[] sequence(byte[]... parts) {
        return element(SEQUENCE, concat(parts));
    }

    private static byte[] element(byte tag, byte[] content) {
        byte low = (byte) content.length;
        byte[] head;
        if (content.length < 0x80) {
            head = new byte[] {tag, low};
        } else if (content.length < 0x100) {
            head = new byte[] {tag, (byte) 0x81, low};
        } else {
            head = new byte[] {tag, (byte) 0x82, (byte) (content.length >> Byte.SIZE), low};
        }
        return concat(head, content);
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
