package org.sunda;

import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.tuple;

import java.time.Duration;
import java.util.Map;
import org.sunda.kernel.ExportedFunction;
import org.sunda.kernel.ExportedModule;
import org.sunda.otp.From;
import org.sunda.otp.GenServer;
import org.sunda.otp.Next;
import org.sunda.otp.Reply;
import org.sunda.process.CallerRuns;
import org.sunda.process.ExitException;
import org.sunda.process.Self;
import org.sunda.process.SpawnOptions;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.Int;
import org.sunda.term.Term;
import org.sunda.term.Tuple2;

/// What `conformance.erl` expects of a node: `echo`, `puppets`, `counter`, and the exported module
/// `calculator`.
final class TestServices {
    private TestServices() {}

    static void start(Node node) {
        node.processes().react(SpawnOptions.DEFAULT.named("echo").on(CallerRuns.INSTANCE), (message, self) -> {
            if (message instanceof Tuple2(Term from, Term term)) {
                self.send(from, tuple(atom("echoed"), term));
            }
        });
        node.spawn("puppets", Puppet::makePuppets);
        node.serve("counter", new Counter());
        node.export("calculator", ExportedModule.of(functions(node)));
    }

    private static Map<String, ExportedFunction> functions(Node node) {
        return Map.of(
                "add/2", arguments -> integer(((Int) arguments.get(0)).toLong() + ((Int) arguments.get(1)).toLong()),
                "fail/1",
                        arguments -> {
                            throw new IllegalStateException(((Binary) arguments.get(0)).text());
                        },
                "exit/1",
                        arguments -> {
                            throw new ExitException(arguments.get(0));
                        },
                "sleep/1",
                        arguments -> {
                            Thread.sleep(((Int) arguments.get(0)).toLong());
                            return Atom.OK;
                        },
                "tell/2",
                        arguments -> {
                            node.send(arguments.get(0), arguments.get(1));
                            return Atom.OK;
                        });
    }

    private static final class Counter implements GenServer {
        private long count;

        @Override
        public Reply handleCall(Term request, From from, Self self) {
            return switch (request) {
                case Atom pid when pid.is("pid") -> Reply.of(self.pid());
                case Tuple2(Atom verb, Int amount)
                when verb.is("add") -> {
                    count += amount.toLong();
                    yield Reply.of(tuple(atom("added"), integer(count)));
                }
                case Tuple2(Atom verb, Int millis)
                when verb.is("reply_after") -> {
                    self.spawn(waiter -> {
                        waiter.receive(Duration.ofMillis(millis.toLong()));
                        from.reply(atom("late"));
                    });
                    yield Reply.later();
                }
                case Tuple2(Atom verb, Term value) when verb.is("identity") -> Reply.of(value);
                default -> Reply.of(Atom.UNDEFINED);
            };
        }

        @Override
        public Next handleCast(Term message, Self self) {
            if (message instanceof Tuple2(Atom verb, Int amount) && verb.is("add")) {
                count += amount.toLong();
            }
            return Next.message();
        }
    }
}
