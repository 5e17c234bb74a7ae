package org.sunda.gateway.config;

import java.util.List;
import java.util.stream.Collectors;

/// A configuration with mistakes, all of which it tells.
public final class InvalidConfigurationException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<Mistake> mistakes;

    /// One or more mistakes.
    public InvalidConfigurationException(List<Mistake> mistakes) {
        super(mistakes.stream().map(Mistake::toString).collect(Collectors.joining(System.lineSeparator())));
        this.mistakes = List.copyOf(mistakes);
    }

    /// All mistakes, in the order in which the configuration was read.
    public List<Mistake> mistakes() {
        return mistakes;
    }
}
