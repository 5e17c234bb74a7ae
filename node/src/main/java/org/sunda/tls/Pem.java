package org.sunda.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads files of certificates and keys in PEM (RFC 7468): what stands between the blocks is for people.
final class Pem {
    /// Far more than a bundle of all public authorities.
    private static final long MOST_BYTES = 4L << 20;

    private static final Pattern BLOCK = Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----");

    /// In the order of their use in the field; each refuses keys of another kind.
    private static final List<String> KEY_KINDS = List.of("RSA", "EC", "EdDSA", "RSASSA-PSS");

    private Pem() {}

    // Read once and never compared.
    @SuppressWarnings("ArrayRecordComponent")
    private record Block(String label, byte[] content) {}

    /// The certificates of a file, at least one, in the order of the file.
    ///
    /// @throws IOException when the file cannot be read or holds something else
    static List<X509Certificate> certificates(Path file) throws IOException {
        List<X509Certificate> certificates = new ArrayList<>();
        for (Block block : blocks(file)) {
            if (block.label().equals("CERTIFICATE") || block.label().equals("TRUSTED CERTIFICATE")) {
                certificates.add(certificate(file, block.content()));
            }
        }
        if (certificates.isEmpty()) {
            throw new IOException(file + " holds no certificate: a PEM file begins -----BEGIN CERTIFICATE-----");
        }
        return certificates;
    }

    private static X509Certificate certificate(Path file, byte[] content) throws IOException {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(content));
        } catch (CertificateException e) {
            throw new IOException(file + " holds a certificate that cannot be read: " + e.getMessage(), e);
        }
    }

    /// The first private key of a file.
    ///
    /// @throws IOException when the file cannot be read or holds none that is understood
    static PrivateKey privateKey(Path file) throws IOException {
        for (Block block : blocks(file)) {
            byte[] pkcs8 = pkcs8(file, block);
            if (pkcs8 != null) {
                return privateKey(file, pkcs8);
            }
        }
        throw new IOException(file + " holds no private key: a PEM file of a key begins -----BEGIN PRIVATE KEY-----");
    }

    private static byte @Nullable [] pkcs8(Path file, Block block) throws IOException {
        return switch (block.label()) {
            case "PRIVATE KEY" -> block.content();
            case "RSA PRIVATE KEY" -> Der.pkcs8OfRsa(block.content());
            case "EC PRIVATE KEY" -> {
                byte[] pkcs8 = Der.pkcs8OfEc(block.content());
                if (pkcs8 == null) {
                    throw new IOException(file + " holds a key that does not name its curve: convert it by "
                            + "openssl pkcs8 -topk8 -nocrypt");
                }
                yield pkcs8;
            }
            case "ENCRYPTED PRIVATE KEY" ->
                throw new IOException(file + " holds an encrypted key: decrypt it by openssl pkcs8, and let only its "
                        + "owner read the file");
            default -> null;
        };
    }

    private static PrivateKey privateKey(Path file, byte[] pkcs8) throws IOException {
        for (String kind : KEY_KINDS) {
            try {
                return KeyFactory.getInstance(kind).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            } catch (GeneralSecurityException _) {
                // Of another kind.
            }
        }
        throw new IOException(file + " holds a private key that cannot be read: it is none of " + KEY_KINDS);
    }

    private static List<Block> blocks(Path file) throws IOException {
        List<Block> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(text(file));
        while (matcher.find()) {
            try {
                blocks.add(new Block(matcher.group(1), Base64.getMimeDecoder().decode(matcher.group(2))));
            } catch (IllegalArgumentException e) {
                throw new IOException(file + " holds a block " + matcher.group(1) + " that is no Base64", e);
            }
        }
        return blocks;
    }

    private static String text(Path file) throws IOException {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new IOException(file + " is longer than " + MOST_BYTES + " bytes: that is no file of "
                        + "certificates or keys");
            }
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw new IOException("there is no file " + file, e);
        }
    }
}
