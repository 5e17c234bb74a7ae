package org.sunda.bench.alloc;

import java.util.SplittableRandom;

/// One thread's part of a fragmentation run: pieces of random size, of which a random one is freed whenever there are
/// too many bytes. Each page of a piece is touched, so that it is there.
final class Churn {
    /// The sizes of each phase go from one power of two to another: what is small gives way to what is large, and back.
    private static final int[][] PHASES = {{6, 12}, {10, 16}, {14, 20}, {6, 20}, {12, 18}, {8, 14}};

    private static final int PAGE = 4096;
    private static final int SMALLEST = 6;

    /// How often the live bytes are replaced in each phase.
    private static final int REPLACED = 2;

    private final Rival rival;
    private final long most;
    private final SplittableRandom random;
    private final Slots slots;
    private final int[] sizes;
    private int count;
    private long live;
    private long churned;
    private long pieces;

    /// @param most how many bytes may be live
    Churn(Rival rival, long most, long seed) {
        this.rival = rival;
        this.most = most;
        this.random = new SplittableRandom(seed);
        int slotCount = (int) (most >> SMALLEST) / 2;
        this.slots = new Slots(slotCount);
        this.sizes = new int[slotCount];
    }

    /// Goes once through all phases.
    void cycle() {
        for (int[] phase : PHASES) {
            long end = churned + REPLACED * most;
            while (churned < end) {
                add(size(phase[0], phase[1]));
            }
        }
    }

    /// Frees everything.
    void freeAll() {
        while (count > 0) {
            freeOne();
        }
    }

    /// How many bytes were asked for and are not freed yet.
    long live() {
        return live;
    }

    /// How many bytes were asked for in all.
    long churned() {
        return churned;
    }

    /// How many pieces were asked for in all.
    long pieces() {
        return pieces;
    }

    /// Small ones are as frequent as large ones: the exponent is uniform.
    private int size(int from, int to) {
        return (int) Math.pow(2, random.nextDouble(from, to));
    }

    private void add(int size) {
        while (live + size > most || count == sizes.length) {
            freeOne();
        }
        rival.allocate(slots, count, size);
        for (int at = PAGE; at < size; at += PAGE) {
            rival.touch(slots, count, at);
        }
        sizes[count++] = size;
        live += size;
        churned += size;
        pieces++;
    }

    private void freeOne() {
        int victim = random.nextInt(count);
        rival.free(slots, victim);
        live -= sizes[victim];
        count--;
        sizes[victim] = sizes[count];
        slots.move(count, victim);
    }
}
