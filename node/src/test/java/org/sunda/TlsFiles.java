package org.sunda;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.Map;
import org.sunda.tls.TlsSettings;

/// Certificates of one authority in a folder of their own, for Sunda nodes and for Erlang nodes.
public final class TlsFiles implements AutoCloseable {
    private final Path folder;
    private final Authority authority;
    private final Authority.Paths own;
    private final Path authorities;

    private TlsFiles(Path folder, Authority authority, String... hosts) throws IOException {
        this.folder = folder;
        this.authority = authority;
        this.own = authority.issue(hosts).write(folder, "node");
        this.authorities = Files.writeString(folder.resolve("ca.pem"), authority.pem());
    }

    /// For nodes on these hosts.
    public static TlsFiles create(String... hosts) throws IOException {
        return new TlsFiles(Files.createTempDirectory("sunda_tls"), Authority.create("cluster"), hosts);
    }

    /// Who has issued the certificates.
    public Authority authority() {
        return authority;
    }

    /// How a Sunda node uses them.
    public TlsSettings.Builder settings() {
        return TlsSettings.files(own.certificate(), own.key()).authorities(authorities);
    }

    /// The flags with which an Erlang node uses them, in both roles: both sides verify each other. The node
    /// may be where none of our files is, so it writes its own.
    ///
    /// @param more further options of the Erlang module `ssl`, each with a comma before it
    public String[] flags(String more) throws IOException {
        String options = """
                {certfile, "%1$s/node-cert.pem"}, {keyfile, "%1$s/node-key.pem"}, {cacertfile, "%1$s/ca.pem"},
                {verify, verify_peer}%2$s""".formatted(folder, more);
        Map<String, String> files = new LinkedHashMap<>();
        for (Path file : new Path[] {own.certificate(), own.key(), authorities}) {
            files.put(file.toString(), Files.readString(file, UTF_8));
        }
        String name = folder + "/options" + options.hashCode();
        files.put(name, "[{server, [{fail_if_no_peer_cert, true}, %1$s]}, {client, [%1$s]}].\n".formatted(options));
        ErlNode.writeFiles(files);
        return new String[] {"-proto_dist", "inet_tls", "-ssl_dist_optfile", name};
    }

    @Override
    public void close() throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException e) throws IOException {
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
