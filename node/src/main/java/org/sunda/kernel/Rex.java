package org.sunda.kernel;

import org.jspecify.annotations.Nullable;
import org.sunda.otp.From;
import org.sunda.otp.GenServer;
import org.sunda.otp.Next;
import org.sunda.otp.Reply;
import org.sunda.process.BlockingSelf;
import org.sunda.process.Processes;
import org.sunda.process.Self;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Pid;
import org.sunda.term.Term;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple2;
import org.sunda.term.Tuple3;
import org.sunda.term.Tuple5;

/// The process registered as `rex`, which runs the calls of peers that do not use `erpc`: C nodes,
/// Jinterface, OTP before 23 (protocol section d.4). Each call runs in a process of its own.
public final class Rex implements GenServer {
    /// The name it is registered by.
    public static final String NAME = "rex";

    private static final Atom REX = Atom.of(NAME);
    private static final Atom BADRPC = Atom.of("badrpc");
    private static final Atom EXIT = Atom.of("EXIT");
    private static final Atom FEATURES_REPLY = Atom.of("features_reply");
    private static final Atom ERPC = Atom.of("erpc");
    private static final Atom NONEXISTING_NAME = Atom.of("nonexisting_name");
    private static final Atom UNKNOWN_CALL = Atom.of("unknown_call");

    private final Processes processes;
    private final Exports exports;

    /// @param processes where the calls run
    /// @param exports what may be called
    public Rex(Processes processes, Exports exports) {
        this.processes = processes;
        this.exports = exports;
    }

    /// A function to call, with its arguments.
    private record Call(Atom module, Atom function, ListTerm arguments) {
        /// Reads `{call | block_call | cast, Module, Function, Arguments, GroupLeader}`.
        static @Nullable Call of(Term term, String tag, String otherTag) {
            return term instanceof Tuple5(Atom kind, Atom module, Atom function, ListTerm arguments, Term _)
                            && (kind.is(tag) || kind.is(otherTag))
                            && arguments.isProper()
                    ? new Call(module, function, arguments)
                    : null;
        }
    }

    @Override
    public Reply handleCall(Term request, From from, Self self) {
        @Nullable Call call = Call.of(request, "call", "block_call");
        if (call == null) {
            return Reply.of(Tuple.of(Atom.ERROR, UNKNOWN_CALL));
        }
        processes.spawn(caller -> from.reply(result(caller, call)));
        return Reply.later();
    }

    @Override
    public Next handleCast(Term message, Self self) {
        @Nullable Call call = Call.of(message, "cast", "cast");
        if (call != null) {
            processes.spawn(caller -> result(caller, call));
        }
        return Next.message();
    }

    @Override
    public Next handleInfo(Term message, Self self) {
        if (message instanceof Tuple2(Pid from, Term request)) {
            handleRequest(request, from, self);
        }
        return Next.message();
    }

    private void handleRequest(Term request, Pid from, Self self) {
        @Nullable Call call = Call.of(request, "call", "call");
        if (call != null) {
            processes.spawn(caller -> caller.send(from, Tuple.of(REX, result(caller, call))));
        } else if (request instanceof Atom atom && atom.is("features_request")) {
            self.send(from, Tuple.of(FEATURES_REPLY, processes.node(), ListTerm.of(ERPC)));
        } else if (request instanceof Tuple3(Atom kind, Atom name, Term body)) {
            pass(kind, name, body, from, self);
        }
    }

    /// `send` passes a message on with its sender, `sbcast` without; whether the name exists is answered
    /// where it matters.
    private void pass(Atom kind, Atom name, Term body, Pid from, Self self) {
        boolean isBroadcast = kind.is("sbcast");
        if (!isBroadcast && !kind.is("send")) {
            return;
        }
        boolean exists = processes.whereis(name).isPresent();
        if (exists) {
            self.send(name, isBroadcast ? body : Tuple.of(from, body));
        }
        if (!exists) {
            self.send(from, Tuple.of(REX, processes.node(), Tuple.of(NONEXISTING_NAME, name)));
        } else if (isBroadcast) {
            self.send(from, Tuple.of(REX, processes.node(), processes.node()));
        }
    }

    private Term result(BlockingSelf caller, Call call) throws InterruptedException {
        return switch (exports.call(caller, call.module, call.function, call.arguments)) {
            case Exports.Returned(Term value) -> value;
            case Exports.Exited(Term reason) -> Tuple.of(BADRPC, Tuple.of(EXIT, reason));
            case Exports.Failed failed -> Tuple.of(BADRPC, Tuple.of(EXIT, failed.exitReason()));
        };
    }
}
