package org.sunda.process;

import org.sunda.otp.GenServer;
import org.sunda.otp.Start;
import org.sunda.term.Pid;

/// Servers for tests of what processes do to each other.
final class Servers {
    private Servers() {}

    static Pid serve(Processes processes, GenServer server) {
        return serve(processes, SpawnOptions.DEFAULT, server);
    }

    static Pid serve(Processes processes, SpawnOptions options, GenServer server) {
        return Start.server(() -> server).with(options).spawn(processes);
    }
}
