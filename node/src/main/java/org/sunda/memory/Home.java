package org.sunda.memory;

/// What a segment's memory is a part of, and where it goes back to.
abstract sealed class Home permits HeapAllocator, OwnArena {
    /// Ends the handle, and takes its memory back when that was the last one.
    abstract void release(Segment segment);

    /// Refuses a thread that may not use handles of this memory.
    abstract void checkThread();

    /// A further handle takes the place of an ended one.
    void transferred(Segment from, Segment to) {}

    /// A further handle lives beside this one.
    void shared(Segment added) {}
}
