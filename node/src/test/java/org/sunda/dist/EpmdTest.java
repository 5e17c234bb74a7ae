package org.sunda.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.EOFException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EpmdTest {
    enum Kind {
        OURS,
        REAL
    }

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    private <T extends AutoCloseable> T keep(T each) {
        open.add(each);
        return each;
    }

    private static Deadline soon() {
        return Deadline.in(Duration.ofSeconds(20));
    }

    /// Where nobody listens.
    private static InetSocketAddress emptyAddress() throws IOException {
        return DistributionTest.loopback(RealEpmd.freePort());
    }

    private InetSocketAddress start(Kind kind) throws Exception {
        return switch (kind) {
            case OURS -> keep(ours(Duration.ofSeconds(20))).address();
            case REAL -> {
                assumeTrue(RealEpmd.isInstalled(), "epmd is not installed");
                yield keep(RealEpmd.start()).address();
            }
        };
    }

    private static EpmdServer ours(Duration clientDeadline) throws IOException {
        return EpmdServer.start(DistributionTest.loopback(0), clientDeadline);
    }

    private static EpmdMessages.Alive node(String name, int port) {
        return new EpmdMessages.Alive(name, port, true);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldFindANodeAsLongAsItIsRegistered(Kind kind) throws Exception {
        InetSocketAddress epmd = start(kind);
        assertThat(Epmd.lookUp(epmd, "n", soon())).isEmpty();

        EpmdRegistration registration = EpmdRegistration.start(epmd, node("n", 4242));

        assertThat(registration.creation()).isNotZero();
        assertThat(Epmd.lookUp(epmd, "n", soon())).isEqualTo(OptionalInt.of(4242));
        assertThat(Epmd.lookUp(epmd, "m", soon())).isEmpty();
        assertThat(Epmd.names(epmd, soon())).containsOnly(Map.entry("n", 4242));
        registration.close();
        assertThat(Epmd.lookUp(epmd, "n", soon())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldSayByWhomWhenNameIsInUse(Kind kind) throws Exception {
        InetSocketAddress epmd = start(kind);
        keep(EpmdRegistration.start(epmd, node("n", 4242)));

        assertThatThrownBy(() -> EpmdRegistration.start(epmd, node("n", 4243)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("name n")
                .hasMessageContaining("in use")
                .hasMessageContaining("port 4242");
        assertThat(Epmd.lookUp(epmd, "n", soon())).isEqualTo(OptionalInt.of(4242));
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldGiveAnotherCreationWhenNodeComesAgain(Kind kind) throws Exception {
        InetSocketAddress epmd = start(kind);
        EpmdRegistration first = EpmdRegistration.start(epmd, node("n", 1));
        first.close();
        EpmdRegistration second = keep(EpmdRegistration.start(epmd, node("n", 1)));

        assertThat(second.creation()).isNotEqualTo(first.creation());
    }

    @Test
    void shouldKeepAllBitsWhenTheCreationIsLarge() throws Exception {
        try (FakeServer large = FakeServer.answering(Hex.bytes("7600 fffffff0"));
                FakeServer old = FakeServer.answering(Hex.bytes("7900 0003"))) {
            assertThat(Epmd.register(large.address(), node("n", 1), soon()).creation())
                    .isEqualTo(0xfffffff0);
            assertThat(Epmd.register(old.address(), node("n", 1), soon()).creation())
                    .isEqualTo(3);
        }
    }

    @Test
    void shouldRegisterAgainWithTheFirstCreationWhenEpmdWasAway() throws Exception {
        assumeTrue(RealEpmd.isInstalled(), "epmd is not installed");
        RealEpmd epmd = keep(RealEpmd.start());
        EpmdRegistration registration = keep(EpmdRegistration.start(epmd.address(), node("n", 4242)));
        int creation = registration.creation();

        epmd.close();

        // None runs now, so that the node serves as epmd itself, on the same port.
        assertThat(lookUpPatiently(epmd.address(), "n")).isEqualTo(4242);
        assertThat(registration.creation()).isEqualTo(creation);
    }

    private static int lookUpPatiently(InetSocketAddress epmd, String name) throws Exception {
        Deadline deadline = soon();
        while (deadline.remainingNanos() > 0) {
            try {
                OptionalInt port = Epmd.lookUp(epmd, name, soon());
                if (port.isPresent()) {
                    return port.getAsInt();
                }
            } catch (IOException _) {
                Thread.onSpinWait();
            }
        }
        throw new AssertionError(name + " was not registered again in time");
    }

    @Test
    void shouldStartOneEpmdWhenManyNodesFindNone() throws Exception {
        InetSocketAddress epmd = emptyAddress();
        List<Thread> threads = new ArrayList<>();
        List<EpmdRegistration> registrations = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 8; i++) {
            int port = 1000 + i;
            threads.add(Thread.ofVirtual().start(() -> {
                try {
                    registrations.add(EpmdRegistration.start(epmd, node("n" + port, port)));
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        registrations.forEach(this::keep);

        assertThat(registrations).hasSize(8);
        assertThat(Epmd.names(epmd, soon())).hasSize(8).containsEntry("n1003", 1003);
        assertThatThrownBy(() -> EpmdServer.start(epmd, Duration.ofSeconds(1))).isInstanceOf(BindException.class);
    }

    /// The epmd of one node ends with it; another takes over, as all nodes register again.
    @Test
    void shouldBeFoundAgainWhenTheNodeThatServedEnds() throws Exception {
        InetSocketAddress epmd = emptyAddress();
        EpmdRegistration serving = EpmdRegistration.start(epmd, node("first", 1));
        keep(EpmdRegistration.start(epmd, node("second", 2)));

        serving.close();

        assertThat(lookUpPatiently(epmd, "second")).isEqualTo(2);
        assertThat(Epmd.lookUp(epmd, "first", soon())).isEmpty();
    }

    @Test
    void shouldDropOnlyTheClientWhenItIsSilentOrSendsGarbage() throws Exception {
        EpmdServer server = keep(ours(Duration.ofMillis(300)));
        Socket silent =
                keep(new Socket(server.address().getAddress(), server.address().getPort()));
        for (String hex :
                List.of("0000", "ffff", "0001 01", "0001 78", "0003 78 0000", "000c 78 9c40 4d 00 0006 0006 0000 00")) {
            try (Socket garbage = connect(server)) {
                garbage.getOutputStream().write(Hex.bytes(hex));
                assertThat(garbage.getInputStream().read()).as(hex).isEqualTo(-1);
            }
        }
        assertThat(silent.getInputStream().read()).isEqualTo(-1);

        keep(EpmdRegistration.start(server.address(), node("n", 7)));
        assertThat(Epmd.lookUp(server.address(), "n", soon())).isEqualTo(OptionalInt.of(7));
    }

    private static Socket connect(EpmdServer server) throws IOException {
        Socket socket =
                new Socket(server.address().getAddress(), server.address().getPort());
        socket.setSoTimeout(20_000);
        return socket;
    }

    @Test
    void shouldRefuseToStopWhenAskedFromOutside() throws Exception {
        EpmdServer server = keep(ours(Duration.ofSeconds(20)));
        keep(EpmdRegistration.start(server.address(), node("n", 7)));
        for (byte[] request : List.of(
                EpmdMessages.request(EpmdMessages.KILL_REQ),
                EpmdMessages.request(EpmdMessages.STOP_REQ, "n".getBytes(StandardCharsets.US_ASCII)))) {
            try (Socket socket = connect(server)) {
                socket.getOutputStream().write(request);
                assertThat(socket.getInputStream().readAllBytes()).asString().isEqualTo("NO");
            }
        }
        assertThat(Epmd.names(server.address(), soon())).containsKey("n");
    }

    @Test
    void shouldListAllWhenAskedForADump() throws Exception {
        EpmdServer server = keep(ours(Duration.ofSeconds(20)));
        keep(EpmdRegistration.start(server.address(), node("n", 7)));
        try (Socket socket = connect(server)) {
            socket.getOutputStream().write(EpmdMessages.request(EpmdMessages.DUMP_REQ));
            ByteBuffer reply = ByteBuffer.wrap(socket.getInputStream().readAllBytes());
            assertThat(reply.getInt()).isEqualTo(server.address().getPort());
            assertThat(StandardCharsets.US_ASCII.decode(reply).toString()).contains("<n> at port 7");
        }
    }

    @Test
    void shouldSayWhoWasAskedWhenEpmdAnswersNonsense() throws Exception {
        try (FakeServer nonsense = FakeServer.answering(Hex.bytes("0102"))) {
            assertThatThrownBy(() -> Epmd.lookUp(nonsense.address(), "n", soon()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(
                            "epmd at 127.0.0.1:" + nonsense.address().getPort());
        }
        try (FakeServer half = FakeServer.answering(Hex.bytes("7700 9c40"))) {
            assertThatThrownBy(() -> Epmd.lookUp(half.address(), "n", soon()))
                    .isInstanceOf(IOException.class)
                    .hasCauseInstanceOf(EOFException.class);
        }
    }

    @Test
    void shouldRefuseWhenTheNodeSpeaksOnlyAnOldVersion() throws Exception {
        EpmdServer server = keep(ours(Duration.ofSeconds(20)));
        keep(EpmdRegistration.start(server.address(), new EpmdMessages.Alive("old", 7, false, 5, 5)));

        assertThatThrownBy(() -> Epmd.lookUp(server.address(), "old", soon()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("versions 5 to 5");
    }

    @Test
    void shouldTakeTheEnvironmentWhenItNamesAnEpmd() {
        assertThat(Epmd.addressFrom(null, null)).isEqualTo(literal("127.0.0.1", 4369));
        assertThat(Epmd.addressFrom("", " ")).isEqualTo(literal("127.0.0.1", 4369));
        assertThat(Epmd.addressFrom("127.0.0.2, 10.0.0.1", "4370")).isEqualTo(literal("127.0.0.2", 4370));
        for (String port : List.of("x", "-1", "65536", "999999")) {
            assertThatThrownBy(() -> Epmd.addressFrom(null, port)).hasMessageContaining("ERL_EPMD_PORT");
        }
    }

    private static InetSocketAddress literal(String address, int port) {
        return new InetSocketAddress(InetAddress.ofLiteral(address), port);
    }
}
