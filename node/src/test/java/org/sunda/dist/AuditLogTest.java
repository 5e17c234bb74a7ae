package org.sunda.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AuditLogTest {
    @Test
    void shouldLogOneLineASecondWhenAFloodIsRefused() {
        AtomicLong clock = new AtomicLong(5);
        List<String> lines = new ArrayList<>();
        AuditLog audit = new AuditLog(clock::get, lines::add);
        refuse(audit, 1_000_000);
        assertThat(lines).hasSize(10).allMatch(line -> line.equals("no"));

        clock.addAndGet(999_999_999);
        refuse(audit, 10);
        assertThat(lines).hasSize(10);
        clock.addAndGet(1);
        refuse(audit, 10);
        assertThat(lines).hasSize(11).last().asString().contains("(1000000 more refusals");
        clock.addAndGet(60_000_000_000L);
        refuse(audit, 100);
        assertThat(lines).hasSize(21).element(11).asString().contains("(9 more refusals");
    }

    private static void refuse(AuditLog audit, int times) {
        for (int i = 0; i < times; i++) {
            if (audit.mayLog()) {
                audit.log("no");
            }
        }
    }
}
