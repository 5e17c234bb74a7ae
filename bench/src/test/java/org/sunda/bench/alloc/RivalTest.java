package org.sunda.bench.alloc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sunda.bench.process.FreshJvm;

class RivalTest {
    @Test
    void shouldHandOverEachSlotOnceAndInOrderWhenTwoThreadsShareTheRing() throws Exception {
        int count = 100_000;
        Ring ring = new Ring();
        long[] sum = new long[1];
        Thread other = Thread.ofPlatform().start(() -> {
            long expected = 0;
            for (int slot = ring.next(); slot >= 0; slot = ring.next()) {
                sum[0] += ring.slots().addresses[slot] == expected ? 1 : 0;
                expected++;
                ring.done();
            }
        });
        for (int i = 0; i < count; i++) {
            ring.slots().addresses[ring.claim()] = i;
            ring.publish();
        }
        ring.close();
        other.join();
        assertThat(sum[0]).isEqualTo(count);
    }

    @Test
    void shouldKeepWhatIsLiveBelowTheLimitWhenSizesChange() {
        long most = 4 << 20;
        try (Rival rival = Contestant.HEAP.open()) {
            Churn churn = new Churn(rival, most, 1);
            churn.cycle();
            assertThat(churn.live()).isBetween(most / 2, most);
            assertThat(churn.churned()).isGreaterThan(10 * most);
            churn.freeAll();
            assertThat(churn.live()).isZero();
        }
    }

    @Test
    void shouldForgetTheOldSlotWhenItIsMoved() {
        Slots slots = new Slots(2);
        slots.handles[1] = "memory";
        slots.move(1, 0);
        assertThat(slots.handle(0)).isEqualTo("memory");
        assertThatIllegalStateException().isThrownBy(() -> slots.handle(1));
    }

    @Test
    void shouldDivideResidentByLiveWhenFragmentationIsShown() {
        Map<String, String> figures = Map.of(
                "live", "1048576", "resident", "2097152", "afterwards", "0", "nanos", "123.4", "churned", "1073741824");
        assertThat(Fragmentation.row("malloc", figures))
                .containsExactly("malloc", "1.00 MiB", "2.00 MiB", "2.00 x", "0 B", "123", "1.00 GiB");
    }

    @Test
    void shouldSayWhyWhenThereAreNoFigures() {
        assertThat(Fragmentation.row("jemalloc", Map.of(FreshJvm.FAILED, Jemalloc.UNAVAILABLE)))
                .isEqualTo(List.of("jemalloc", Jemalloc.UNAVAILABLE, "-", "-", "-", "-", "-"));
    }

    @Test
    void shouldHaveOneJobForTheTargetsWhenQuickAndWhenThorough() {
        assertThat(Job.few()).doesNotHaveDuplicates().contains(Job.KILOBYTE);
        assertThat(Job.all()).doesNotHaveDuplicates().contains(Job.KILOBYTE);
    }
}
