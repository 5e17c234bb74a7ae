package org.sunda.dist;

import java.net.ProtocolException;
import org.sunda.etf.Tags;
import org.sunda.memory.Input;
import org.sunda.memory.Output;

/// How control message and payload stand in a frame while neither atom cache nor fragments are agreed: a byte
/// 112, and each of the two with its version byte (protocol section b.3, form P). The form with a header
/// belongs beside this.
final class PassThrough {
    /// The byte before the control message.
    static final int PASS_THROUGH = 112;

    private PassThrough() {}

    /// Passes over what comes before the control message's version byte.
    static void open(Input frame) throws ProtocolException {
        int first = frame.readUnsignedByte();
        if (first == Tags.VERSION) {
            throw new ProtocolException(
                    "a frame has a distribution header, though neither atom cache nor fragments are "
                            + "agreed (protocol section b.3)");
        }
        if (first != PASS_THROUGH) {
            throw new ProtocolException("a frame starts with byte " + first + " instead of 112 (protocol section b.3)");
        }
    }

    /// Writes what comes before the control message's version byte.
    static void start(Output frame) {
        frame.writeByte(PASS_THROUGH);
    }
}
