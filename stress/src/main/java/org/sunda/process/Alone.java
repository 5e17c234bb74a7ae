package org.sunda.process;

import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.sunda.term.Atom;
import org.sunda.term.Pid;

/// A node that no other one reaches, and that starts no threads as long as its processes are made by this.
final class Alone {
    static final Atom NAME = Atom.of("name");
    static final Atom BOOM = Atom.of("boom");
    static final Handler DEAF = (message, self) -> {};

    private static final Executor HERE = Runnable::run;

    private Alone() {}

    static Processes node() {
        return new Processes(
                Atom.of("alone@stress"),
                1,
                (node, signal) -> {
                    throw new IllegalStateException("there is no node " + node);
                },
                request -> self -> {},
                ProcessSettings.DEFAULT);
    }

    /// A process that whoever wakes it runs.
    static ReactiveProcess react(Processes processes, Handler handler) {
        return (ReactiveProcess) find(processes, processes.react(SpawnOptions.DEFAULT.on(HERE), handler));
    }

    /// A process that never runs, so that a test can look into its mailbox. It traps exits.
    static ReactiveProcess frozen(Processes processes) {
        SpawnOptions options = SpawnOptions.DEFAULT.trappingExits().on(task -> {});
        return (ReactiveProcess) find(processes, processes.react(options, DEAF));
    }

    /// The calling thread as a process, which others may end meanwhile.
    static void asProcess(Processes processes, Consumer<BlockingSelf> task) {
        try {
            processes.asProcess(self -> {
                task.accept(self);
                return self;
            });
        } catch (ExitException e) {
            // It was ended.
        } catch (InterruptedException e) {
            throw new IllegalStateException("a process that waits for nothing was interrupted", e);
        }
    }

    private static LocalProcess find(Processes processes, Pid pid) {
        LocalProcess process = processes.local(pid);
        if (process == null) {
            throw new IllegalStateException("a process has ended before the test began");
        }
        return process;
    }
}
