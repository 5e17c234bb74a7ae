package org.sunda.dist;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.sunda.etf.Limits;
import org.sunda.memory.Bytes;
import org.sunda.peer.ConnectionStats;
import org.sunda.peer.PeerPolicy;
import org.sunda.signal.Busy;
import org.sunda.signal.BusyException;
import org.sunda.signal.NodeDownException;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;

/// A connection to another node, from the end of the handshake on. Any thread may use it.
///
/// One platform thread per connection, `sunda-dist <peer>`, waits at a selector. It reads into one direct
/// buffer, cuts frames, decodes control messages and delivers signals; it writes what the channel did not
/// take from a sender; it sends ticks and misses those of the peer; it never waits for anything else. What
/// is sent on it while it delivers what one read has brought leaves in one write at the end.
public final class Connection {
    private static final System.Logger LOG = System.getLogger("org.sunda.dist");

    private static final int READ_BYTES = 64 * 1024;

    /// So many reads in a row at most, before writing and the clock get their turn.
    private static final int READS_IN_A_ROW = 16;

    private static final Bytes TICK = Bytes.of((byte) 0, (byte) 0, (byte) 0, (byte) 0);

    private final Handshake.Peer peer;
    private final DistributionConfig config;
    private final DistributionListener listener;
    private final ConnectionOwner owner;
    private final Duration tickTime;
    private final boolean isPaced;
    private final Transport transport;
    private final Selector selector;
    private final Outbound outbound;
    private final ControlEncoder encoder;
    private final ControlDecoder decoder;
    private final FrameReader frames;
    private final ReaderThread reader;

    /// Why the connection ends; null while it does not.
    private final AtomicReference<@Nullable String> ending = new AtomicReference<>();

    /// The reader thread's own: output waits until it has gone through what it has read.
    private boolean batching;

    /// The reader thread's own to change.
    private volatile long readBytes;

    /// The reader thread's own to change: frames that were no ticks.
    private volatile long readMessages;

    /// The reader thread's own to change.
    private volatile long writtenTicks;

    private final ByteBuffer in = ByteBuffer.allocateDirect(READ_BYTES);
    private final TickClock ticks;
    private final Throttle throttle;
    private final RoundTrip roundTrip;
    private final Instant since = Instant.now();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder refused = new LongAdder();

    /// Nothing happens before [#start].
    Connection(
            Transport transport,
            Handshake.Self self,
            Handshake.Peer peer,
            DistributionConfig config,
            DistributionListener listener,
            ConnectionOwner owner)
            throws IOException {
        this.transport = transport;
        this.peer = peer;
        this.config = config;
        PeerPolicy policy = config.policy(peer.node());
        Limits limits = config.limits(policy);
        this.tickTime = config.tickTime(policy);
        this.roundTrip = new RoundTrip(self, config.roundTripInterval());
        this.isPaced = policy.intake().isPaced();
        this.listener = Gatekeeper.before(listener, policy.permissions(), refused);
        this.owner = owner;
        transport.channel().configureBlocking(false);
        this.selector = Selector.open();
        this.outbound = new Outbound(transport, config.busyBytes());
        this.encoder = new ControlEncoder(peer.flags(), peer.creation());
        this.decoder =
                new ControlDecoder(config.node(), peer.node(), limits, this::fail, answer -> offer(answer, null));
        this.frames = new FrameReader(limits.frameBytes());
        this.ticks = new TickClock(tickTime, System.nanoTime());
        this.throttle = new Throttle(policy.intake(), tickTime, System.nanoTime());
        this.reader = new ReaderThread(this::run, "sunda-dist " + peer.node().text());
    }

    void start() {
        reader.start();
    }

    /// The node at the other end.
    public Atom peer() {
        return peer.node();
    }

    /// The creation of the node at the other end.
    public int peerCreation() {
        return peer.creation();
    }

    /// Whether one of both nodes is a hidden one: then neither shows the other in `nodes()`.
    public boolean hidden() {
        return peer.hidden();
    }

    /// Whether the connection stands: no end of it is known yet.
    public boolean isOpen() {
        return ending.get() == null;
    }

    /// What there is to know of it at this moment.
    public ConnectionStats stats() {
        return new ConnectionStats(
                peer.node(),
                since,
                readBytes,
                readMessages,
                outbound.writtenBytes(),
                outbound.appendedFrames() - writtenTicks,
                outbound.waitingBytes(),
                dropped.sum(),
                refused.sum(),
                Optional.ofNullable(roundTrip.last()));
    }

    /// Measures how long the peer takes to answer, with all that waits to be written before. Does not wait:
    /// the future fails with a [NodeDownException] when the connection ends first, and never ends when the
    /// peer never answers.
    ///
    /// @throws UnsupportedOperationException when the peer does not say that it knows monitors, as
    ///     Jinterface and C nodes do not
    public CompletableFuture<Duration> roundTrip() {
        if (!answersMonitors()) {
            throw new UnsupportedOperationException(peer.node()
                    + " answers no monitors (flags DIST_MONITOR and DIST_MONITOR_NAME, protocol section a.2)");
        }
        return roundTrip.ask(this);
    }

    private boolean answersMonitors() {
        return Flags.has(peer.flags(), Flags.DFLAG_DIST_MONITOR | Flags.DFLAG_DIST_MONITOR_NAME);
    }

    /// Sends a signal. It leaves in the order of the calls; what the peer could not understand is dropped,
    /// as a BEAM does (protocol section a.2).
    ///
    /// Where much output waits already, what becomes of what may be refused ([Signal#mayBeRefused]) is said
    /// by [DistributionConfig#busy].
    ///
    /// @throws BusyException when that says so; the signal was not sent
    /// @throws NodeDownException when the connection has ended
    /// @throws IllegalArgumentException when the signal cannot be encoded; the connection is unharmed
    public void send(Signal signal) {
        if (!offer(signal, null)) {
            String reason = ending.get();
            throw new NodeDownException(peer.node(), reason == null ? "the connection has ended" : reason);
        }
    }

    /// Ends the connection, soon; its end is announced as every other. A second call does nothing.
    ///
    /// @param reason one sentence, for people
    public void close(String reason) {
        if (ending.compareAndSet(null, reason)) {
            selector.wakeup();
        }
    }

    @Override
    public String toString() {
        return "Connection[" + peer.node() + "]";
    }

    /// Sends a signal as [#offer(Signal, Bytes, Busy)], by what the node has chosen for busy connections.
    boolean offer(Signal signal, @Nullable Bytes encoded) {
        return offer(signal, encoded, config.busy());
    }

    /// Sends a signal, of which the payload may have been encoded before.
    ///
    /// @param busy what becomes of a signal that may be refused, while the connection is busy
    /// @return false when the connection has ended and the signal was not sent
    boolean offer(Signal signal, @Nullable Bytes encoded, Busy busy) {
        if (!isOpen()) {
            return false;
        }
        if (signal instanceof Signal.SpawnRequest request && !Flags.has(peer.flags(), Flags.DFLAG_SPAWN)) {
            listener.notSupported(this, request);
            return true;
        }
        Bytes frame = encoder.encode(signal, encoded);
        if (frame == null) {
            return true;
        }
        return signal.mayBeRefused() ? append(frame, busy) : append(frame);
    }

    private boolean append(Bytes frame, Busy busy) {
        return switch (busy) {
            case Busy.Wait(Duration longest) -> append(frame, !ReaderThread.isCurrent() && awaitRoom(longest, true));
            case Busy.Fail _ -> {
                if (outbound.isBusy()) {
                    throw busy("and the sender does not wait");
                }
                yield append(frame, true);
            }
            case Busy.Drop _ -> {
                boolean isBusy = outbound.isBusy();
                if (isBusy) {
                    dropped.increment();
                }
                yield isBusy || append(frame, true);
            }
        };
    }

    /// News of links and monitors does not wait, unless it carries much. It is never refused: the peer
    /// would go on with links and monitors that are no more.
    private boolean append(Bytes frame) {
        boolean waits = !ReaderThread.isCurrent() && frame.size() > READ_BYTES;
        return append(frame, waits && awaitRoom(config.busyDeadline(), false));
    }

    private boolean append(Bytes frame, boolean hasRoom) {
        return switch (outbound.append(frame, hasRoom ? Long.MAX_VALUE : config.maxOutboundBytes())) {
            case YES -> {
                flush();
                yield true;
            }
            case TOO_MUCH -> {
                fail("more than " + config.maxOutboundBytes() + " bytes wait for it, and it does not read them");
                yield false;
            }
            case CLOSED -> false;
        };
    }

    /// @return false when there is no room by the deadline, and that is no reason to refuse
    private boolean awaitRoom(Duration longest, boolean mayBeRefused) {
        try {
            boolean hasRoom = outbound.awaitRoom(Deadline.in(longest));
            if (!hasRoom && mayBeRefused) {
                throw busy("for " + longest.toMillis() + " ms");
            }
            return hasRoom;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            if (mayBeRefused) {
                throw busy("when the sender was interrupted");
            }
            return false;
        }
    }

    private BusyException busy(String how) {
        return new BusyException(
                peer.node(), "more than " + config.busyBytes() / 2 + " bytes waited to be read by it " + how);
    }

    private void flush() {
        if (Thread.currentThread() == reader && batching) {
            return;
        }
        try {
            if (outbound.flush()) {
                selector.wakeup();
            }
        } catch (IOException e) {
            broke(e);
        }
    }

    /// The peer broke the protocol, or our patience: one sentence goes to the log.
    private void fail(String sentence) {
        if (ending.compareAndSet(null, sentence)) {
            LOG.log(System.Logger.Level.WARNING, "the connection to {0} is closed: {1}", peer.node(), sentence);
            selector.wakeup();
        }
    }

    private void broke(IOException e) {
        close("the connection broke: " + e.getMessage());
    }

    private void run() {
        try (selector;
                transport) {
            SelectionKey key = transport.channel().register(selector, SelectionKey.OP_READ);
            open();
            while (isOpen()) {
                long now = System.nanoTime();
                boolean mayRead = throttle.isOpen(now);
                boolean stalled = outbound.isStalled() || transport.hasUnsent();
                key.interestOps((mayRead ? SelectionKey.OP_READ : 0) | (stalled ? SelectionKey.OP_WRITE : 0));
                int ready = mayRead && transport.hasUnread()
                        ? selector.selectNow()
                        : selector.select(throttle.shorten(ticks.millisToNextLook(now), now));
                selector.selectedKeys().clear();
                if (ready > 0 && key.isReadable() || mayRead && transport.hasUnread() || transport.hasUnsent()) {
                    read();
                }
                if (ready > 0 && key.isWritable()) {
                    outbound.flushStalled();
                }
                tick();
            }
            // What waits leaves if it can at once; whoever closes does not wait for a peer that does not read.
            outbound.flushStalled();
        } catch (ProtocolException e) {
            fail(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            broke(e);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "the thread of " + this + " failed", e);
        } finally {
            end();
        }
    }

    /// What the owner and its listener send first leaves together.
    private void open() {
        batching = true;
        try {
            owner.opened(this);
        } finally {
            batching = false;
        }
        flush();
    }

    private void read() throws IOException {
        for (int reads = 0; reads < READS_IN_A_ROW && isOpen(); reads++) {
            in.clear();
            long bytes = readBytes;
            int count = transport.read(in);
            if (count < 0) {
                close("it closed the connection");
            }
            if (count <= 0) {
                return;
            }
            readBytes = bytes + count;
            in.flip();
            deliverAll();
            if (isPaced && mustPause() || count < READ_BYTES && !transport.hasUnread()) {
                return;
            }
        }
    }

    private boolean mustPause() {
        long now = System.nanoTime();
        if (throttle.read(readBytes, readMessages, now)) {
            fail("more came from it per second than its Intake allows");
        }
        return !throttle.isOpen(now);
    }

    private void deliverAll() throws ProtocolException {
        batching = true;
        long messages = readMessages;
        try {
            for (Bytes frame = frames.next(in); frame != null && isOpen(); frame = frames.next(in)) {
                if (frame.size() > 0) {
                    messages++;
                    Signal signal = decoder.decode(frame);
                    if (signal != null && !roundTrip.takes(signal)) {
                        listener.deliver(this, signal);
                    }
                }
            }
        } finally {
            batching = false;
            readMessages = messages;
        }
        flush();
    }

    private void tick() {
        long now = System.nanoTime();
        if (roundTrip.isDue(now) && answersMonitors()) {
            var _ = roundTrip.ask(this);
        }
        switch (ticks.look(now, readBytes, outbound.writtenBytes(), outbound.waitingBytes())) {
            case FINE -> {}
            case TICK -> {
                if (outbound.waitingBytes() == 0) {
                    append(TICK);
                    long before = writtenTicks;
                    writtenTicks = before + 1;
                }
            }
            case SILENT ->
                fail("nothing came from it for " + tickTime.toMillis()
                        + " ms (net tick timeout, protocol section a.6)");
            case STALLED ->
                fail("it has read nothing for " + tickTime.toMillis() + " ms while " + outbound.waitingBytes()
                        + " bytes wait for it (net tick timeout, protocol section h.6)");
        }
    }

    private void end() {
        ending.compareAndSet(null, "its thread failed");
        outbound.close();
        roundTrip.fail(peer.node(), String.valueOf(ending.get()));
        owner.ended(this, String.valueOf(ending.get()));
    }
}
