package org.sunda.bench.echo;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.ericsson.otp.erlang.OtpErlangPid;
import com.ericsson.otp.erlang.OtpErlangTuple;
import com.ericsson.otp.erlang.OtpMbox;
import com.ericsson.otp.erlang.OtpNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import org.sunda.Node;
import org.sunda.bench.process.Child;
import org.sunda.process.CallerRuns;
import org.sunda.process.Self;
import org.sunda.process.SpawnOptions;
import org.sunda.term.Pid;
import org.sunda.term.Term;
import org.sunda.term.Tuple2;

/// A JVM with a node that sends messages back. Answers each line of its input, until that ends.
final class EchoWorker {
    /// What kinds there are.
    enum Kind {
        SUNDA,
        JINTERFACE,
        LOOP
    }

    private EchoWorker() {}

    /// Answers until its input ends.
    ///
    /// @param arguments the kind, the node's name, the cookie
    public static void main(String[] arguments) throws Exception {
        String name = arguments[1];
        String cookie = arguments[2];
        switch (Kind.valueOf(arguments[0])) {
            case SUNDA -> sunda(name, cookie);
            case JINTERFACE -> jinterface(name, cookie);
            case LOOP -> BareNode.start(name, cookie);
        }
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        while (questions.readLine() != null) {
            System.out.println(Child.ANSWER + "ok");
        }
        // Whatever threads there are.
        System.exit(0);
    }

    /// As `./sunda echo` does.
    private static void sunda(String name, String cookie) throws IOException {
        Node node = Node.builder(name).cookie(cookie).start();
        node.processes().react(SpawnOptions.DEFAULT.named("echo").on(CallerRuns.INSTANCE), EchoWorker::echo);
    }

    private static void echo(Term message, Self self) {
        if (message instanceof Tuple2(Pid from, Term _)) {
            self.send(from, message);
        }
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
