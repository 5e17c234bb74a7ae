package org.sunda.dist;

import java.util.HexFormat;

/// Bytes as protocol section h writes them.
final class Hex {
    /// The pid `j@h` id 1 of protocol section h.2.
    static final String P = "5877036a4068000000010000000011223344";

    private Hex() {}

    static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    static String text(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
