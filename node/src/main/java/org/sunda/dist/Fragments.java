package org.sunda.dist;

import java.lang.foreign.MemorySegment;
import java.net.ProtocolException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sunda.memory.Bytes;
import org.sunda.term.Atom;

/// The messages of which the peer has sent some fragments, but not the last (protocol section b.5). A
/// peer cannot make it grow without bound. For the thread that reads the connection.
final class Fragments {
    /// A BEAM has at most one for each of its processes that send.
    private static final int MOST_UNFINISHED = 16 * 1024;

    /// Several long messages may be under way, but not each as long as is allowed.
    private static final int LONGEST_AT_ONCE = 4;

    /// What a fragment takes besides its bytes, so that many empty ones are not for nothing.
    private static final int FRAGMENT_BYTES = 64;

    private final long mostBytes;
    private final Map<Long, Unfinished> unfinished = new HashMap<>();
    private long allBytes;

    /// @param mostBytes the longest message that is taken
    Fragments(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /// A message of which the last fragment has not come, or just has.
    static final class Unfinished {
        private final Atom[] atoms;
        private final long firstBytes;
        private final List<MemorySegment> parts = new ArrayList<>();
        private long next;
        private long bytes;

        private Unfinished(long count, Atom[] atoms, Bytes first) {
            this.next = count - 1;
            this.atoms = atoms;
            this.firstBytes = first.size();
            // The cache may forget them, and the header takes a byte for each: they count as what they are.
            for (Atom each : atoms) {
                bytes += each.utf8Length() + Long.BYTES;
            }
            add(first);
        }

        private void add(Bytes part) {
            parts.addAll(part.segments());
            bytes += part.size() + FRAGMENT_BYTES;
        }

        /// What the header of the first fragment names.
        Atom[] atoms() {
            return atoms;
        }

        /// How many bytes came with the first fragment.
        long firstBytes() {
            return firstBytes;
        }

        /// Control message and payload.
        Bytes bytes() {
            return Bytes.of(parts);
        }
    }

    /// The first of several fragments.
    ///
    /// @param count how many there are, unsigned
    void open(long sequence, long count, Atom[] atoms, Bytes first) throws ProtocolException {
        requireNew(sequence);
        if (count == 0) {
            throw new ProtocolException("a message in 0 fragments came (protocol section b.5)");
        }
        // Each further fragment has a byte at least, so this many can never come. A BEAM would not survive the number.
        if (Long.compareUnsigned(count, mostBytes) > 0) {
            throw new ProtocolException("a message in " + Long.toUnsignedString(count)
                    + " fragments is announced: the limit frameBytes is " + mostBytes + " (protocol section b.5)");
        }
        if (unfinished.size() == MOST_UNFINISHED) {
            throw new ProtocolException(MOST_UNFINISHED + " messages wait for their last fragments, and one more "
                    + "begins (protocol section b.5)");
        }
        Unfinished message = new Unfinished(count, atoms, first);
        unfinished.put(sequence, message);
        grow(message, message.bytes);
    }

    /// Refuses a sequence id that cannot begin a message now.
    void requireNew(long sequence) throws ProtocolException {
        if (sequence == 0) {
            throw new ProtocolException("a first fragment has the sequence id 0 (protocol section b.5)");
        }
        if (unfinished.containsKey(sequence)) {
            throw new ProtocolException("a first fragment has the sequence id " + Long.toUnsignedString(sequence)
                    + ", of which another message is not finished (protocol section b.5)");
        }
    }

    /// A fragment that is not the first.
    ///
    /// @param number how many fragments are to come, this one among them
    /// @return the message, finished when `number` is 1
    Unfinished add(long sequence, long number, Bytes part) throws ProtocolException {
        Unfinished message = unfinished.get(sequence);
        if (message == null) {
            throw new ProtocolException("a fragment has the sequence id " + Long.toUnsignedString(sequence)
                    + ", but no first one of it came (protocol section b.5)");
        }
        if (number != message.next) {
            throw new ProtocolException("fragment " + Long.toUnsignedString(number) + " came where " + message.next
                    + " was due (protocol section b.5)");
        }
        message.next--;
        long before = message.bytes;
        message.add(part);
        grow(message, message.bytes - before);
        if (number == 1) {
            unfinished.remove(sequence);
            allBytes -= message.bytes;
        }
        return message;
    }

    private void grow(Unfinished message, long bytes) throws ProtocolException {
        allBytes += bytes;
        if (message.bytes > mostBytes) {
            throw new ProtocolException("the fragments of a message take more than the limit frameBytes, " + mostBytes
                    + " bytes (protocol section b.5)");
        }
        if (allBytes / LONGEST_AT_ONCE > mostBytes) {
            throw new ProtocolException("the fragments of all unfinished messages take more than " + LONGEST_AT_ONCE
                    + " times the limit frameBytes, " + mostBytes + " bytes (protocol section b.5)");
        }
    }
}
