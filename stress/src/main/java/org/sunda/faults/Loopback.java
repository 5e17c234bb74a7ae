package org.sunda.faults;

import java.util.List;

/// All members on the loopback interface, each at an address of its own.
final class Loopback implements Network {
    private static final int FIRST = 10;

    @Override
    public String address(int member) {
        return "127.0.0." + (FIRST + member);
    }

    @Override
    public List<String> prefix(int member) {
        return List.of();
    }

    @Override
    public List<Fault> faults() {
        return List.of();
    }

    @Override
    public void remove() {}
}
