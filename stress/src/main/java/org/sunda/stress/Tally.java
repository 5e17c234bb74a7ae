package org.sunda.stress;

/// What one process has sent and received; only that process counts.
final class Tally {
    private long sent;
    private long received;

    void countSent() {
        sent++;
    }

    void countReceived() {
        received++;
    }

    long sent() {
        return sent;
    }

    long received() {
        return received;
    }
}
