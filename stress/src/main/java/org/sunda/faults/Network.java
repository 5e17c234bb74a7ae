package org.sunda.faults;

import java.io.IOException;
import java.util.List;

/// Where the members live: each has an address of its own.
interface Network {
    /// The address of a member.
    String address(int member);

    /// What to put before a command that is to run as that member.
    List<String> prefix(int member);

    /// The faults that this network can make, besides what is done to processes.
    List<Fault> faults();

    /// Something that goes wrong between members, and is mended again.
    interface Fault {
        String begin(int member, int other) throws IOException, InterruptedException;

        void end(int member, int other) throws IOException, InterruptedException;
    }

    /// Runs a command of the system.
    ///
    /// @throws IOException when it fails, with what it printed
    static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + printed.strip());
        }
    }

    /// Leaves nothing behind.
    void remove();
}
