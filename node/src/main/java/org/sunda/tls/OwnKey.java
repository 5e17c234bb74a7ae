package org.sunda.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// The one key of this node. It is shown whatever authorities the peer asks for: a peer that says which
/// certificate it does not believe is easier to help than one that says that it saw none.
final class OwnKey extends X509ExtendedKeyManager {
    private static final String ALIAS = "node";

    private final PrivateKey key;
    private final List<X509Certificate> chain;

    OwnKey(PrivateKey key, List<X509Certificate> chain) {
        this.key = key;
        this.chain = chain;
    }

    @Override
    public @Nullable String chooseEngineClientAlias(String[] kinds, Principal @Nullable [] issuers, SSLEngine engine) {
        return chooseClientAlias(kinds, issuers, null);
    }

    @Override
    public @Nullable String chooseEngineServerAlias(String kind, Principal @Nullable [] issuers, SSLEngine engine) {
        return chooseServerAlias(kind, issuers, null);
    }

    @Override
    public @Nullable String chooseClientAlias(String[] kinds, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return Stream.of(kinds).anyMatch(key.getAlgorithm()::equals) ? ALIAS : null;
    }

    @Override
    public @Nullable String chooseServerAlias(String kind, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return kind.equals(key.getAlgorithm()) ? ALIAS : null;
    }

    @Override
    public String[] getClientAliases(String kind, Principal @Nullable [] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public String[] getServerAliases(String kind, Principal @Nullable [] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return chain.toArray(X509Certificate[]::new);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return key;
    }
}
