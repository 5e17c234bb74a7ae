package org.sunda.tls;

import java.net.Socket;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/// Believes what the JDK believes, and says in one sentence why it does not.
final class PeerTrust extends X509ExtendedTrustManager {
    private final X509ExtendedTrustManager judge;

    PeerTrust(X509ExtendedTrustManager judge) {
        this.judge = judge;
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine) throws CertificateException {
        try {
            judge.checkClientTrusted(chain, kind, engine);
        } catch (CertificateException e) {
            throw explained(chain, "", e);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine) throws CertificateException {
        try {
            judge.checkServerTrusted(chain, kind, engine);
        } catch (CertificateException e) {
            throw explained(chain, engine.getPeerHost(), e);
        }
    }

    /// The cause of the JDK's exception stays the cause: it decides which alert the peer gets.
    private static CertificateException explained(X509Certificate[] chain, String host, CertificateException e) {
        String sentence = "its certificate " + (chain.length == 0 ? "is missing" : why(chain, host, e));
        return new CertificateException(sentence, e.getCause() == null ? e : e.getCause());
    }

    private static String why(X509Certificate[] chain, String host, CertificateException e) {
        for (X509Certificate each : chain) {
            String wrong = wrongDate(each);
            if (wrong != null) {
                return each.equals(chain[0])
                        ? wrong
                        : "cannot be believed: that of " + each.getSubjectX500Principal() + " " + wrong;
            }
        }

        String message = String.valueOf(e.getMessage());
        // So begins what the JDK says of names, and nothing else.
        if (e.getCause() == null && message.startsWith("No ")) {
            return "is for " + PeerNames.of(chain[0]) + ", and not for the host " + host + " of the node's name ("
                    + message + ")";
        }
        if (e.getCause() == null) {
            return "cannot be believed: " + message;
        }
        if (e.getCause() instanceof CertPathValidatorException broken
                && broken.getReason() != CertPathValidatorException.BasicReason.UNSPECIFIED) {
            return "cannot be believed: " + broken.getMessage();
        }
        return "is of an authority that this node does not believe, "
                + chain[chain.length - 1].getIssuerX500Principal();
    }

    /// What is wrong with the time of a certificate, or null.
    static @Nullable String wrongDate(X509Certificate certificate) {
        try {
            certificate.checkValidity();
            return null;
        } catch (CertificateExpiredException _) {
            return "has expired at " + certificate.getNotAfter().toInstant();
        } catch (CertificateNotYetValidException _) {
            return "is valid only from " + certificate.getNotBefore().toInstant() + " on";
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind, Socket socket) throws CertificateException {
        judge.checkClientTrusted(chain, kind, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind, Socket socket) throws CertificateException {
        judge.checkServerTrusted(chain, kind, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind) throws CertificateException {
        judge.checkClientTrusted(chain, kind);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind) throws CertificateException {
        judge.checkServerTrusted(chain, kind);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return judge.getAcceptedIssuers();
    }
}
