package org.sunda;

import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.tuple;

import java.time.Duration;
import org.sunda.process.BlockingSelf;
import org.sunda.process.ExitException;
import org.sunda.process.ProcessBody;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.SmallInt;
import org.sunda.term.Term;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple2;
import org.sunda.term.Tuple3;
import org.sunda.term.Tuple4;

/// A process that does as `conformance.erl` tells it, `{do, From, Ref, Command}`, and passes everything else
/// that it receives on to its owner as `{told, Puppet, Message}`.
final class Puppet implements ProcessBody {
    private final Pid owner;

    private Puppet(Pid owner) {
        this.owner = owner;
    }

    /// Answers `{Owner, new_puppet}` with `{puppet, Pid}`.
    static void makePuppets(BlockingSelf self) throws InterruptedException {
        while (true) {
            if (self.receive() instanceof Tuple2(Pid owner, Atom _)) {
                self.send(owner, tuple(atom("puppet"), self.spawn(new Puppet(owner))));
            }
        }
    }

    @Override
    public void run(BlockingSelf self) throws InterruptedException {
        while (true) {
            Term message = self.receive();
            switch (message) {
                case Tuple4(Atom tag, Pid from, Ref ref, Term command)
                when tag.is("do") -> self.send(from, tuple(ref, obey(command, from, ref, self)));
                // A call: puppets answer none, but exit in one if they are told to.
                case Tuple3(Atom call, Term _, Tuple2(Atom exit, Term reason))
                when call.is("$gen_call") && exit.is("exit") -> throw self.exit(reason);
                default -> self.send(owner, tuple(atom("told"), self.pid(), message));
            }
        }
    }

    private Term obey(Term command, Pid from, Ref ref, BlockingSelf self) throws InterruptedException {
        return switch (command) {
            case Atom name -> obey(name, self);
            case Tuple2(Atom verb, Term argument) -> obey(verb, argument, from, ref, self);
            case Tuple3(Atom verb, Pid pid, Term reason)
            when verb.is("exit2") -> {
                self.exit(pid, reason);
                yield Atom.OK;
            }
            case Tuple3(Atom verb, Term server, Term message)
            when verb.is("cast") -> {
                self.cast(server, message);
                yield Atom.OK;
            }
            case Tuple3(Atom verb, Term word, Term reason)
            when verb.is("say_and_exit") -> {
                self.send(from, tuple(atom("last"), word));
                throw self.exit(reason);
            }
            case Tuple4(Atom verb, Term server, Term request, SmallInt(long millis))
            when verb.is("call") -> call(server, request, Duration.ofMillis(millis), self);
            default -> throw new IllegalArgumentException("no such command: " + command);
        };
    }

    private Term obey(Atom verb, BlockingSelf self) {
        return switch (verb.text()) {
            case "ping" -> tuple(atom("pong"), self.pid());
            case "alias" -> self.alias();
            case "group_leader" -> self.groupLeader();
            default -> throw new IllegalArgumentException("no such command: " + verb);
        };
    }

    private static Term obey(Atom verb, Term argument, Pid from, Ref ref, BlockingSelf self) {
        switch (verb.text()) {
            case "exit" -> {
                self.send(from, tuple(ref, Atom.OK));
                throw self.exit(argument);
            }
            case "trap_exit" -> self.trapExit(argument.equals(Atom.TRUE));
            case "link" -> self.link((Pid) argument);
            case "unlink" -> self.unlink((Pid) argument);
            case "monitor" -> {
                return self.monitor(argument);
            }
            case "demonitor" -> self.demonitor((Ref) argument);
            case "unalias" -> self.unalias((Ref) argument);
            case "register" -> self.register(((Atom) argument).text());
            default -> throw new IllegalArgumentException("no such command: " + verb);
        }
        return Atom.TRUE;
    }

    private static Tuple call(Term server, Term request, Duration timeout, BlockingSelf self)
            throws InterruptedException {
        try {
            return tuple(Atom.OK, self.call(server, request, timeout));
        } catch (ExitException e) {
            return tuple(atom("exit"), e.reason());
        }
    }
}
