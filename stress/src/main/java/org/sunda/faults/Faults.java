package org.sunda.faults;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/// `./sunda stress --faults`: three Java nodes and three of Erlang, each of which sends numbered messages
/// to all others, while one after the other is killed and started again, stopped for a moment or for longer
/// than its peers bear, or cut off. Within a connection nothing may be lost, come twice or out of order;
/// and two members, which are never killed, must not grow.
public final class Faults {
    static final String COOKIE = "faults";
    static final int TICK_SECONDS = 4;

    private static final int JAVA = 3;
    private static final int MEMBERS = 6;
    private static final int QUIET_SECONDS = 12;
    private static final long MOST_GROWTH_KIB = 64 << 10;

    private final Random random;
    private final Ledger ledger = new Ledger();
    private final Network network;
    private final List<Member> members = new ArrayList<>();
    private final Path folder;
    private final long begin = System.nanoTime();

    private Faults(Network network, Path folder, long seed) {
        this.network = network;
        this.folder = folder;
        this.random = new Random(seed);
    }

    /// Exits with 0 when all was right.
    ///
    /// @param arguments for how many minutes, and a folder for logs
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Duration time = Duration.ofSeconds((long) (Double.parseDouble(arguments[0]) * 60));
        Path folder = Files.createDirectories(Path.of(arguments[1]));
        long seed = System.nanoTime();
        Network network = network();
        Faults faults = new Faults(network, folder, seed);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            faults.members.forEach(Member::end);
            network.remove();
        }));
        System.out.printf("faults: %d seconds, seed %d, logs in %s%n", time.toSeconds(), seed, folder);
        boolean isRight = faults.run(time);
        System.exit(isRight ? 0 : 1);
    }

    private static Network network() throws InterruptedException {
        try {
            return Namespaces.make(MEMBERS);
        } catch (IOException e) {
            System.out.println("faults: no partitions by lost packets: this needs root, ip and network namespaces ("
                    + e.getMessage() + ")");
            return new Loopback();
        }
    }

    private boolean run(Duration time) throws IOException, InterruptedException {
        int port = freePort();
        compile();
        List<String> names = IntStream.range(0, MEMBERS)
                .mapToObj(i -> (i < JAVA ? "java" : "erl") + i + "@" + network.address(i))
                .toList();
        for (int i = 0; i < MEMBERS; i++) {
            members.add(member(i, names, port));
        }
        for (Member member : members) {
            member.start();
        }
        for (Member member : members) {
            member.await("ready", 1);
        }
        pause(Math.min(60, time.toSeconds() / 5));
        List<Long> before = memory();
        long end = begin + time.toNanos();
        while (System.nanoTime() < end) {
            fault();
            pause(2 + random.nextInt(4));
        }
        pause(QUIET_SECONDS);
        List<Long> after = memory();
        finish();
        return judge(before, after);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    // Members.

    private void compile() throws IOException, InterruptedException {
        Path source = folder.resolve("sink.erl");
        try (InputStream in = Objects.requireNonNull(Faults.class.getResourceAsStream("/sink.erl"))) {
            Files.write(source, in.readAllBytes());
        }
        // Some releases of erlc take a hyphen in a path for an option.
        Network.run("sh", "-c", "cd \"$0\" && erlc -Werror sink.erl", folder.toString());
    }

    private Member member(int index, List<String> names, int port) {
        String name = names.get(index);
        List<String> peers = new ArrayList<>(names);
        peers.remove(index);
        Path log = folder.resolve(name + ".log");
        return new Member(name, ledger, log, life -> {
            List<String> command = new ArrayList<>(network.prefix(index));
            command.addAll(index < JAVA ? java(name, life, port) : erl(index, name, life, port));
            command.addAll(peers);
            return command;
        });
    }

    private static List<String> java(String name, long life, int port) {
        String java = ProcessHandle.current().info().command().orElse("java");
        return List.of(
                java,
                "-Xms256m",
                "-Xmx256m",
                "-XX:+AlwaysPreTouch",
                "--add-opens",
                "java.base/java.lang=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                JavaMember.class.getName(),
                name,
                String.valueOf(life),
                String.valueOf(port));
    }

    private List<String> erl(int index, String name, long life, int port) {
        String[] command = {
            "erl",
            "-noshell",
            "-name",
            name,
            "-setcookie",
            COOKIE,
            "-start_epmd",
            "false",
            "-erl_epmd_port",
            String.valueOf(port),
            "-kernel",
            "inet_dist_use_interface",
            "{" + network.address(index).replace('.', ',') + "}",
            "net_ticktime",
            String.valueOf(TICK_SECONDS),
            "prevent_overlapping_partitions",
            "false",
            "-connect_all",
            "false",
            "-pa",
            folder.toString(),
            "-s",
            "sink",
            "main",
            String.valueOf(life)
        };
        return List.of(command);
    }

    // Faults.

    /// The first of each kind is never killed: it is the one whose memory is looked at.
    private Member mortal() {
        int index = 1 + random.nextInt(JAVA - 1);
        return members.get(random.nextBoolean() ? index : JAVA + index);
    }

    private void fault() throws IOException, InterruptedException {
        List<Network.Fault> ofNetwork = network.faults();
        int kind = random.nextInt(3 + ofNetwork.size());
        switch (kind) {
            case 0 -> kill(mortal());
            case 1 -> stop(members.get(random.nextInt(MEMBERS)), 1 + random.nextInt(2));
            case 2 -> stop(members.get(random.nextInt(MEMBERS)), 2 * TICK_SECONDS);
            default -> cut(ofNetwork.get(kind - 3));
        }
    }

    private void kill(Member member) throws IOException, InterruptedException {
        tell("kill -9 " + member.name());
        member.kill();
        TimeUnit.MILLISECONDS.sleep(random.nextInt(2000));
        member.start();
        member.await("ready", 1);
    }

    private void stop(Member member, int seconds) throws IOException, InterruptedException {
        tell("stop " + member.name() + " for " + seconds + " s");
        member.signal("STOP");
        pause(seconds);
        member.signal("CONT");
    }

    private void cut(Network.Fault fault) throws IOException, InterruptedException {
        int member = random.nextInt(MEMBERS);
        int other = (member + 1 + random.nextInt(MEMBERS - 1)) % MEMBERS;
        String what = fault.begin(member, other);
        tell(what + " " + members.get(member).name() + ", " + members.get(other).name());
        pause(2L * TICK_SECONDS);
        fault.end(member, other);
    }

    private void tell(String what) {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
        System.out.printf(
                "faults: %02d:%02d %s (%d sessions ended so far)%n", seconds / 60, seconds % 60, what, ledger.broken());
    }

    private static void pause(long seconds) throws InterruptedException {
        TimeUnit.SECONDS.sleep(seconds);
    }

    // The end.

    /// Heap and resident memory of the first Java node, and then of the first of Erlang, in KiB.
    private List<Long> memory() throws IOException, InterruptedException {
        List<Long> all = new ArrayList<>();
        for (Member member : List.of(members.getFirst(), members.get(JAVA))) {
            member.command("memory");
            List<String> words = member.await("memory", 1);
            words.stream().skip(1).map(Long::valueOf).forEach(all::add);
        }
        return all;
    }

    private void finish() throws IOException, InterruptedException {
        for (Member member : members) {
            member.command("stop");
        }
        pause(QUIET_SECONDS);
        for (Member member : members) {
            member.command("report");
        }
        for (Member member : members) {
            member.await("reported", 1);
        }
    }

    private boolean judge(List<Long> before, List<Long> after) {
        List<String> mistakes = new ArrayList<>(ledger.mistakes());
        for (int i = 0; i < Math.min(before.size(), after.size()); i++) {
            if (after.get(i) - before.get(i) > MOST_GROWTH_KIB) {
                mistakes.add(
                        "grown: from " + before + " to " + after + " KiB (heap and resident memory of Java, Erlang)");
                break;
            }
        }
        mistakes.stream().limit(50).forEach(mistake -> System.out.println("faults: " + mistake));
        System.out.printf(
                "faults messages=%d sessions_ended=%d gaps_at_breaks=%d mistakes=%d kib_before=%s kib_after=%s%n",
                ledger.messages(), ledger.broken(), ledger.excused(), mistakes.size(), words(before), words(after));
        return mistakes.isEmpty();
    }

    private static String words(List<Long> numbers) {
        return numbers.toString().replace(" ", "");
    }
}
