package org.sunda.dist;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Counts the connections that come from each address, in seconds that follow each other. Pure: the time is
/// given in. For one thread.
final class Arrivals {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final int mostPerSecond;

    /// Emptied each second, so it holds no more addresses than can connect in one.
    private final Map<InetAddress, Integer> counts = new HashMap<>();

    private long begin;

    Arrivals(int mostPerSecond, long nowNanos) {
        this.mostPerSecond = mostPerSecond;
        this.begin = nowNanos;
    }

    /// Whether one more from there may be served.
    boolean admits(SocketAddress from, long nowNanos) {
        if (mostPerSecond == Integer.MAX_VALUE || !(from instanceof InetSocketAddress internet)) {
            return true;
        }
        if (nowNanos - begin >= SECOND) {
            counts.clear();
            begin = nowNanos;
        }
        return counts.merge(internet.getAddress(), 1, Integer::sum) <= mostPerSecond;
    }
}
