package org.sunda.tls;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.BiPredicate;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// How a node speaks TLS with its peers, both where it connects and where it accepts. Immutable; made by a
/// [Builder].
///
/// The defaults trust nobody by accident: both sides show a certificate of the authorities in
/// [Builder#authorities], and that of a node to which this one connects names its host.
public final class TlsSettings {
    private final Source source;
    private final boolean verifyPeer;
    private final boolean requireClientCertificate;
    private final boolean verifyHost;
    private final @Nullable BiPredicate<X509Certificate, String> nodeNames;
    private final List<String> protocols;
    private final List<String> ciphers;

    /// Where certificates and keys come from.
    sealed interface Source {
        /// PEM files, which are read again when they change.
        record Files(Path certificate, Path key, @Nullable Path authorities) implements Source {}

        /// What somebody else keeps.
        record Ready(SSLContext context) implements Source {}
    }

    private TlsSettings(Builder from) {
        this.source = from.source;
        this.verifyPeer = from.verifyPeer;
        this.requireClientCertificate = from.requireClientCertificate;
        this.verifyHost = from.verifyHost;
        this.nodeNames = from.nodeNames;
        this.protocols = from.protocols;
        this.ciphers = from.ciphers;
    }

    /// Settings with a certificate and key in PEM files. They are read when the node starts, and again for the
    /// next connection after they have changed; while a changed one cannot be used the old one stays.
    ///
    /// @param certificate the certificate of this node, and behind it those between it and the authority
    /// @param key its private key, not encrypted: PKCS#8 (`PRIVATE KEY`), `RSA PRIVATE KEY` or
    ///     `EC PRIVATE KEY`. May be the same file.
    public static Builder files(Path certificate, Path key) {
        return new Builder(new Source.Files(certificate, key, null));
    }

    /// Settings with certificates, keys and trust of the caller's own.
    public static Builder context(SSLContext context) {
        return new Builder(new Source.Ready(context));
    }

    Source source() {
        return source;
    }

    /// Whether a peer has to prove who it is.
    public boolean verifyPeer() {
        return verifyPeer;
    }

    /// Whether a peer that connects must show a certificate.
    public boolean requireClientCertificate() {
        return requireClientCertificate;
    }

    /// Whether the certificate of a node to which this one connects must name its host.
    public boolean verifyHost() {
        return verifyHost;
    }

    /// Which certificate may be shown by which node, or null when any that is believed may.
    public @Nullable BiPredicate<X509Certificate, String> nodeNames() {
        return nodeNames;
    }

    /// The versions of TLS, as JSSE names them.
    public List<String> protocols() {
        return protocols;
    }

    /// The cipher suites in the order of preference, as JSSE names them.
    public List<String> ciphers() {
        return ciphers;
    }

    /// Collects settings.
    public static final class Builder {
        private Source source;
        private boolean verifyPeer = true;
        private boolean requireClientCertificate = true;
        private boolean verifyHost = true;
        private @Nullable BiPredicate<X509Certificate, String> nodeNames;
        private List<String> protocols = List.of("TLSv1.3", "TLSv1.2");

        /// Both are safe, and AES with 128 bits is the fastest on each machine that has instructions for it.
        private List<String> ciphers = List.of(
                "TLS_AES_128_GCM_SHA256",
                "TLS_AES_256_GCM_SHA384",
                "TLS_CHACHA20_POLY1305_SHA256",
                "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
                "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
                "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
                "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
                "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
                "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

        private Builder(Source source) {
            this.source = source;
        }

        /// The PEM file of the authorities whose certificates are believed; read again when it changes.
        ///
        /// @throws IllegalStateException when the settings have an [SSLContext], which knows whom to believe
        public Builder authorities(Path file) {
            source = switch (source) {
                case Source.Files files -> new Source.Files(files.certificate(), files.key(), file);
                case Source.Ready ready ->
                    throw new IllegalStateException("the SSLContext " + ready.context() + " knows whom to believe");
            };
            return this;
        }

        /// Whether a peer has to prove who it is. Default: yes. Without it the connection is secret, but
        /// anybody may be at its other end; only the cookie tells.
        public Builder verifyPeer(boolean value) {
            verifyPeer = value;
            return this;
        }

        /// Whether a peer that connects must show a certificate. Default: yes; for Erlang peers it is the
        /// option `client_certfile`. Without it a certificate is verified when one is shown.
        public Builder requireClientCertificate(boolean value) {
            requireClientCertificate = value;
            return this;
        }

        /// Whether the certificate of a node to which this one connects must name the host of the node's name,
        /// as a browser asks of a server. Default: yes.
        public Builder verifyHost(boolean value) {
            verifyHost = value;
            return this;
        }

        /// Which node may show which certificate, asked for in both directions. Without this, the default,
        /// whoever has any certificate of the authorities can take the name of any node.
        ///
        /// @param allowed given the certificate that the peer has proved to own, and its node name
        public Builder nodeNames(BiPredicate<X509Certificate, String> allowed) {
            nodeNames = allowed;
            return this;
        }

        /// Asks that each certificate, in both directions, names its node: the full node name or its host is a
        /// subject alternative name or the common name.
        public Builder requireNodeNames() {
            return nodeNames((certificate, node) -> PeerNames.of(certificate).include(node));
        }

        /// The versions of TLS, as JSSE names them. Default: TLSv1.3 and TLSv1.2.
        public Builder protocols(List<String> names) {
            protocols = List.copyOf(names);
            return this;
        }

        /// The cipher suites in the order of preference, as JSSE names them. Default: those with
        /// authenticated encryption, AES with 128 bits first.
        public Builder ciphers(List<String> names) {
            ciphers = List.copyOf(names);
            return this;
        }

        /// The settings with what was collected so far.
        ///
        /// @throws IllegalArgumentException when peers are to be verified and nobody says by which authorities
        public TlsSettings build() {
            if (verifyPeer && source instanceof Source.Files(var _, var _, Path authorities) && authorities == null) {
                throw new IllegalArgumentException("TLS needs a file of authorities to verify peers: name one, or do "
                        + "without verification in so many words");
            }
            return new TlsSettings(this);
        }
    }
}
