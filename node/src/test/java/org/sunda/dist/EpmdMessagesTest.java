package org.sunda.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class EpmdMessagesTest {
    private static final EpmdMessages.Alive J = new EpmdMessages.Alive("j", 40000, false);

    @Test
    void shouldBeTheGoldenBytesWhenEncoded() {
        assertThat(J.request()).isEqualTo(Hex.bytes("000e 78 9c40 4d 00 0006 0006 0001 6a 0000"));
        assertThat(EpmdMessages.portPlease("node1")).isEqualTo(Hex.bytes("0006 7a 6e6f646531"));
        assertThat(J.found()).isEqualTo(Hex.bytes("7700 9c40 4d 00 0006 0006 0001 6a 0000"));
        assertThat(new EpmdMessages.Alive("j", 1, true).request()).contains('H');
    }

    @Test
    void shouldBeTheSameWhenRead() throws ProtocolException {
        byte[] request = J.request();
        assertThat(EpmdMessages.Alive.read(ByteBuffer.wrap(request, 3, request.length - 3)))
                .isEqualTo(J);
    }

    @Test
    void shouldRefuseEveryPrefixThatLacksTheName() {
        byte[] fields = Arrays.copyOfRange(J.request(), 3, J.request().length - 2);
        for (int length = 0; length < fields.length; length++) {
            ByteBuffer prefix = ByteBuffer.wrap(fields, 0, length);
            assertThatThrownBy(() -> EpmdMessages.Alive.read(prefix)).isInstanceOf(ProtocolException.class);
        }
    }

    @Test
    void shouldAnswerInTheClientsFormWhenItIsOld() {
        EpmdMessages.Alive old = new EpmdMessages.Alive("j", 1, false, 5, 5);

        assertThat(EpmdMessages.aliveReply(J, true, 0x11223344)).isEqualTo(Hex.bytes("76 00 11223344"));
        assertThat(EpmdMessages.aliveReply(old, true, 7)).isEqualTo(Hex.bytes("79 00 0002"));
        assertThat(EpmdMessages.aliveReply(J, false, 0)).isEqualTo(Hex.bytes("76 01 00000000"));
    }
}
