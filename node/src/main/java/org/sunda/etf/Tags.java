package org.sunda.etf;

/// The bytes that tell terms apart, by the names of the external term format (protocol section c).
///
/// "Old" tags are read but never written: nodes and files from before OTP 26 have them.
public final class Tags {
    /// Stands before a term that is not part of a distribution packet with a header.
    public static final int VERSION = 131;

    /// Native record of OTP 29 and newer.
    public static final int RECORD_EXT = 67;

    /// Float, 8 bytes.
    public static final int NEW_FLOAT_EXT = 70;

    /// Bit string.
    public static final int BIT_BINARY_EXT = 77;

    /// A zlib stream instead of a term; only directly after [#VERSION].
    public static final int COMPRESSED = 80;

    /// An atom of the atom cache; only in distribution packets with a header.
    public static final int ATOM_CACHE_REF = 82;

    /// Pid.
    public static final int NEW_PID_EXT = 88;

    /// Old: port with an id of 32 bits.
    public static final int NEW_PORT_EXT = 89;

    /// Reference.
    public static final int NEWER_REFERENCE_EXT = 90;

    /// Integer 0 to 255.
    public static final int SMALL_INTEGER_EXT = 97;

    /// Integer of 32 bits.
    public static final int INTEGER_EXT = 98;

    /// Old: float as text.
    public static final int FLOAT_EXT = 99;

    /// Old: atom in Latin-1.
    public static final int ATOM_EXT = 100;

    /// Old: reference of one word.
    public static final int REFERENCE_EXT = 101;

    /// Old: port with a creation of one byte.
    public static final int PORT_EXT = 102;

    /// Old: pid with a creation of one byte.
    public static final int PID_EXT = 103;

    /// Tuple of at most 255.
    public static final int SMALL_TUPLE_EXT = 104;

    /// Tuple.
    public static final int LARGE_TUPLE_EXT = 105;

    /// The list `[]`.
    public static final int NIL_EXT = 106;

    /// List of at most 65535 integers 0 to 255.
    public static final int STRING_EXT = 107;

    /// List.
    public static final int LIST_EXT = 108;

    /// Binary.
    public static final int BINARY_EXT = 109;

    /// Integer of at most 255 bytes.
    public static final int SMALL_BIG_EXT = 110;

    /// Integer.
    public static final int LARGE_BIG_EXT = 111;

    /// Closure. Also the first byte of a distribution packet without a header (protocol section b.3).
    public static final int NEW_FUN_EXT = 112;

    /// `fun Module:Function/Arity`.
    public static final int EXPORT_EXT = 113;

    /// Old: reference with a creation of one byte.
    public static final int NEW_REFERENCE_EXT = 114;

    /// Old: atom of at most 255 bytes in Latin-1.
    public static final int SMALL_ATOM_EXT = 115;

    /// Map.
    public static final int MAP_EXT = 116;

    /// Closure of releases before OTP 23; not read any more, by the BEAM neither.
    public static final int FUN_EXT = 117;

    /// Atom.
    public static final int ATOM_UTF8_EXT = 118;

    /// Atom of at most 255 bytes.
    public static final int SMALL_ATOM_UTF8_EXT = 119;

    /// Port.
    public static final int V4_PORT_EXT = 120;

    /// A term that only the very runtime that wrote it can read.
    public static final int LOCAL_EXT = 121;

    private Tags() {}
}
