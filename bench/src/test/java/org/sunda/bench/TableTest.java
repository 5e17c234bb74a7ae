package org.sunda.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
    @Test
    void shouldAlignFiguresToTheRightWhenAColumnHasNothingElse() {
        Table table = new Table(
                List.of("by", "time"),
                List.of(List.of("Sunda", "9.00 ms"), List.of("BEAM", "320 ms"), List.of("?", "-")));

        assertThat(table.markdown()).isEqualTo("""
                        | by    |    time |
                        | ----- | ------: |
                        | Sunda | 9.00 ms |
                        | BEAM  |  320 ms |
                        | ?     |       - |
                        """);
    }

    @Test
    void shouldRefuseARowWhenItHasTooFewCells() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Table(List.of("a", "b"), List.of(List.of("1"))))
                .withMessageContaining("a row of 1 cells in a table of 2 columns");
    }
}
