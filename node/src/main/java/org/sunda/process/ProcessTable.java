package org.sunda.process;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.sunda.term.Pid;

/// The processes of a node by the numbers of their pids. A process stands at the low bits of its number, and gets a
/// number whose place is free: so to find one is to look at one place. Any thread may look, without a lock.
final class ProcessTable {
    private static final int SMALLEST = 256;
    private static final VarHandle PLACES = MethodHandles.arrayElementVarHandle(LocalProcess[].class);

    /// Its length is a power of two. Replaced by a longer one before more than half of it is taken.
    private volatile @Nullable LocalProcess[] places = new LocalProcess[SMALLEST];

    // Guarded by this.
    private long lastNumber;
    private volatile int count;

    /// A number that no process has or had.
    synchronized long newNumber() {
        return ++lastNumber;
    }

    /// Makes a process with a number of its own, unless there are as many as that already: then null.
    synchronized <P extends LocalProcess> @Nullable P add(LongFunction<P> maker, int most) {
        if (count >= most) {
            return null;
        }
        if (count >= places.length / 2) {
            grow();
        }
        @Nullable LocalProcess[] all = places;
        int place = (int) ++lastNumber & (all.length - 1);
        while (all[place] != null) {
            place = (int) ++lastNumber & (all.length - 1);
        }
        P process = maker.apply(lastNumber);
        PLACES.setRelease(all, place, process);
        count++;
        return process;
    }

    /// No two meet at one place: their numbers differ in those bits that told them apart before.
    private void grow() {
        @Nullable LocalProcess[] old = places;
        @Nullable LocalProcess[] all = new LocalProcess[old.length * 2];
        for (LocalProcess process : old) {
            if (process != null) {
                all[placeOf(process.pid(), all.length)] = process;
            }
        }
        places = all;
    }

    synchronized void remove(LocalProcess process) {
        @Nullable LocalProcess[] all = places;
        int place = placeOf(process.pid(), all.length);
        if (all[place] == process) {
            all[place] = null;
            count--;
        }
    }

    @Nullable
    LocalProcess find(Pid pid) {
        @Nullable LocalProcess[] all = places;
        @Nullable LocalProcess process = (LocalProcess) PLACES.getAcquire(all, placeOf(pid, all.length));
        return process != null && process.pid().equals(pid) ? process : null;
    }

    /// The id of a pid has 28 bits, and no table has more places.
    private static int placeOf(Pid pid, int length) {
        return pid.id() & (length - 1);
    }

    int count() {
        return count;
    }

    void forEach(Consumer<LocalProcess> action) {
        @Nullable LocalProcess[] all = places;
        for (int i = 0; i < all.length; i++) {
            @Nullable LocalProcess process = (LocalProcess) PLACES.getAcquire(all, i);
            if (process != null) {
                action.accept(process);
            }
        }
    }

    List<Pid> pids() {
        List<Pid> pids = new ArrayList<>(count);
        forEach(process -> pids.add(process.pid()));
        return List.copyOf(pids);
    }
}
