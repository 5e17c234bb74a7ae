package org.sunda.kernel;

import org.sunda.otp.From;
import org.sunda.otp.GenServer;
import org.sunda.otp.Reply;
import org.sunda.process.Processes;
import org.sunda.process.Self;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Term;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple2;
import org.sunda.term.Tuple5;

/// The process registered as `net_kernel`: it answers `net_adm:ping/1`, and starts processes for peers that
/// do not know spawn requests (protocol section d.2).
public final class NetKernel implements GenServer {
    /// The name it is registered by.
    public static final String NAME = "net_kernel";

    private static final Atom YES = Atom.of("yes");
    private static final Atom NOTSUP = Atom.of("notsup");

    private final Processes processes;
    private final RemoteCalls calls;

    /// @param processes where processes are started
    /// @param calls what they do
    public NetKernel(Processes processes, RemoteCalls calls) {
        this.processes = processes;
        this.calls = calls;
    }

    @Override
    public Reply handleCall(Term request, From from, Self self) {
        return switch (request) {
            // The handshake has shown that the peer may be here, whatever name it asks with.
            case Tuple2(Atom is, Atom _) when is.is("is_auth") -> Reply.of(YES);
            case Tuple5(Atom spawn, Atom module, Atom function, ListTerm arguments, Term _)
            when spawn.is("spawn") && arguments.isProper() ->
                Reply.of(processes.spawn(calls.applying(module, function, arguments)));
            default -> Reply.of(Tuple.of(Atom.ERROR, NOTSUP));
        };
    }
}
