package org.sunda.gateway;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sunda.Node;
import org.sunda.NodeBuilder;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The options that every command with a node has.
final class NodeOptions {
    @Option(names = "--name", paramLabel = "NAME@HOST", description = "The node's full name.")
    private @Nullable String name;

    @Option(
            names = "--cookie-file",
            paramLabel = "FILE",
            description = "The file with the cookie, which only its owner may access. Without it the variable "
                    + "SUNDA_COOKIE holds the cookie, and without that ~/.erlang.cookie.")
    private @Nullable Path cookieFile;

    @Option(
            names = "--cookie",
            paramLabel = "COOKIE",
            description = "The cookie itself. Everybody on this machine can read it there: for tests only.")
    private @Nullable String cookie;

    @Mixin
    private final TlsOptions tls = new TlsOptions();

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    /// The builder of the node that the options describe; where they say nothing, the configuration does.
    ///
    /// @param fallback the name where neither says one
    NodeBuilder builder(NodeSettings settings, Optional<String> fallback) {
        NodeBuilder builder = Node.builder(nodeName(settings, fallback));
        if (cookie != null) {
            builder.cookie(cookie);
        } else if (cookieFile != null) {
            builder.cookieFile(cookieFile);
        } else {
            settings.cookieFile().ifPresent(builder::cookieFile);
        }
        settings.listen().ifPresent(address -> {
            builder.listen(address.getAddress());
            builder.port(address.getPort());
        });
        settings.epmd().ifPresent(builder::epmd);
        tls.apply(builder);
        return builder;
    }

    private String nodeName(NodeSettings settings, Optional<String> fallback) {
        Optional<String> given = Optional.ofNullable(name).or(settings::name).or(() -> fallback);
        if (given.isEmpty() || !NodeSettings.isNodeName(given.get())) {
            throw wrong(given.map(text -> "--name must be of the form NAME@HOST, as gw@localhost, not '" + text + "'")
                    .orElse("--name is missing, as --name gw@localhost"));
        }
        return given.get();
    }

    private ParameterException wrong(String message) {
        if (command == null) {
            throw new IllegalStateException(message);
        }
        return new ParameterException(command.commandLine(), message);
    }
}
