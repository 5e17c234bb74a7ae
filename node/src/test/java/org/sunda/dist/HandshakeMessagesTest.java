package org.sunda.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// The golden vectors are those of protocol section h.1, without their lengths.
class HandshakeMessagesTest {
    static final byte[] COOKIE = "secret".getBytes(StandardCharsets.US_ASCII);
    static final String NAME = "4e 0000002d07df5fbd 11223344 0003 6a4068";
    static final String CHALLENGE = "4e 0000000d07df7fbd 12345678 55667788 0003 624068";
    static final String REPLY = "72 ffffffff 1f4d9b4e53cadc3999bcdb386a23c240";
    static final String ACK = "61 5dfd181e69aa587cc812eb333e6536b6";
    static final int CHALLENGE_B = 305419896;
    static final int CHALLENGE_A = -1;

    private interface Decoder {
        Object decode(byte[] message) throws HandshakeException;
    }

    @Test
    void shouldBeTheGoldenBytesWhenEncoded() {
        assertThat(new HandshakeMessages.Name(0x2d07df5fbdL, 0x11223344, "j@h").encode())
                .isEqualTo(Hex.bytes(NAME));
        assertThat(new HandshakeMessages.Status("ok").encode()).isEqualTo(Hex.bytes("736f6b"));
        assertThat(new HandshakeMessages.Challenge(0xd07df7fbdL, CHALLENGE_B, 0x55667788, "b@h").encode())
                .isEqualTo(Hex.bytes(CHALLENGE));
        byte[] proofA = HandshakeMessages.digest(COOKIE, CHALLENGE_B);
        assertThat(new HandshakeMessages.ChallengeReply(CHALLENGE_A, proofA).encode())
                .isEqualTo(Hex.bytes(REPLY));
        byte[] proofB = HandshakeMessages.digest(COOKIE, CHALLENGE_A);
        assertThat(new HandshakeMessages.ChallengeAck(proofB).encode()).isEqualTo(Hex.bytes(ACK));
    }

    @Test
    void shouldBeWhatWasMeantWhenGoldenBytesAreDecoded() throws HandshakeException {
        assertThat(HandshakeMessages.Name.decode(Hex.bytes(NAME)))
                .isEqualTo(new HandshakeMessages.Name(0x2d07df5fbdL, 0x11223344, "j@h"));
        assertThat(HandshakeMessages.Challenge.decode(Hex.bytes(CHALLENGE)))
                .isEqualTo(new HandshakeMessages.Challenge(0xd07df7fbdL, CHALLENGE_B, 0x55667788, "b@h"));
        assertThat(HandshakeMessages.ChallengeReply.decode(Hex.bytes(REPLY)).challenge())
                .isEqualTo(CHALLENGE_A);
        assertThat(Hex.text(
                        HandshakeMessages.ChallengeAck.decode(Hex.bytes(ACK)).digest()))
                .isEqualTo("5dfd181e69aa587cc812eb333e6536b6");
    }

    @Test
    void shouldTakeChallengeAsUnsignedDecimalWhenDigesting() {
        assertThat(Hex.text(HandshakeMessages.digest(COOKIE, CHALLENGE_B)))
                .isEqualTo("1f4d9b4e53cadc3999bcdb386a23c240");
        assertThat(Hex.text(HandshakeMessages.digest(COOKIE, -1))).isEqualTo("5dfd181e69aa587cc812eb333e6536b6");
        assertThat(Hex.text(HandshakeMessages.digest(COOKIE, 0))).isEqualTo("175ec77a7f63082590987d0d8b051aff");
    }

    @Test
    void shouldRefuseEveryProperPrefixWhenDecoding() {
        refuseEveryPrefix(NAME, HandshakeMessages.Name::decode);
        refuseEveryPrefix(CHALLENGE, HandshakeMessages.Challenge::decode);
        refuseEveryPrefix(REPLY, HandshakeMessages.ChallengeReply::decode);
        refuseEveryPrefix(ACK, HandshakeMessages.ChallengeAck::decode);
        refuseEveryPrefix("73 6f", HandshakeMessages.Status::decode);
    }

    private static void refuseEveryPrefix(String hex, Decoder decoder) {
        byte[] whole = Hex.bytes(hex);
        for (int length = 0; length < whole.length; length++) {
            byte[] prefix = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> decoder.decode(prefix))
                    .as("%d bytes of %s", length, hex)
                    .isInstanceOf(HandshakeException.class)
                    .hasMessageContaining("protocol section a.4");
        }
    }

    @Test
    void shouldIgnoreFurtherBytesWhenTheyFollowAName() throws HandshakeException {
        assertThat(HandshakeMessages.Name.decode(Hex.bytes(NAME + "0102")).name())
                .isEqualTo("j@h");
        assertThat(HandshakeMessages.Challenge.decode(Hex.bytes(CHALLENGE + "ff"))
                        .name())
                .isEqualTo("b@h");
    }

    @Test
    void shouldRefuseFurtherBytesWhenTheyFollowADigest() {
        assertThatThrownBy(() -> HandshakeMessages.ChallengeReply.decode(Hex.bytes(REPLY + "00")))
                .isInstanceOf(HandshakeException.class)
                .hasMessageContaining("has 21 bytes, but 22 came");
        assertThatThrownBy(() -> HandshakeMessages.ChallengeAck.decode(Hex.bytes(ACK + "00")))
                .isInstanceOf(HandshakeException.class)
                .hasMessageContaining("has 17 bytes, but 18 came");
    }

    @Test
    void shouldSayWhichReleasesWhenNameIsOld() {
        byte[] old = Hex.bytes("6e 0005 00034ef7 6f 40 68");

        assertThatThrownBy(() -> HandshakeMessages.Name.decode(old))
                .isInstanceOf(HandshakeException.class)
                .hasMessageContaining("OTP 22 and older");
    }

    @Test
    void shouldKeepLatin1AndUtf8ApartWhenNameIsNotAscii() throws HandshakeException {
        HandshakeMessages.Name latin1 = new HandshakeMessages.Name(1, 1, "käse@h");
        assertThat(HandshakeMessages.Name.decode(latin1.encode())).isEqualTo(latin1);
        HandshakeMessages.Name wide = new HandshakeMessages.Name(1, 1, "汉@h");
        assertThat(HandshakeMessages.Name.decode(wide.encode())).isEqualTo(wide);
    }

    @Test
    void shouldRefuseWhenNodeNameHasNotOneAt() {
        for (String name : new String[] {"", "a", "@", "a@", "@h", "a@h@h", "a".repeat(300) + "@h"}) {
            assertThatThrownBy(() -> HandshakeMessages.node(name)).isInstanceOf(HandshakeException.class);
        }
    }
}
