package org.sunda.term;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Texts that began as terms and were then damaged. Runs for the seconds of the system property `sunda.fuzz.seconds`,
/// by default 3; `sunda.seed` repeats a run.
class ParserFuzzTest {
    /// What means something to the parser, so that damage is more than noise.
    private static final String[] PIECES = {
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        "<<",
        ">>",
        "#{",
        "=>",
        ",",
        "|",
        ".",
        "-",
        "+",
        "$",
        "\\",
        "\"",
        "'",
        "\"\"\"",
        "~s",
        "~B[",
        ":",
        "/utf8",
        ":8",
        "16#",
        "1e",
        "1.5e9",
        "_",
        "%",
        "\n",
        "\\x{",
        "\\^",
        "fun m:f/1",
        "é",
        "\uD83D"
    };

    private final RandomTerms terms = new RandomTerms();
    private final Random random = new Random(terms.seed());

    @Test
    void shouldMakeATermOrRefuseItWhateverTheTextIs() {
        long end = System.nanoTime()
                + Duration.ofSeconds(Long.getLong("sunda.fuzz.seconds", 3)).toNanos();
        int accepted = 0;
        int refused = 0;
        while (System.nanoTime() < end) {
            String text = terms.next().toString();
            for (int i = 0; i < 20; i++) {
                text = damaged(text);
                if (isTerm(text)) {
                    accepted++;
                } else {
                    refused++;
                }
            }
        }

        assertThat(accepted).as("-Dsunda.seed=%d", terms.seed()).isPositive();
        assertThat(refused).as("-Dsunda.seed=%d", terms.seed()).isPositive();
    }

    private boolean isTerm(String text) {
        try {
            Term term = Term.parse(text);
            assertThat(Term.parse(term.toString()).equals(term)).isTrue();
            return true;
        } catch (TermSyntaxException e) {
            assertThat(e.line()).isPositive();
            assertThat(e.column()).isPositive();
            return false;
        } catch (Throwable e) {
            throw new AssertionError("-Dsunda.seed=" + terms.seed() + ", text " + text, e);
        }
    }

    private String damaged(String text) {
        int at = random.nextInt(text.length() + 1);
        int to = Math.min(text.length(), at + random.nextInt(10));
        String piece = PIECES[random.nextInt(PIECES.length)];
        return switch (random.nextInt(6)) {
            case 0 -> text.substring(0, at) + piece + text.substring(at);
            case 1 -> text.substring(0, at) + piece + text.substring(to);
            case 2 -> text.substring(0, at) + text.substring(to);
            case 3 -> text.substring(0, at) + (char) random.nextInt(Character.MAX_VALUE) + text.substring(at);
            case 4 -> text.substring(0, to) + text.substring(at);
            default -> text.substring(0, at) + random.nextLong() + text.substring(at);
        };
    }
}
