package org.sunda.memory;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Real memory behind pages that a pool keeps, but has no use for: Linux takes it away by `madvise`, and
/// brings zeros when they are touched again. Only where native access is enabled for this module; who does
/// not want that loses nothing else, and sees no warning.
final class Pages {
    private static final int DONT_NEED = 4;

    private static final @Nullable MethodHandle ADVISE = find();

    static final boolean CAN_PURGE = ADVISE != null;

    private Pages() {}

    /// Forgets what is in those pages.
    ///
    /// @return whether they take no real memory now: not when this cannot be, or when they were closed meanwhile
    static boolean purge(MemorySegment pages) {
        MethodHandle advise = ADVISE;
        if (advise == null) {
            return false;
        }
        try {
            return (int) advise.invokeExact(pages, pages.byteSize(), DONT_NEED) == 0;
        } catch (IllegalStateException closed) {
            return false;
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("madvise cannot be called", e);
        }
    }

    // Not called unless enabled.
    @SuppressWarnings("restricted")
    private static @Nullable MethodHandle find() {
        boolean linux = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux");
        if (!linux || !Pages.class.getModule().isNativeAccessEnabled()) {
            return null;
        }
        Linker linker = Linker.nativeLinker();
        FunctionDescriptor shape = FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
        return linker.defaultLookup()
                .find("madvise")
                .map(function -> linker.downcallHandle(function, shape))
                .orElse(null);
    }
}
