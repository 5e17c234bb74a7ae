package org.sunda.faults;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.sunda.Node;
import org.sunda.NodeBuilder;
import org.sunda.process.CallerRuns;
import org.sunda.process.SpawnOptions;
import org.sunda.term.Atom;
import org.sunda.term.Pid;

/// A Java node of the cluster. Its commands come on standard input.
public final class JavaMember {
    private JavaMember() {}

    /// Runs until its standard input ends.
    ///
    /// @param arguments the name, the number of this life, the port of all nodes, and the names of the
    ///     peers
    public static void main(String[] arguments) throws IOException {
        String name = arguments[0];
        long life = Long.parseLong(arguments[1]);
        int port = Integer.parseInt(arguments[2]);
        List<String> peers = List.of(arguments).subList(3, arguments.length);
        NodeBuilder builder = Node.builder(name)
                .cookie(Faults.COOKIE)
                .withoutEpmd()
                .listen(address(name))
                .port(port)
                .tickTime(Duration.ofSeconds(Faults.TICK_SECONDS))
                .roundTripInterval(Duration.ofSeconds(1));
        for (String peer : peers) {
            builder.peer(peer, new InetSocketAddress(address(peer), port));
        }
        try (Node node = builder.start()) {
            SpawnOptions sink = SpawnOptions.DEFAULT.named("sink");
            // Both ways of being run.
            node.processes().react(life % 2 == 0 ? sink : sink.on(CallerRuns.INSTANCE), new Sink());
            List<Pid> senders = new ArrayList<>();
            for (String peer : peers) {
                senders.add(node.spawn(new Sender(Atom.of(name), life, peer)));
            }
            Line.say("ready");
            obey(node, senders);
        }
    }

    private static InetAddress address(String node) throws IOException {
        return InetAddress.getByName(node.substring(node.indexOf('@') + 1));
    }

    private static void obey(Node node, List<Pid> senders) throws IOException {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String command = commands.readLine(); command != null; command = commands.readLine()) {
            switch (command) {
                case "stop" -> senders.forEach(sender -> node.send(sender, Sender.STOP));
                case "report" -> node.send(Atom.of("sink"), Atom.of("report"));
                case "memory" -> sayMemory();
                default -> Line.say("wrong", "command", command);
            }
        }
    }

    private static void sayMemory() throws IOException {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        Line.say("memory", (runtime.totalMemory() - runtime.freeMemory()) >> 10, residentKib());
    }

    private static long residentKib() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .sum();
    }
}
