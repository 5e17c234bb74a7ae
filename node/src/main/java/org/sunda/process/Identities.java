package org.sunda.process;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;

/// The pids and references of one incarnation of a node; none comes twice.
final class Identities {
    /// The bits of a pid's id before its serial is counted up: what every peer since OTP 24 takes.
    private static final int ID_BITS = 28;

    /// The first word of a reference has 18 bits (protocol section c, tag 90).
    private static final int FIRST_WORD_BITS = 18;

    private final Atom node;
    private final int creation;
    private final Pid nobody;
    private final AtomicLong refs = new AtomicLong();

    /// In each reference, so that one cannot be guessed from another node's: an alias is a permission to send.
    private final int secret = new SecureRandom().nextInt();

    Identities(Atom node, int creation) {
        this.node = node;
        this.creation = creation;
        this.nobody = pid(0);
    }

    Atom node() {
        return node;
    }

    /// The sender of what no process sends.
    Pid nobody() {
        return nobody;
    }

    /// The pid with that number, counted from 1.
    Pid pid(long number) {
        return new Pid(node, (int) (number & ((1 << ID_BITS) - 1)), (int) (number >>> ID_BITS), creation);
    }

    Ref newRef() {
        long number = refs.incrementAndGet();
        return Ref.of(
                node,
                creation,
                (int) (number & ((1 << FIRST_WORD_BITS) - 1)),
                (int) (number >>> FIRST_WORD_BITS),
                secret);
    }
}
