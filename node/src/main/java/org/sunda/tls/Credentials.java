package org.sunda.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/// Makes an [SSLContext] of what files hold.
final class Credentials {
    private static final System.Logger LOG = System.getLogger("org.sunda.tls");

    /// Stores in memory need a password, which protects nothing.
    private static final char[] NO_PASSWORD = new char[0];

    private static final byte[] NO_BYTES = new byte[0];

    private Credentials() {}

    /// @throws IOException when a file cannot be used
    static SSLContext context(TlsSettings settings) throws IOException {
        return switch (settings.source()) {
            case TlsSettings.Source.Ready(SSLContext context) -> context;
            case TlsSettings.Source.Files(Path certificate, Path key, Path authorities) -> {
                KeyManager[] keys = keys(certificate, key);
                List<X509Certificate> believed = authorities == null ? List.of() : Pem.certificates(authorities);
                try {
                    SSLContext context = SSLContext.getInstance("TLS");
                    TrustManager trust = settings.verifyPeer() ? new PeerTrust(chains(believed)) : new NoTrust();
                    context.init(keys, new TrustManager[] {trust}, null);
                    yield context;
                } catch (GeneralSecurityException e) {
                    throw new IOException(
                            "the authorities in " + authorities + " cannot be used: " + e.getMessage(), e);
                }
            }
        };
    }

    private static KeyManager[] keys(Path certificate, Path key) throws IOException {
        List<X509Certificate> chain = Pem.certificates(certificate);
        PrivateKey own = Pem.privateKey(key);
        requireMatch(chain.getFirst(), certificate, own, key);
        warnOfDate(chain.getFirst(), certificate);
        return new KeyManager[] {new OwnKey(own, chain)};
    }

    private static void requireMatch(X509Certificate certificate, Path file, PrivateKey key, Path keyFile)
            throws IOException {
        if (!match(certificate.getPublicKey(), key)) {
            throw new IOException("the key in " + keyFile + " is not that of the first certificate in " + file);
        }
    }

    private static boolean match(PublicKey open, PrivateKey secret) {
        String algorithm = switch (secret.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> secret.getAlgorithm();
        };
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(secret);
            signature.update(NO_BYTES);
            byte[] signed = signature.sign();
            signature.initVerify(open);
            signature.update(NO_BYTES);
            return signature.verify(signed);
        } catch (GeneralSecurityException _) {
            return false;
        }
    }

    private static void warnOfDate(X509Certificate certificate, Path file) {
        String wrong = PeerTrust.wrongDate(certificate);
        if (wrong != null) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the certificate in {0} {1}: peers that verify it will refuse this node",
                    file,
                    wrong);
        }
    }

    private static X509ExtendedTrustManager chains(List<X509Certificate> believed) throws GeneralSecurityException {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, NO_PASSWORD);
            for (int i = 0; i < believed.size(); i++) {
                store.setCertificateEntry("authority " + i, believed.get(i));
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
            factory.init(store);
            return (X509ExtendedTrustManager) factory.getTrustManagers()[0];
        } catch (IOException e) {
            throw new GeneralSecurityException(e);
        }
    }
}
