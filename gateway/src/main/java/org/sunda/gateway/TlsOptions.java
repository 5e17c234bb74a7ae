package org.sunda.gateway;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sunda.NodeBuilder;
import org.sunda.tls.TlsSettings;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// How a node speaks TLS with its peers: as they do with `erl -proto_dist inet_tls`.
final class TlsOptions {
    @Option(
            names = "--tls-cert",
            paramLabel = "FILE",
            description = "Speaks TLS with all peers (erl -proto_dist inet_tls), and shows the certificates in that "
                    + "PEM file.")
    private @Nullable Path certificate;

    @Option(
            names = "--tls-key",
            paramLabel = "FILE",
            description = "The PEM file with the certificate's key. Without it: that of --tls-cert.")
    private @Nullable Path key;

    @Option(
            names = "--tls-ca",
            paramLabel = "FILE",
            description = "The PEM file of the authorities whose certificates are believed.")
    private @Nullable Path authorities;

    @Option(
            names = "--tls-verify",
            paramLabel = "peer|host|none",
            defaultValue = "host",
            description = "host: peers show certificates of the authorities, those that are connected to one for "
                    + "their host. peer: the host does not matter. none: anybody is believed. Default: host.")
    private Verify verify = Verify.HOST;

    @Option(names = "--tls-no-client-cert", description = "Peers that connect need no certificate.")
    private boolean isWithoutClientCertificate;

    @Option(
            names = "--tls-node-names",
            description = "Each certificate must name its node, or the host in the node's name, in both directions.")
    private boolean hasNodeNames;

    @Option(
            names = "--tls-versions",
            paramLabel = "VERSION",
            split = ",",
            description = "TLSv1.3, TLSv1.2 or both, with a comma between them. Default: both.")
    private @Nullable List<String> versions;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    /// What is asked of certificates.
    enum Verify {
        HOST,
        PEER,
        NONE
    }

    /// Tells the node, if TLS is asked for.
    void apply(NodeBuilder node) {
        if (certificate == null) {
            if (key != null || authorities != null) {
                throw wrong("--tls-cert is missing: --tls-key and --tls-ca go with it");
            }
            return;
        }
        TlsSettings.Builder settings = TlsSettings.files(certificate, key == null ? certificate : key)
                .verifyPeer(verify != Verify.NONE)
                .verifyHost(verify == Verify.HOST)
                .requireClientCertificate(!isWithoutClientCertificate);
        if (authorities != null) {
            settings.authorities(authorities);
        } else if (verify != Verify.NONE) {
            throw wrong("--tls-ca is missing: who is to be believed? (--tls-verify none believes everybody)");
        }
        if (hasNodeNames) {
            settings.requireNodeNames();
        }
        if (versions != null) {
            settings.protocols(versions);
        }
        node.tls(settings.build());
    }

    private ParameterException wrong(String message) {
        if (command == null) {
            throw new IllegalStateException(message);
        }
        return new ParameterException(command.commandLine(), message);
    }
}
