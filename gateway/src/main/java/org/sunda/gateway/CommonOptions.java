package org.sunda.gateway;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/// The options that every command has.
final class CommonOptions {
    @Option(
            names = {"-v", "--verbose"},
            description = "Logs more, and shows stack traces.")
    private boolean isVerbose;

    void apply() {
        if (isVerbose && LoggerFactory.getLogger("org.sunda") instanceof Logger ours) {
            ours.setLevel(Level.DEBUG);
        }
    }
}
