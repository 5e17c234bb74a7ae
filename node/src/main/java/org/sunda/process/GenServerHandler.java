package org.sunda.process;

import org.sunda.term.Pid;
import org.sunda.term.Term;
import org.sunda.term.Tuple2;
import org.sunda.term.Tuple3;

/// Takes the messages of `gen` apart for a [GenServer] (protocol section d.1).
final class GenServerHandler implements Handler {
    private final Processes processes;
    private final GenServer server;

    GenServerHandler(Processes processes, GenServer server) {
        this.processes = processes;
        this.server = server;
    }

    @Override
    public void started(Self self) throws Exception {
        server.init(self);
    }

    @Override
    public void handle(Term message, Self self) throws Exception {
        switch (message) {
            case Tuple3(Term label, Tuple2(Pid pid, Term tag), Term request)
            when label.equals(GenCall.GEN_CALL) -> call(new From(processes, self.pid(), pid, tag), request, self);
            case Tuple2(Term label, Term cast) when label.equals(GenCall.GEN_CAST) -> server.handleCast(cast, self);
            default -> server.handleInfo(message, self);
        }
    }

    private void call(From from, Term request, Self self) throws Exception {
        switch (server.handleCall(request, from, self)) {
            case Reply.Now(Term value) -> from.reply(value);
            case Reply.Later _ -> {}
            case Reply.Stop(Term reason, Term value) -> {
                from.reply(value);
                throw self.exit(reason);
            }
        }
    }

    @Override
    public Class<?> code() {
        return server.getClass();
    }

    @Override
    public void stopped(Term reason) {
        server.terminate(reason);
    }
}
