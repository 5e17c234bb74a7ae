package org.sunda.etf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.binary;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.list;
import static org.sunda.term.Terms.map;
import static org.sunda.term.Terms.real;
import static org.sunda.term.Terms.string;
import static org.sunda.term.Terms.tuple;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.sunda.term.ListTerm;
import org.sunda.term.Pid;
import org.sunda.term.Term;

class ExternalTermTest {
    @Test
    void shouldDecodeWhatItEncoded() {
        Term term = tuple(
                atom("ok"),
                list(integer(1), integer(256), integer(1L << 40), integer(Long.MIN_VALUE)),
                string("abc"),
                real(-0.0),
                map(atom("a"), ListTerm.nil(), integer(2), tuple()),
                new Pid(atom("j@h"), 1, 0, 0x11223344),
                binary("bytes"));

        assertThat(ExternalTerm.decode(ExternalTerm.encode(term)).equals(term)).isTrue();
    }

    @Test
    void shouldWriteTheTagsOfTheBeam() {
        assertThat(hex(integer(1L << 31))).isEqualTo("836e040000000080");
        assertThat(hex(integer(-(1L << 31)))).isEqualTo("836280000000");
        assertThat(hex(string("abc"))).isEqualTo("836b0003616263");
        assertThat(hex(tuple(atom("ok"), integer(1)))).isEqualTo("83680277026f6b6101");
        assertThat(hex(list(integer(1), integer(256)))).isEqualTo("836c00000002610162000001006a");
    }

    private static String hex(Term term) {
        return HexFormat.of().formatHex(ExternalTerm.encode(term));
    }
}
