package org.sunda.dist;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Atom;
import org.sunda.tls.TlsEngines;

/// The bytes of a connection inside TLS.
///
/// What is encrypted lies in arrays: the JDK's cipher takes them whole, but direct memory piece by
/// piece, at half the speed. The arrays are small until the handshake of TLS is over, so that callers
/// without a name cost little.
final class TlsTransport implements Transport {
    /// How many records leave, or come, at once: as many as fill the buffer of the connection.
    private static final int RECORDS = 4;

    /// How long an alert may be on its way.
    private static final Duration LINGER = Duration.ofMillis(500);

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel channel;
    private final SSLEngine engine;
    private final TlsEngines engines;

    /// The node that this one connects to; null where it accepts.
    private final @Nullable Atom dialled;

    /// The reader's own: came, from its position to its limit, and is to be decrypted.
    private ByteBuffer encrypted;

    /// The reader's own: decrypted, and did not fit where the reader wanted it.
    private ByteBuffer left = NOTHING;

    /// The reader's own: a read brings something even when the channel has nothing.
    private boolean unread;

    /// The reader's own: nothing has come yet.
    private boolean isFirst = true;

    /// The reader's own: the other side has ended TLS, or the channel.
    private boolean ended;

    /// For what is below, and for telling the engine to encrypt.
    private final ReentrantLock lock = new ReentrantLock();

    /// Guarded by `lock`: encrypted, and to be written from its position to its limit.
    private ByteBuffer unsent;

    /// Guarded by `lock`: how many bytes of the writer's are in `unsent`; it still has them.
    private int taken;

    /// TLS has something to say, or said it and it did not leave.
    private volatile boolean owes;

    private TlsTransport(SocketChannel channel, SSLEngine engine, TlsEngines engines, @Nullable Atom dialled) {
        this.channel = channel;
        this.engine = engine;
        this.engines = engines;
        this.dialled = dialled;
        int record = engine.getSession().getPacketBufferSize();
        this.encrypted = ByteBuffer.allocate(record).limit(0);
        this.unsent = ByteBuffer.allocate(record).limit(0);
    }

    /// For a connection that a peer has made.
    static TlsTransport accepting(SocketChannel channel, TlsEngines engines) {
        return new TlsTransport(channel, engines.accepting(), engines, null);
    }

    /// For a connection that this node has made.
    static TlsTransport connecting(SocketChannel channel, TlsEngines engines, Atom node) {
        return new TlsTransport(channel, engines.connecting(NodeName.of(node).host()), engines, node);
    }

    @Override
    public SocketChannel channel() {
        return channel;
    }

    @Override
    public int lengthBytes() {
        return Integer.BYTES;
    }

    @Override
    public void begin() throws IOException, HandshakeException {
        try {
            engine.beginHandshake();
            shake();
        } catch (SSLException e) {
            sayWhy();
            linger();
            throw new HandshakeException(TlsFailure.sentence(e));
        } catch (ClosedChannelException e) {
            if (dialled != null && isFirst) {
                throw new HandshakeException(TlsFailure.silent(dialled));
            }
            throw e;
        } catch (IOException _) {
            // Reset, or closed with our bytes unread: the other side made nothing of them.
            throw new HandshakeException(lastWord());
        }
        encrypted = larger(encrypted);
        unsent = larger(unsent);
        String refusal = dialled == null ? null : refusal(dialled);
        if (refusal != null) {
            throw new HandshakeException(refusal);
        }
    }

    /// Who hangs up while this node writes may have said why, before.
    private String lastWord() {
        try {
            fill();
            decrypt(ByteBuffer.allocate(encrypted.capacity()));
        } catch (SSLException e) {
            return TlsFailure.sentence(e);
        } catch (IOException _) {
            // It said nothing.
        }
        return TlsFailure.closed(dialled);
    }

    private void shake() throws IOException, HandshakeException {
        while (true) {
            switch (engine.getHandshakeStatus()) {
                case NEED_WRAP -> answer();
                case NEED_TASK -> work();
                case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> hear();
                case FINISHED, NOT_HANDSHAKING -> {
                    return;
                }
            }
        }
    }

    /// Takes the next of the other side's messages.
    private void hear() throws IOException, HandshakeException {
        switch (unwrap(NOTHING)) {
            case OK, BUFFER_OVERFLOW -> {}
            case CLOSED -> throw new HandshakeException("it ended TLS before the TLS handshake was over");
            case BUFFER_UNDERFLOW -> {
                boolean first = isFirst;
                if (fill() < 0) {
                    throw new HandshakeException(TlsFailure.closed(dialled));
                }
                isFirst = false;
                if (first && !TlsFailure.isRecord(encrypted.get(0))) {
                    throw new HandshakeException(TlsFailure.plain(dialled));
                }
            }
        }
    }

    private static ByteBuffer larger(ByteBuffer buffer) {
        return ByteBuffer.allocate(RECORDS * buffer.capacity()).put(buffer).flip();
    }

    @Override
    public @Nullable String refusal(Atom node) {
        return engines.refusal(engine, node.text());
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        if (owes) {
            answer();
        }
        int start = into.position();
        try {
            decrypt(into);
            while (into.position() == start && into.hasRemaining() && !ended) {
                int count = fill();
                if (count == 0) {
                    return 0;
                }
                ended = count < 0;
                decrypt(into);
            }
        } catch (SSLException e) {
            sayWhy();
            throw new SSLException(TlsFailure.sentence(e), e);
        }
        int count = into.position() - start;
        return count == 0 && ended ? -1 : count;
    }

    /// Reads from the channel once; -1 at its end, and 0 when it has nothing now.
    private int fill() throws IOException {
        encrypted.compact();
        try {
            int count = channel.read(encrypted);
            // A full buffer hints at more in the channel, which is then worth a look.
            unread = !encrypted.hasRemaining();
            return count;
        } finally {
            encrypted.flip();
        }
    }

    /// Decrypts whole records, as many as are there and fit. One that fits nowhere else goes to `left`
    /// first.
    private void decrypt(ByteBuffer into) throws IOException {
        int start = into.position();
        takeLeft(into);
        while (into.hasRemaining() && encrypted.hasRemaining()) {
            switch (unwrap(into)) {
                case OK -> {}
                case BUFFER_UNDERFLOW -> {
                    return;
                }
                case CLOSED -> {
                    ended = true;
                    return;
                }
                case BUFFER_OVERFLOW -> {
                    if (into.position() > start) {
                        unread = true;
                        return;
                    }
                    if (!decryptToLeft()) {
                        return;
                    }
                    takeLeft(into);
                }
            }
        }
        unread |= left.hasRemaining() || encrypted.hasRemaining();
    }

    /// Answers false when the record is not all there.
    private boolean decryptToLeft() throws IOException {
        int most = engine.getSession().getApplicationBufferSize();
        if (left.capacity() < most) {
            left = ByteBuffer.allocate(most);
        }
        left.clear();
        try {
            return unwrap(left) == SSLEngineResult.Status.OK;
        } finally {
            left.flip();
        }
    }

    private void takeLeft(ByteBuffer into) {
        int count = Math.min(into.remaining(), left.remaining());
        into.put(into.position(), left, left.position(), count);
        into.position(into.position() + count);
        left.position(left.position() + count);
    }

    private SSLEngineResult.Status unwrap(ByteBuffer into) throws IOException {
        SSLEngineResult result = engine.unwrap(encrypted, into);
        HandshakeStatus next = result.getHandshakeStatus();
        if (next == HandshakeStatus.NEED_TASK) {
            work();
            next = engine.getHandshakeStatus();
        }
        if (next == HandshakeStatus.NEED_WRAP) {
            answer();
        }
        return result.getStatus();
    }

    /// What takes the engine long, key exchange and certificates; who needs it done does it.
    private void work() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    /// Sends what TLS itself has to say, as much as the channel takes.
    private void answer() throws IOException {
        lock.lock();
        try {
            owes = true;
            while (flush() && engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                unsent.clear();
                try {
                    if (engine.wrap(NOTHING, unsent).bytesProduced() == 0) {
                        break;
                    }
                } finally {
                    unsent.flip();
                }
            }
            owes = unsent.hasRemaining();
        } finally {
            lock.unlock();
        }
    }

    /// The other side gets the alert, if it still listens.
    private void sayWhy() {
        try {
            answer();
        } catch (IOException e) {
            System.getLogger("org.sunda.dist")
                    .log(System.Logger.Level.DEBUG, "the last word of TLS did not leave: {0}", e.getMessage());
        }
    }

    /// Reads on until the other side hangs up, as far as an honest one needs: to close with something
    /// unread would take the alert away from it.
    private void linger() {
        try (Alarm _ = Alarm.set(Deadline.in(LINGER), channel)) {
            channel.shutdownOutput();
            ByteBuffer unread = ByteBuffer.allocate(encrypted.capacity());
            int count = 0;
            while (unread.hasRemaining() && count >= 0) {
                count = channel.read(unread);
            }
        } catch (IOException e) {
            System.getLogger("org.sunda.dist")
                    .log(System.Logger.Level.DEBUG, "it did not hang up by itself: {0}", e.getMessage());
        }
    }

    /// Answers whether all has left.
    private boolean flush() throws IOException {
        if (unsent.hasRemaining()) {
            channel.write(unsent);
        }
        return !unsent.hasRemaining();
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        lock.lock();
        try {
            int start = from.position();
            while (flush()) {
                from.position(from.position() + taken);
                taken = 0;
                if (!from.hasRemaining() || !encrypt(from)) {
                    break;
                }
            }
            return from.position() - start;
        } catch (IOException e) {
            requireNoAlert();
            throw e;
        } finally {
            lock.unlock();
        }
    }

    /// Who hangs up may have said why, before.
    private void requireNoAlert() throws IOException {
        if (channel.isBlocking()) {
            read(ByteBuffer.allocate(1));
        }
    }

    /// Fills `unsent`. What is in it stays with the writer until it has left: so the writer counts it, and
    /// waits, as if there were no TLS.
    ///
    /// @return false when TLS has to agree on new keys first: then the reader has to do something
    private boolean encrypt(ByteBuffer from) throws IOException {
        int start = from.position();
        unsent.clear();
        try {
            SSLEngineResult result;
            do {
                result = engine.wrap(from, unsent);
            } while (from.hasRemaining() && result.bytesProduced() > 0);
            if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
                throw new ClosedChannelException();
            }
            return unsent.position() > 0;
        } finally {
            unsent.flip();
            taken = from.position() - start;
            from.position(start);
        }
    }

    @Override
    public boolean hasUnread() {
        return unread;
    }

    @Override
    public boolean hasUnsent() {
        return owes;
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    /// Says farewell if that needs no waiting.
    @Override
    public void close() throws IOException {
        try (channel) {
            if (channel.isOpen() && !channel.isBlocking() && lock.tryLock()) {
                try {
                    engine.closeOutbound();
                    sayWhy();
                } finally {
                    lock.unlock();
                }
            }
        }
    }
}
