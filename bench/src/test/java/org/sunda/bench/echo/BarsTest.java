package org.sunda.bench.echo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.sunda.bench.FailedTurnException;
import org.sunda.bench.Match;
import org.sunda.bench.Plan;
import org.w3c.dom.Document;

class BarsTest {
    private record Named(String name) implements Match.Player {}

    @Test
    void shouldBeXmlWithABarForEachThatHasARate() throws Exception {
        Match match = Match.play(
                "1K, window 1",
                List.of(new Named("one"), new Named("two"), new Named("none")),
                Plan.ofMillis(1, 0, 0, 1, 0),
                player -> {
                    if (player.name().equals("none")) {
                        throw new FailedTurnException("not here");
                    }
                    return Map.of(Cluster.TIME, player.name().equals("one") ? 10_000.0 : 20_000.0);
                });

        String svg = Bars.svg("title", List.of(new Echoes(1024, 1, match)));

        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(UTF_8)));
        // The background is one too.
        assertThat(document.getElementsByTagName("rect").getLength()).isEqualTo(3);
        assertThat(svg).contains("100000", "50000", "width=\"560.0\"", "width=\"280.0\"");
    }
}
