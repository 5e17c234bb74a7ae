package org.sunda.gateway;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.sunda.Node;
import org.sunda.process.CallerRuns;
import org.sunda.process.Self;
import org.sunda.process.SpawnOptions;
import org.sunda.term.Pid;
import org.sunda.term.Term;
import org.sunda.term.Tuple2;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `sunda echo`.
@Command(
        name = "echo",
        description = {
            "A node with one process, registered as `echo`: the message {From, X} goes back to From as it came. "
                    + "Everything else is ignored.",
            "",
        },
        footer = {
            "",
            "Example, and what then works in an erl -sname me@localhost:",
            "  sunda echo --name echo@localhost",
            "  > {echo, 'echo@localhost'} ! {self(), hello}, receive {_, X} -> X end.",
        })
final class EchoCommand implements Callable<Integer> {
    private static final NodeSettings NO_SETTINGS =
            new NodeSettings(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    @Mixin
    private final NodeOptions options = new NodeOptions();

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        common.apply();
        Node node = options.builder(NO_SETTINGS, Optional.empty()).start();
        // On the thread that reads the connection: the echo costs no hand-over to another one.
        node.processes().react(SpawnOptions.DEFAULT.named("echo").on(CallerRuns.INSTANCE), EchoCommand::echo);
        Ready.serve(node, "services=echo exports=", node);
        return 0;
    }

    private static void echo(Term message, Self self) {
        if (message instanceof Tuple2(Pid from, Term _)) {
            self.send(from, message);
        }
    }
}
