package org.sunda.dist;

import java.util.ArrayList;
import java.util.List;

/// The distribution flags (protocol section a.1): what a node can do, as a set of 64 bits that it sends in
/// the handshake.
final class Flags {
    static final long DFLAG_PUBLISHED = 1L;
    static final long DFLAG_ATOM_CACHE = 1L << 1;
    static final long DFLAG_EXTENDED_REFERENCES = 1L << 2;
    static final long DFLAG_DIST_MONITOR = 1L << 3;
    static final long DFLAG_FUN_TAGS = 1L << 4;
    static final long DFLAG_DIST_MONITOR_NAME = 1L << 5;
    static final long DFLAG_HIDDEN_ATOM_CACHE = 1L << 6;
    static final long DFLAG_NEW_FUN_TAGS = 1L << 7;
    static final long DFLAG_EXTENDED_PIDS_PORTS = 1L << 8;
    static final long DFLAG_EXPORT_PTR_TAG = 1L << 9;
    static final long DFLAG_BIT_BINARIES = 1L << 10;
    static final long DFLAG_NEW_FLOATS = 1L << 11;
    static final long DFLAG_UNICODE_IO = 1L << 12;
    static final long DFLAG_DIST_HDR_ATOM_CACHE = 1L << 13;
    static final long DFLAG_SMALL_ATOM_TAGS = 1L << 14;
    static final long DFLAG_UTF8_ATOMS = 1L << 16;
    static final long DFLAG_MAP_TAG = 1L << 17;
    static final long DFLAG_BIG_CREATION = 1L << 18;
    static final long DFLAG_SEND_SENDER = 1L << 19;
    static final long DFLAG_BIG_SEQTRACE_LABELS = 1L << 20;
    static final long DFLAG_EXIT_PAYLOAD = 1L << 22;
    static final long DFLAG_FRAGMENTS = 1L << 23;
    static final long DFLAG_HANDSHAKE_23 = 1L << 24;
    static final long DFLAG_UNLINK_ID = 1L << 25;
    static final long DFLAG_MANDATORY_25_DIGEST = 1L << 26;
    static final long DFLAG_SPAWN = 1L << 32;
    static final long DFLAG_NAME_ME = 1L << 33;
    static final long DFLAG_V4_NC = 1L << 34;
    static final long DFLAG_ALIAS = 1L << 35;
    static final long DFLAG_ALTACT_SIG = 1L << 37;
    static final long DFLAG_NATIVE_RECORDS = 1L << 38;

    /// The names of the bits, for people.
    private static final String[] NAMES = new String[Long.SIZE];

    static {
        NAMES[0] = "PUBLISHED";
        NAMES[1] = "ATOM_CACHE";
        NAMES[2] = "EXTENDED_REFERENCES";
        NAMES[3] = "DIST_MONITOR";
        NAMES[4] = "FUN_TAGS";
        NAMES[5] = "DIST_MONITOR_NAME";
        NAMES[6] = "HIDDEN_ATOM_CACHE";
        NAMES[7] = "NEW_FUN_TAGS";
        NAMES[8] = "EXTENDED_PIDS_PORTS";
        NAMES[9] = "EXPORT_PTR_TAG";
        NAMES[10] = "BIT_BINARIES";
        NAMES[11] = "NEW_FLOATS";
        NAMES[12] = "UNICODE_IO";
        NAMES[13] = "DIST_HDR_ATOM_CACHE";
        NAMES[14] = "SMALL_ATOM_TAGS";
        NAMES[16] = "UTF8_ATOMS";
        NAMES[17] = "MAP_TAG";
        NAMES[18] = "BIG_CREATION";
        NAMES[19] = "SEND_SENDER";
        NAMES[20] = "BIG_SEQTRACE_LABELS";
        NAMES[22] = "EXIT_PAYLOAD";
        NAMES[23] = "FRAGMENTS";
        NAMES[24] = "HANDSHAKE_23";
        NAMES[25] = "UNLINK_ID";
        NAMES[26] = "MANDATORY_25_DIGEST";
        NAMES[32] = "SPAWN";
        NAMES[33] = "NAME_ME";
        NAMES[34] = "V4_NC";
        NAMES[35] = "ALIAS";
        NAMES[37] = "ALTACT_SIG";
        NAMES[38] = "NATIVE_RECORDS";
    }

    /// What [#DFLAG_MANDATORY_25_DIGEST] stands for.
    static final long MANDATORY_25 = DFLAG_EXTENDED_REFERENCES
            | DFLAG_FUN_TAGS
            | DFLAG_NEW_FUN_TAGS
            | DFLAG_EXTENDED_PIDS_PORTS
            | DFLAG_EXPORT_PTR_TAG
            | DFLAG_BIT_BINARIES
            | DFLAG_NEW_FLOATS
            | DFLAG_UTF8_ATOMS
            | DFLAG_MAP_TAG
            | DFLAG_BIG_CREATION
            | DFLAG_HANDSHAKE_23;

    /// What a peer must have. OTP 26 asks for as much; OTP 25 and every other library seen since has it
    /// too.
    static final long MANDATORY = MANDATORY_25 | DFLAG_V4_NC | DFLAG_UNLINK_ID;

    /// What a hidden node of ours sends: all that OTP 29 knows but NAME_ME, which belongs to handshakes
    /// that give a name.
    static final long OURS = MANDATORY
            | DFLAG_MANDATORY_25_DIGEST
            | DFLAG_DIST_MONITOR
            | DFLAG_DIST_MONITOR_NAME
            | DFLAG_UNICODE_IO
            | DFLAG_DIST_HDR_ATOM_CACHE
            | DFLAG_FRAGMENTS
            | DFLAG_SMALL_ATOM_TAGS
            | DFLAG_SEND_SENDER
            | DFLAG_BIG_SEQTRACE_LABELS
            | DFLAG_EXIT_PAYLOAD
            | DFLAG_SPAWN
            | DFLAG_ALIAS
            | DFLAG_ALTACT_SIG
            | DFLAG_NATIVE_RECORDS;

    private Flags() {}

    /// What we send.
    static long ours(DistributionConfig config) {
        long flags = config.hidden() ? OURS : OURS | DFLAG_PUBLISHED;
        flags = config.atomCache() ? flags : flags & ~DFLAG_DIST_HDR_ATOM_CACHE;
        return config.fragments() ? flags : flags & ~DFLAG_FRAGMENTS;
    }

    /// Whether each frame has a distribution header (protocol section b.3).
    static boolean hasHeaders(long flags) {
        return (flags & (DFLAG_DIST_HDR_ATOM_CACHE | DFLAG_FRAGMENTS)) != 0;
    }

    /// Whether all of `wanted` are in the set.
    static boolean has(long flags, long wanted) {
        return (flags & wanted) == wanted;
    }

    /// The set with its shorthand written out.
    static long expand(long flags) {
        return has(flags, DFLAG_MANDATORY_25_DIGEST) ? flags | MANDATORY_25 : flags;
    }

    /// The names of the mandatory flags that are not in the (expanded) set; empty when it will do.
    static List<String> missing(long flags) {
        return names(MANDATORY & ~flags);
    }

    /// The names of the flags in the set, lowest bit first.
    static List<String> names(long flags) {
        List<String> names = new ArrayList<>();
        for (int bit = 0; bit < Long.SIZE; bit++) {
            if ((flags >>> bit & 1) != 0) {
                names.add(NAMES[bit] == null ? "bit " + bit : NAMES[bit]);
            }
        }
        return names;
    }
}
