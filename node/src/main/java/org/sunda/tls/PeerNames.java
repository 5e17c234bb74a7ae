package org.sunda.tls;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/// The names that stand in a certificate: hosts, addresses and nodes.
///
/// @param all as they stand there
record PeerNames(Set<String> all) {
    /// Kinds of subject alternative names (RFC 5280, section 4.2.1.6): mail addresses have the form of node
    /// names, and are used so.
    private static final Set<Integer> KINDS = Set.of(1, 2, 6, 7);

    static PeerNames of(X509Certificate certificate) {
        Set<String> names = new LinkedHashSet<>();
        for (List<?> name : alternatives(certificate)) {
            if (KINDS.contains(name.getFirst()) && name.get(1) instanceof String text) {
                names.add(text);
            }
        }
        try {
            for (Rdn part : new LdapName(certificate.getSubjectX500Principal().getName()).getRdns()) {
                if (part.getType().equalsIgnoreCase("CN")) {
                    names.add(String.valueOf(part.getValue()));
                }
            }
        } catch (InvalidNameException _) {
            // Then it has no common name.
        }
        return new PeerNames(names);
    }

    private static Collection<List<?>> alternatives(X509Certificate certificate) {
        try {
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            return names == null ? List.of() : names;
        } catch (CertificateParsingException _) {
            return List.of();
        }
    }

    /// Whether a node or its host is among them; hosts are compared as hosts are.
    boolean include(String node) {
        String host = node.substring(node.indexOf('@') + 1);
        Set<String> hosts = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        hosts.addAll(all);
        return all.contains(node) || hosts.contains(host) || hosts.contains(wildcard(host));
    }

    /// `*.example.com` of `a.example.com`; a host without a dot has no such form.
    private static String wildcard(String host) {
        int dot = host.indexOf('.');
        return dot < 0 || host.matches("[0-9.]+")
                ? host
                : "*" + host.substring(dot).toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return all.isEmpty() ? "no name" : String.join(", ", all);
    }
}
