package org.sunda.bench.echo;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import org.sunda.bench.process.Programs;

/// A certificate that was made for one run, and Erlang's options with it: everybody the same version and cipher, and
/// nobody asked who he is, since that is done once for a connection and not measured.
///
/// @param options for `-ssl_dist_optfile`
record TlsFiles(Path certificate, Path key, Path options) {
    private static final String PASSWORD = "sunda-bench";
    private static final int LINE = 64;

    /// Makes them with the JDK's `keytool`.
    static TlsFiles in(Path folder) throws IOException, InterruptedException {
        Path store = folder.resolve("store.p12");
        Programs.run(
                folder,
                Path.of(System.getProperty("java.home", ""), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "node",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD);
        Path certificate = folder.resolve("certificate.pem");
        Path key = folder.resolve("key.pem");
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore entries = KeyStore.getInstance("PKCS12");
            entries.load(in, PASSWORD.toCharArray());
            Files.writeString(
                    certificate,
                    pem("CERTIFICATE", entries.getCertificate("node").getEncoded()));
            Files.writeString(
                    key,
                    pem(
                            "PRIVATE KEY",
                            entries.getKey("node", PASSWORD.toCharArray()).getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IOException("what keytool made cannot be read: " + e.getMessage(), e);
        }
        String common = """
            [{certfile, "%s"}, {keyfile, "%s"}, {verify, verify_none}, {versions, ['tlsv1.3']},
             {ciphers, ["TLS_AES_128_GCM_SHA256"]}]""".formatted(certificate, key);
        Path options = folder.resolve("tls.options");
        Files.writeString(options, "[{server, %s}, {client, %s}].\n".formatted(common, common));
        return new TlsFiles(certificate, key, options);
    }

    private static String pem(String what, byte[] bytes) {
        String text = Base64.getMimeEncoder(LINE, "\n".getBytes(US_ASCII)).encodeToString(bytes);
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, text, what);
    }
}
