package org.sunda.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/// Makes an engine for each connection, by [TlsSettings]. Any thread may use it; it may read files.
public final class TlsEngines {
    private static final System.Logger LOG = System.getLogger("org.sunda.tls");

    private final TlsSettings settings;

    /// Guarded by `this`: what the files held when they looked so.
    private SSLContext context;

    /// Guarded by `this`: how the files looked when they were read, or when they could not be used.
    private List<Stamp> stamps;

    /// How a file looks from outside; a missing one looks like nothing.
    private record Stamp(
            @Nullable FileTime time, long size, @Nullable Object key) {
        static Stamp of(Path file) {
            try {
                BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
                return new Stamp(now.lastModifiedTime(), now.size(), now.fileKey());
            } catch (IOException _) {
                return new Stamp(null, -1, null);
            }
        }
    }

    private TlsEngines(TlsSettings settings, SSLContext context, List<Stamp> stamps) {
        this.settings = settings;
        this.context = context;
        this.stamps = stamps;
    }

    /// Reads the files.
    ///
    /// @throws IOException when one cannot be used, or this JVM lacks a protocol or cipher of the settings
    public static TlsEngines open(TlsSettings settings) throws IOException {
        List<Stamp> stamps = stamps(settings);
        TlsEngines engines = new TlsEngines(settings, Credentials.context(settings), stamps);
        try {
            engines.connecting("localhost");
        } catch (IllegalArgumentException e) {
            throw new IOException("TLS cannot be set up as it is asked for: " + e.getMessage(), e);
        }
        return engines;
    }

    /// An engine for a connection that a peer makes.
    public SSLEngine accepting() {
        SSLEngine engine = context().createSSLEngine();
        engine.setUseClientMode(false);
        SSLParameters parameters = parameters();
        if (settings.verifyPeer() && settings.requireClientCertificate()) {
            parameters.setNeedClientAuth(true);
        } else {
            parameters.setWantClientAuth(settings.verifyPeer());
        }
        engine.setSSLParameters(parameters);
        return engine;
    }

    /// An engine for a connection to a host.
    public SSLEngine connecting(String host) {
        // The port only tells sessions apart.
        SSLEngine engine = context().createSSLEngine(host, 0);
        engine.setUseClientMode(true);
        SSLParameters parameters = parameters();
        if (settings.verifyPeer() && settings.verifyHost()) {
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
        if (!isAddress(host)) {
            try {
                parameters.setServerNames(List.of(new SNIHostName(host)));
            } catch (IllegalArgumentException e) {
                LOG.log(System.Logger.Level.DEBUG, "{0} is no name that TLS can send: {1}", host, e.getMessage());
            }
        }
        engine.setSSLParameters(parameters);
        return engine;
    }

    private static boolean isAddress(String host) {
        return host.matches("[0-9.]+") || host.indexOf(':') >= 0;
    }

    private SSLParameters parameters() {
        SSLParameters parameters = new SSLParameters();
        parameters.setProtocols(settings.protocols().toArray(String[]::new));
        parameters.setCipherSuites(settings.ciphers().toArray(String[]::new));
        return parameters;
    }

    /// Why a peer may not have that node name, after its TLS handshake; null when it may.
    ///
    /// @return one sentence
    public @Nullable String refusal(SSLEngine engine, String node) {
        BiPredicate<X509Certificate, String> allowed = settings.nodeNames();
        if (allowed == null) {
            return null;
        }
        try {
            Certificate[] chain = engine.getSession().getPeerCertificates();
            if (chain[0] instanceof X509Certificate shown) {
                return allowed.test(shown, node)
                        ? null
                        : "the certificate that it shows (for " + PeerNames.of(shown) + ") may not be used by " + node;
            }
        } catch (SSLPeerUnverifiedException _) {
            // Said below.
        }
        return "it shows no certificate, so it may not be " + node;
    }

    private synchronized SSLContext context() {
        List<Stamp> now = stamps(settings);
        if (!now.equals(stamps)) {
            stamps = now;
            try {
                context = Credentials.context(settings);
                LOG.log(System.Logger.Level.INFO, "the TLS files have changed and were read again");
            } catch (IOException e) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "the TLS files have changed and cannot be used, what they held before stays: {0}",
                        e.getMessage());
            }
        }
        return context;
    }

    private static List<Stamp> stamps(TlsSettings settings) {
        return switch (settings.source()) {
            case TlsSettings.Source.Files(Path certificate, Path key, Path authorities) -> {
                List<Stamp> stamps = new ArrayList<>();
                Stream.of(certificate, key).map(Stamp::of).forEach(stamps::add);
                if (authorities != null) {
                    stamps.add(Stamp.of(authorities));
                }
                yield List.copyOf(stamps);
            }
            case TlsSettings.Source.Ready _ -> List.of();
        };
    }
}
