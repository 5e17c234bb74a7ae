package org.sunda.faults;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Each member in a network namespace of Linux, with a cable to a bridge in one more. Needs root and `ip`.
///
/// A partition is a neighbour entry with an address that nobody has: packets leave, and arrive nowhere, as
/// with a broken switch. Loss and delay are `tc netem`'s, where the kernel has it.
final class Namespaces implements Network {
    private static final String NETWORK = "10.213.7.";
    private static final String NOBODY = "02:00:00:00:00:ff";

    private final String hub;
    private final int members;
    private final boolean hasNetem;

    private Namespaces(String hub, int members, boolean hasNetem) {
        this.hub = hub;
        this.members = members;
        this.hasNetem = hasNetem;
    }

    /// The namespaces, with their cables.
    ///
    /// @throws IOException when this is not possible here
    static Namespaces make(int members) throws IOException, InterruptedException {
        String hub = "sunda-" + ProcessHandle.current().pid() + "-";
        Namespaces all = new Namespaces(hub, members, makeHub(hub + "hub"));
        try {
            for (int member = 0; member < members; member++) {
                all.add(member);
            }
            return all;
        } catch (IOException e) {
            all.remove();
            throw e;
        }
    }

    private static boolean makeHub(String name) throws IOException, InterruptedException {
        Network.run("ip", "netns", "add", name);
        Network.run("ip", "-n", name, "link", "add", "br0", "type", "bridge");
        Network.run("ip", "-n", name, "link", "set", "br0", "up");
        try {
            Network.run("ip", "netns", "exec", name, "tc", "qdisc", "add", "dev", "lo", "root", "netem", "loss", "1%");
            return true;
        } catch (IOException e) {
            System.out.println("faults: no loss and no delay: tc netem does not work here (" + e.getMessage() + ")");
            return false;
        }
    }

    private String name(int member) {
        return hub + member;
    }

    private void add(int member) throws IOException, InterruptedException {
        String own = name(member);
        String port = "p" + member;
        Network.run("ip", "netns", "add", own);
        Network.run("ip", "-n", hub + "hub", "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", own);
        Network.run("ip", "-n", hub + "hub", "link", "set", port, "master", "br0", "up");
        Network.run("ip", "-n", own, "address", "add", address(member) + "/24", "dev", "eth0");
        Network.run("ip", "-n", own, "link", "set", "lo", "up");
        Network.run("ip", "-n", own, "link", "set", "eth0", "up");
    }

    @Override
    public String address(int member) {
        return NETWORK + (member + 1);
    }

    @Override
    public List<String> prefix(int member) {
        return List.of("ip", "netns", "exec", name(member));
    }

    @Override
    public List<Fault> faults() {
        List<Fault> all = new ArrayList<>(List.of(new Partition(), new Unplugged()));
        if (hasNetem) {
            all.add(new Loss());
        }
        return all;
    }

    /// Two members that do not reach each other, while all others reach both.
    private final class Partition implements Fault {
        @Override
        public String begin(int member, int other) throws IOException, InterruptedException {
            lose(member, other);
            lose(other, member);
            return "cut off from each other";
        }

        private void lose(int from, int to) throws IOException, InterruptedException {
            Network.run("ip", "-n", name(from), "neighbour", "replace", address(to), "lladdr", NOBODY, "dev", "eth0");
        }

        @Override
        public void end(int member, int other) throws IOException, InterruptedException {
            find(member, other);
            find(other, member);
        }

        private void find(int from, int to) throws IOException, InterruptedException {
            Network.run("ip", "-n", name(from), "neighbour", "delete", address(to), "dev", "eth0");
        }
    }

    /// A member whose cable is out.
    private final class Unplugged implements Fault {
        @Override
        public String begin(int member, int other) throws IOException, InterruptedException {
            Network.run("ip", "-n", hub + "hub", "link", "set", "p" + member, "nomaster");
            return "unplugged the first of";
        }

        @Override
        public void end(int member, int other) throws IOException, InterruptedException {
            Network.run("ip", "-n", hub + "hub", "link", "set", "p" + member, "master", "br0");
        }
    }

    /// A member whose packets are late, and some are lost.
    private final class Loss implements Fault {
        @Override
        public String begin(int member, int other) throws IOException, InterruptedException {
            Network.run(
                    "ip",
                    "netns",
                    "exec",
                    name(member),
                    "tc",
                    "qdisc",
                    "add",
                    "dev",
                    "eth0",
                    "root",
                    "netem",
                    "delay",
                    "40ms",
                    "20ms",
                    "loss",
                    "5%");
            return "loss and delay at the first of";
        }

        @Override
        public void end(int member, int other) throws IOException, InterruptedException {
            Network.run("ip", "netns", "exec", name(member), "tc", "qdisc", "del", "dev", "eth0", "root");
        }
    }

    @Override
    public void remove() {
        for (int member = 0; member < members; member++) {
            remove(name(member));
        }
        remove(hub + "hub");
    }

    private static void remove(String name) {
        try {
            Network.run("ip", "netns", "delete", name);
        } catch (IOException e) {
            // It was never made.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
