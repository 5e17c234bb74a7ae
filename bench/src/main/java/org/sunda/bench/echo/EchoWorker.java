package org.sunda.bench.echo;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.ericsson.otp.erlang.OtpErlangPid;
import com.ericsson.otp.erlang.OtpErlangTuple;
import com.ericsson.otp.erlang.OtpMbox;
import com.ericsson.otp.erlang.OtpNode;
import com.sun.management.ThreadMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.sunda.bench.process.Child;
import org.sunda.tls.TlsSettings;

/// A JVM with a node that sends messages back. Answers each line of its input, until that ends.
final class EchoWorker {
    /// How many bytes of the heap all its threads have taken so far.
    static final String ALLOCATED = "allocated";

    /// What kinds there are.
    enum Kind {
        SUNDA,
        JINTERFACE,
        LOOP
    }

    /// Answers a line, in words.
    private interface Answers {
        String to(String[] question) throws Exception;
    }

    private EchoWorker() {}

    /// Answers until its input ends.
    ///
    /// @param arguments the kind, the node's name, the cookie; for TLS a certificate and its key
    public static void main(String[] arguments) throws Exception {
        Answers answers = start(Kind.valueOf(arguments[0]), arguments[1], arguments[2], tls(arguments));
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (@Nullable String line = questions.readLine(); line != null; line = questions.readLine()) {
            System.out.println(Child.ANSWER + answer(answers, line));
        }
        // Whatever threads there are.
        System.exit(0);
    }

    private static @Nullable TlsSettings tls(String[] arguments) {
        return arguments.length < 5
                ? null
                : TlsSettings.files(Path.of(arguments[3]), Path.of(arguments[4]))
                        .verifyPeer(false)
                        .requireClientCertificate(false)
                        .build();
    }

    private static Answers start(Kind kind, String name, String cookie, @Nullable TlsSettings tls) throws IOException {
        return switch (kind) {
            case SUNDA -> new SundaPeer(name, cookie, tls)::answer;
            case JINTERFACE -> {
                jinterface(name, cookie);
                yield _ -> "ok";
            }
            case LOOP -> {
                BareNode.start(name, cookie);
                yield _ -> "ok";
            }
        };
    }

    private static String answer(Answers answers, String line) {
        try {
            return line.equals(ALLOCATED) ? allocated() : answers.to(line.split(" ", -1));
        } catch (Exception e) {
            return ("failed: " + e).replaceAll("\\s+", " ");
        }
    }

    private static String allocated() {
        ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        return Long.toString(threads.getTotalThreadAllocatedBytes());
    }

    private static void jinterface(String name, String cookie) throws IOException {
        OtpMbox mailbox = new OtpNode(name, cookie).createMbox("echo");
        Thread thread = new Thread(() -> echo(mailbox), "echo");
        thread.setDaemon(true);
        thread.start();
    }

    private static void echo(OtpMbox mailbox) {
        try {
            while (true) {
                OtpErlangTuple message = (OtpErlangTuple) mailbox.receive();
                mailbox.send((OtpErlangPid) message.elementAt(0), message);
            }
        } catch (Exception e) {
            throw new IllegalStateException("the mailbox is gone", e);
        }
    }
}
