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
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
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
/// take from a sender; it sends ticks and misses those of the peer; it never waits for anything else.
/// What is sent on it while it delivers what one read has brought leaves in one write at the end.
///
/// Who sends from another thread writes what it sends itself, without a hand-over: that is the shortest
/// way. But who sends again right after a write leaves it to the connection's thread, which writes what
/// has gathered: so a stream of small messages takes a write for some hundred of them.
public final class Connection {
    private static final System.Logger LOG = System.getLogger("org.sunda.dist");

    private static final int READ_BYTES = 128 * 1024;

    /// So many reads in a row at most, before writing and the clock get their turn.
    private static final int READS_IN_A_ROW = 16;

    /// How much a thread writes before others and what there is to read get their turn.
    private static final long WRITES_IN_A_ROW = 512 * 1024;

    /// Sooner than this after a write comes no answer, but the next message of a stream.
    private static final long STREAM_NANOS = 10_000;

    private final Handshake.Peer peer;
    private final DistributionConfig config;
    private final DistributionListener listener;
    private final ConnectionOwner owner;
    private final Duration tickTime;
    private final boolean isPaced;
    private final Transport transport;
    private final Selector selector;
    private final Outbound outbound;
    private final Sender sender;
    private final PacketReader packets;
    private final Payloads payloads;
    private final ControlDecoder decoder;
    private final FrameReader frames;
    private final ReaderThread reader;

    /// Why the connection ends; null while it does not.
    private final AtomicReference<@Nullable String> ending = new AtomicReference<>();

    /// Whether the reader thread is going through what it has read: until then its own output waits, and
    /// who sends cannot count on it.
    private volatile boolean delivering;

    /// Whether the reader thread waits for the channel, or is about to.
    private volatile boolean asleep;

    /// The reader thread's own: what the channel is ready for.
    private int ready;

    /// The reader thread's own to change.
    private volatile long readBytes;

    /// The reader thread's own to change: frames that were no ticks.
    private volatile long readMessages;

    private final Consumer<SelectionKey> readiness = this::noteReady;
    private final ByteBuffer in = ByteBuffer.allocateDirect(READ_BYTES);
    private final TickClock ticks;
    private final Throttle throttle;
    private final RoundTrip roundTrip;
    private final Coalescing coalescing = new Coalescing();
    private final Instant since = Instant.now();
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
        this.sender = new Sender(this, peer, config, outbound);
        this.packets = new PacketReader(peer.flags(), limits);
        this.payloads = new Payloads(limits, this::fail);
        this.decoder = new ControlDecoder(self.node(), peer.node(), payloads, answer -> offer(answer, null));
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
                outbound.appendedMessages(),
                outbound.waitingBytes(),
                sender.dropped(),
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
        return sender.send(signal, encoded, busy);
    }

    /// Has written what waits: by this thread, or by the connection's own.
    void flush() {
        boolean isReader = Thread.currentThread() == reader;
        if (isReader && (delivering || !outbound.hasWork())) {
            return;
        }
        try {
            if (!isReader && isLeftToReader() || outbound.flush(WRITES_IN_A_ROW)) {
                rouse();
            }
        } catch (IOException e) {
            broke(e);
        } catch (RuntimeException e) {
            close("its output failed: " + e);
            throw e;
        }
    }

    /// Whether the reader thread is to write: it is awake and will look at the output before it waits,
    /// or it is better woken than that each message of a stream has a write of its own.
    private boolean isLeftToReader() {
        return !delivering && (!asleep || outbound.wroteWithin(STREAM_NANOS));
    }

    /// Has the reader thread look at the output.
    private void rouse() {
        if (asleep) {
            asleep = false;
            selector.wakeup();
        }
    }

    /// The peer broke the protocol, or our patience: one sentence goes to the log.
    void fail(String sentence) {
        if (ending.compareAndSet(null, sentence)) {
            LOG.log(System.Logger.Level.WARNING, "the connection to {0} is closed: {1}", peer.node(), sentence);
            selector.wakeup();
        }
    }

    private void broke(IOException e) {
        close("the connection broke: " + e.getMessage());
    }

    private void run() {
        payloads.own();
        try (selector;
                transport) {
            SelectionKey key = transport.channel().register(selector, SelectionKey.OP_READ);
            open();
            int interest = SelectionKey.OP_READ;
            while (isOpen()) {
                long now = System.nanoTime();
                boolean mayRead = throttle.isOpen(now);
                // Before the look at the output: whoever changes what there is to do afterwards sees it, and
                // wakes this thread.
                asleep = true;
                boolean stalled = outbound.isStalled() || transport.hasUnsent();
                int wanted = (mayRead ? SelectionKey.OP_READ : 0) | (stalled ? SelectionKey.OP_WRITE : 0);
                if (wanted != interest) {
                    key.interestOps(wanted);
                    interest = wanted;
                }
                await(mayRead, mayRead && !stalled, now);
                boolean isReadable = (ready & SelectionKey.OP_READ) != 0 || mayRead && transport.hasUnread();
                if (isReadable || transport.hasUnsent()) {
                    read();
                }
                if ((ready & SelectionKey.OP_WRITE) != 0) {
                    outbound.flushStalled(WRITES_IN_A_ROW);
                } else if (outbound.hasWork()) {
                    outbound.flush(WRITES_IN_A_ROW);
                }
                tick();
            }
            // What waits leaves if it can at once; whoever closes does not wait for a peer that does not read.
            outbound.flushStalled(Long.MAX_VALUE);
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

    /// Waits until the channel is ready, somebody leaves output to this thread, or the clock is due.
    ///
    /// @param mayRest whether all that can happen is that more comes
    private void await(boolean mayRead, boolean mayRest, long now) throws IOException {
        ready = 0;
        if (mayRead && transport.hasUnread() || outbound.hasWork()) {
            selector.selectNow(readiness);
        } else {
            if (mayRest && coalescing.isDue(readMessages, now)) {
                LockSupport.parkNanos(Coalescing.REST_NANOS);
            }
            selector.select(readiness, throttle.shorten(ticks.millisToNextLook(now), now));
        }
        asleep = false;
    }

    private void noteReady(SelectionKey key) {
        ready = key.readyOps();
    }

    /// What the owner and its listener send first leaves together.
    private void open() {
        delivering = true;
        try {
            owner.opened(this);
        } finally {
            delivering = false;
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

    private void deliverAll() throws IOException {
        delivering = true;
        long messages = readMessages;
        try {
            // What others have left to this thread, before they could see that it is busy now.
            if (outbound.hasWork()) {
                outbound.flush(WRITES_IN_A_ROW);
            }
            for (Bytes frame = frames.next(in); frame != null && isOpen(); frame = frames.next(in)) {
                if (frame.size() > 0) {
                    messages++;
                    deliver(frame);
                }
            }
        } finally {
            delivering = false;
            readMessages = messages;
        }
        flush();
    }

    private void deliver(Bytes frame) throws ProtocolException {
        Packet packet = packets.read(frame);
        Signal signal = packet == null ? null : decoder.decode(packet);
        if (signal != null && !roundTrip.takes(signal)) {
            listener.deliver(this, signal);
        }
    }

    private void tick() {
        long now = System.nanoTime();
        if (roundTrip.isDue(now) && answersMonitors()) {
            var _ = roundTrip.ask(this);
        }
        switch (ticks.look(now, readBytes, outbound.writtenBytes(), outbound.waitingBytes())) {
            case FINE -> {}
            case TICK -> {
                outbound.appendTick();
                flush();
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
