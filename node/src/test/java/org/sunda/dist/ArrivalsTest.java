package org.sunda.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final SocketAddress ONE = address(1, 1);
    private static final SocketAddress SAME_HOST = address(1, 2);
    private static final SocketAddress OTHER = address(2, 1);

    private static SocketAddress address(int host, int port) {
        try {
            return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) host}), port);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldAdmitSoManyASecondFromEachAddress() {
        Arrivals two = new Arrivals(2, 5);
        assertThat(two.admits(ONE, 5)).isTrue();
        assertThat(two.admits(SAME_HOST, 6)).isTrue();
        assertThat(two.admits(ONE, 7)).isFalse();
        assertThat(two.admits(OTHER, 8)).isTrue();
        assertThat(two.admits(ONE, 4 + SECOND)).isFalse();
        assertThat(two.admits(ONE, 5 + SECOND)).isTrue();
    }

    @Test
    void shouldAdmitAllWithoutALimitAndFromThisHostsFiles() {
        Arrivals none = new Arrivals(Integer.MAX_VALUE, 0);
        for (int i = 0; i < 1000; i++) {
            assertThat(none.admits(ONE, 0)).isTrue();
        }
        Arrivals one = new Arrivals(1, 0);
        SocketAddress file = UnixDomainSocketAddress.of("/tmp/x");
        assertThat(one.admits(file, 0)).isTrue();
        assertThat(one.admits(file, 0)).isTrue();
    }
}
