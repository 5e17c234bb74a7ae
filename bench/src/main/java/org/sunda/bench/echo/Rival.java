package org.sunda.bench.echo;

import org.sunda.bench.Match;

/// A node that sends back what its process `echo` is sent.
///
/// @param name for people
/// @param node its name among nodes
/// @param process the operating system's
record Rival(String name, String node, ProcessHandle process) implements Match.Player {
    static final String SUNDA = "Sunda";
    static final String LOOP = "byte loop";
    static final String BEAM = "BEAM";
    static final String EI = "C ei";
    static final String SUNDAS = "Sunda to Sunda";
    static final String ERGO = "ergo (Go)";
}
