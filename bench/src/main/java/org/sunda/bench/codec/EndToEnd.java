package org.sunda.bench.codec;

import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sunda.Node;
import org.sunda.bench.Comparison;
import org.sunda.bench.Contender;
import org.sunda.bench.Plan;
import org.sunda.bench.Report;
import org.sunda.bench.Section;
import org.sunda.bench.Session;
import org.sunda.bench.Target;
import org.sunda.bench.Task;
import org.sunda.bench.process.Beam;
import org.sunda.bench.process.Children;
import org.sunda.bench.process.InstalledJinterface;
import org.sunda.bench.process.JvmSpec;
import org.sunda.bench.process.JvmWorker;

/// The first report's lists as an argument of a call to an Erlang node and back, on loopback.
///
/// The nodes are a cluster of their own: with an epmd (a Sunda node in this JVM serves as one) at a port nobody used,
/// and a cookie made for it.
final class EndToEnd {
    private static final String PEER = "there@127.0.0.1";
    private static final String CALL = "there and back";
    private static final String READ = Parties.SUNDA + ", every string read";
    private static final int COOKIE_BITS = 128;
    private static final double TARGET = 1.15;

    private final Session session;
    private final String newer = InstalledJinterface.name();
    private final String cookie = new BigInteger(COOKIE_BITS, new SecureRandom()).toString(Character.MAX_RADIX);
    private final InetSocketAddress epmd;

    EndToEnd(Session session) throws IOException {
        this.session = session;
        InetAddress loopback = InetAddress.ofLiteral("127.0.0.1");
        try (ServerSocket free = new ServerSocket(0, 1, loopback)) {
            this.epmd = new InetSocketAddress(loopback, free.getLocalPort());
        }
    }

    Report report() throws Exception {
        Plan plan = session.choose(Plan.ofMillis(1, 1, 1, 3, 1), Plan.ofMillis(1, 3, 1, 12, 1));
        List<Comparison> found;
        try (Node _ = Node.builder("epmd@127.0.0.1").cookie(cookie).epmd(epmd).start()) {
            found = session.compare("wire", plan, this::tasks);
        }
        return Report.of(
                Section.of("R1: the lists there and back", """
                        `erlang:hd([Lists])` called on an Erlang node, so that 39 MB go there and come back. The other side is always
                        the same BEAM; it decodes and encodes what it is sent, which is most of the time. For Jinterface it has to copy
                        the argument to another process too: that is how `rex` serves its way of calling. Jinterface makes a Java
                        string of each as it decodes, Sunda when it is read.
                        """, found, List.of(newer, Parties.BEAM)),
                Target.atMost(
                        "R1 there and back, against BEAM to BEAM",
                        TARGET,
                        found.getFirst().faster(Parties.BEAM, Parties.SUNDA)));
    }

    private List<Task> tasks(Children children) throws IOException {
        Map<String, String> environment = Map.of("ERL_EPMD_PORT", "" + epmd.getPort());
        JvmSpec jvm = JvmSpec.ofHeap(Parties.LARGE).withEnvironment(environment);
        Beam peer = Beam.start(children, session.folder(), environment, flags(PEER));
        session.fact("Erlang/OTP", peer.version());
        Beam beam = Beam.start(children, session.folder(), environment, flags("here@127.0.0.1"));
        beam.load(Load.REPORT.erlangName(), Load.REPORT.file(session.folder()));
        JvmWorker sunda = children.jvm(jvm);
        JvmWorker jinterface = children.jvm(InstalledJinterface.in(jvm));
        List<Contender> contenders = new ArrayList<>(List.of(
                call(Parties.SUNDA, sunda, SundaCall.class, "call"),
                call(newer, jinterface, JinterfaceCall.class, "call"),
                beam.contender(Parties.BEAM, "{call, '" + PEER + "'}", Load.REPORT.erlangName())));
        if (!session.quick()) {
            contenders.add(call(READ, sunda, SundaCall.class, "callAndRead"));
        }
        return List.of(new Task(CALL, contenders));
    }

    private Contender call(String name, JvmWorker worker, Class<?> calls, String method) {
        return worker.contender(name, calls, method, "peer=" + PEER, "cookie=" + cookie);
    }

    private String[] flags(String name) {
        return new String[] {
            "-name",
            name,
            "-setcookie",
            cookie,
            "-start_epmd",
            "false",
            "-kernel",
            "inet_dist_use_interface",
            "{127,0,0,1}"
        };
    }
}
