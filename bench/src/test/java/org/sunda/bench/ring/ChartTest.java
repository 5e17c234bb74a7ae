package org.sunda.bench.ring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class ChartTest {
    @Test
    void shouldBeXmlWithALineForEachSeries() throws Exception {
        Chart chart = new Chart("title");
        chart.solid("one", new TreeMap<>(Map.of(1.0, 10.0, 1_000_000.0, 1e6)));
        chart.solid("nothing", new TreeMap<>());
        Report1998.draw(chart);

        Document svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(chart.svg().getBytes(UTF_8)));

        assertThat(svg.getElementsByTagName("polyline").getLength()).isEqualTo(5);
        assertThat(svg.getElementsByTagName("polyline")
                        .item(0)
                        .getAttributes()
                        .getNamedItem("points")
                        .getNodeValue())
                .isEqualTo("80.0,500.0 730.0,50.0");
    }

    @Test
    void shouldShowTheReportsOwnFigures() {
        assertThat(Report1998.section().table().rows())
                .hasSize(16)
                .first()
                .asString()
                .isEqualTo("[1, 3.96 us, 9.40 us, 5.83 us, 7.86 us]");
    }
}
