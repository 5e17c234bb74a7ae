package org.sunda.memory;

/// The sizes that slabs are cut into: 64 bytes, and from there to 1 MiB four steps to each doubling (80,
/// 96, 112, 128, 160 ...). At most a fifth of a segment is more than was asked for, a tenth on average.
final class SizeClasses {
    /// The smallest.
    static final int SMALLEST = 64;

    /// The largest; what is larger has an arena of its own.
    static final int LARGEST = 1 << 20;

    private static final int SMALLEST_LOG = 6;
    private static final int STEPS_LOG = 2;

    /// How many sizes there are.
    static final int COUNT = indexOf(LARGEST) + 1;

    private SizeClasses() {}

    /// The first size that is large enough for that many bytes, of which there are at most [#LARGEST].
    static int indexOf(long byteSize) {
        int last = (int) Math.max(byteSize, SMALLEST) - 1;
        int doubling = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(last);
        int steps = last >>> (doubling - STEPS_LOG);
        // `steps` is 4 to 7 within its doubling; what ends at 64 is the first size.
        return ((doubling - SMALLEST_LOG) << STEPS_LOG) + steps - 3;
    }

    /// How many bytes a segment of this size has.
    static int sizeOf(int index) {
        int doubling = (index + 3) >>> STEPS_LOG;
        int steps = (index + 3) & 3;
        return (4 + steps + 1) << (SMALLEST_LOG - STEPS_LOG - 1 + doubling);
    }

    static long checkSize(long byteSize) {
        if (byteSize < 0) {
            throw new IllegalArgumentException("A segment cannot have " + byteSize + " bytes: ask for 0 or more.");
        }
        return byteSize;
    }
}
