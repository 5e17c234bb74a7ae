package org.sunda.dist;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;

/// Says in one sentence why there is no TLS between two nodes.
final class TlsFailure {
    /// What JSSE says of an alert that came.
    private static final Pattern ALERT = Pattern.compile("Received fatal alert: (\\w+)");

    /// What JSSE puts before its own reason: the alert that it sends.
    private static final Pattern PREFIX = Pattern.compile("^\\(\\w+\\) ");

    /// The content types of records that begin a conversation (RFC 8446, section 5.1).
    private static final byte ALERT_RECORD = 21;

    private static final byte HANDSHAKE_RECORD = 22;

    /// What an alert of the other side (RFC 8446, section 6.2) means for this node.
    private static final Map<String, String> MEANINGS = Map.of(
            "certificate_expired",
            "the certificate of this node has expired",
            "unknown_ca",
            "it does not believe the authority of this node's certificate",
            "certificate_required",
            "it wants a certificate, and this node showed none that it takes",
            "bad_certificate",
            "it does not take this node's certificate",
            "certificate_unknown",
            "it does not take this node's certificate",
            "unsupported_certificate",
            "it does not take certificates of this node's kind",
            "handshake_failure",
            "there is no version or cipher that both sides take, or the certificate of this node does not name the "
                    + "host in its node name",
            "protocol_version",
            "there is no version of TLS that both sides take");

    private TlsFailure() {}

    static String sentence(SSLException e) {
        String text = String.valueOf(e.getMessage());
        Matcher alert = ALERT.matcher(text);
        if (alert.find()) {
            String meaning = MEANINGS.get(alert.group(1));
            return "it refused TLS with the alert " + alert.group(1) + (meaning == null ? "" : ": " + meaning);
        }
        String reason = PREFIX.matcher(text).replaceFirst("");
        if (reason.startsWith("its certificate ")) {
            return reason;
        }
        if (reason.startsWith("Empty client certificate chain")) {
            return "it shows no certificate, and this node wants one (for erl: the option client_certfile)";
        }
        return "there is no TLS with it: " + reason;
    }

    /// Whether a conversation that begins so is one of TLS.
    static boolean isRecord(byte first) {
        return first == HANDSHAKE_RECORD || first == ALERT_RECORD;
    }

    /// Whether a length of the plain handshake is rather the beginning of a record of TLS 1.x: content type
    /// and major version.
    static boolean isRecord(int length) {
        return isRecord((byte) (length >> Byte.SIZE)) && (byte) length == 3;
    }

    /// @param dialled the node that this one connects to, or null where it accepts
    static String plain(@Nullable Atom dialled) {
        return dialled == null
                ? "it speaks no TLS, and this node nothing else (for erl: -proto_dist inet_tls)"
                : dialled + " speaks no TLS, and this node is told to";
    }

    /// @param dialled the node that this one connects to, or null where it accepts
    static String closed(@Nullable Atom dialled) {
        return dialled == null
                ? "a caller closed in the middle of the TLS handshake"
                : dialled + " closed in the TLS handshake: perhaps it speaks no TLS (for erl: -proto_dist inet_tls)";
    }

    /// @param dialled the node that this one connects to
    static String silent(Atom dialled) {
        return dialled
                + " did not answer in the TLS handshake: perhaps it speaks no TLS (for erl: -proto_dist inet_tls)";
    }

    /// What to say to a message of TLS where there is none.
    static String unexpected() {
        return "it speaks TLS, and this node is not told to (setting tls, option --tls-cert)";
    }
}
