package org.sunda.bench.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sunda.etf.Limits;
import org.sunda.etf.TermReader;
import org.sunda.memory.Bytes;
import org.sunda.memory.Input;

class CodecsTest {
    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REPORT")
    void shouldDoTheSameWorkWhoeverDoesIt(Load load) throws Exception {
        JinterfaceCodec jinterface = new JinterfaceCodec();
        jinterface.load = load;
        jinterface.file = load.file(folder).toString();
        jinterface.prepare();

        // Without the version byte, which Jinterface's mailboxes write.
        Input encoded = Bytes.of(jinterface.encode().toByteArray()).open();
        assertThat(new TermReader(encoded, Limits.DEFAULT).readTerm()).isEqualTo(load.term());
        assertThat(jinterface.both()).isEqualTo(jinterface.decode());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REPORT")
    void shouldComeBackAsItWasWhenEncodedIntoReusedMemory(Load load) {
        SundaCodec sunda = new SundaCodec();
        sunda.load = load;
        sunda.prepare();

        assertThat(sunda.both()).isEqualTo(load.term());
        assertThat(sunda.encodeReused()).isEqualTo(sunda.encode().size());
        assertThat(sunda.both()).isEqualTo(sunda.decode());
        sunda.end();
    }
}
