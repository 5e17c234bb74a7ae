package org.sunda.kernel;

import org.sunda.process.Handler;
import org.sunda.process.Self;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Term;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple4;

/// The process registered as `user`, to which the output goes of whatever this node calls on others. It keeps such
/// calls from waiting for ever: output is taken and logged, input is refused (protocol section d.8, I/O protocol).
public final class GroupLeader implements Handler {
    /// The name it is registered by.
    public static final String NAME = "user";

    private static final System.Logger LOGGER = System.getLogger(GroupLeader.class.getPackageName());
    private static final Atom IO_REPLY = Atom.of("io_reply");
    private static final Atom PUT_CHARS = Atom.of("put_chars");
    private static final Term REFUSED = Tuple.of(Atom.ERROR, Atom.of("request"));

    /// One that logs.
    public GroupLeader() {}

    @Override
    public void handle(Term message, Self self) {
        if (message instanceof Tuple4(Atom tag, Pid from, Term replyAs, Tuple request) && tag.is("io_request")) {
            self.send(from, Tuple.of(IO_REPLY, replyAs, answer(request)));
        }
    }

    private static Term answer(Tuple request) {
        if (request.arity() < 2 || !request.element(0).equals(PUT_CHARS)) {
            return REFUSED;
        }
        Term output = request.element(request.arity() - 1);
        LOGGER.log(System.Logger.Level.INFO, "output of a remote call: {0}", output);
        return Atom.OK;
    }
}
