package org.sunda.memory;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/// What a flight recording shows of the pools. Nothing of it happens while segments merely come and go.
@Category({"Sunda", "Memory"})
@StackTrace
abstract class MemoryEvent extends Event {
    /// A pool took memory from the system, for a slab or for a large segment.
    @Name("org.sunda.MemoryReserved")
    @Label("Memory Reserved")
    static final class Reserved extends MemoryEvent {
        Reserved(long bytes) {
            super(bytes);
        }
    }

    /// A pool gave memory back to the system.
    @Name("org.sunda.MemoryGivenBack")
    @Label("Memory Given Back")
    static final class GivenBack extends MemoryEvent {
        GivenBack(long bytes) {
            super(bytes);
        }
    }

    /// A segment became unreachable before it was released.
    @Name("org.sunda.SegmentLeaked")
    @Label("Segment Leaked")
    @StackTrace(false)
    static final class Leaked extends MemoryEvent {
        @Label("Allocated At")
        @Description("The stack of the allocation, transfer or share that made the lost handle")
        final String allocatedAt;

        Leaked(long bytes, String allocatedAt) {
            super(bytes);
            this.allocatedAt = allocatedAt;
        }
    }

    @Label("Bytes")
    @DataAmount
    final long bytes;

    MemoryEvent(long bytes) {
        this.bytes = bytes;
    }
}
