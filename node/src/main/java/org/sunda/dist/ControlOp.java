package org.sunda.dist;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The control messages (protocol section b.1), by their names there. Those with `_TT` carry a trace token,
/// which is dropped.
enum ControlOp {
    LINK(1, 3),
    SEND(2, 3),
    EXIT(3, 4),
    UNLINK(4, 3),
    NODE_LINK(5, 1),
    REG_SEND(6, 4),
    GROUP_LEADER(7, 3),
    EXIT2(8, 4),
    SEND_TT(12, 4),
    EXIT_TT(13, 5),
    REG_SEND_TT(16, 5),
    EXIT2_TT(18, 5),
    MONITOR_P(19, 4),
    DEMONITOR_P(20, 4),
    MONITOR_P_EXIT(21, 5),
    SEND_SENDER(22, 3),
    SEND_SENDER_TT(23, 4),
    PAYLOAD_EXIT(24, 3),
    PAYLOAD_EXIT_TT(25, 4),
    PAYLOAD_EXIT2(26, 3),
    PAYLOAD_EXIT2_TT(27, 4),
    PAYLOAD_MONITOR_P_EXIT(28, 4),
    SPAWN_REQUEST(29, 6),
    SPAWN_REQUEST_TT(30, 7),
    SPAWN_REPLY(31, 5),
    SPAWN_REPLY_TT(32, 6),
    ALIAS_SEND(33, 3),
    ALIAS_SEND_TT(34, 4),
    UNLINK_ID(35, 4),
    UNLINK_ID_ACK(36, 4),
    /// The tuple may be longer, and is by one where its flags tell of a trace token.
    ALTACT_SIG_SEND(37, 4);

    private static final Set<ControlOp> WITH_PAYLOAD = EnumSet.of(
            SEND,
            SEND_TT,
            REG_SEND,
            REG_SEND_TT,
            SEND_SENDER,
            SEND_SENDER_TT,
            PAYLOAD_EXIT,
            PAYLOAD_EXIT_TT,
            PAYLOAD_EXIT2,
            PAYLOAD_EXIT2_TT,
            PAYLOAD_MONITOR_P_EXIT,
            SPAWN_REQUEST,
            SPAWN_REQUEST_TT,
            ALIAS_SEND,
            ALIAS_SEND_TT,
            ALTACT_SIG_SEND);

    private static final @Nullable ControlOp[] BY_NUMBER = new @Nullable ControlOp[38];

    static {
        for (ControlOp op : values()) {
            BY_NUMBER[op.number] = op;
        }
    }

    private final int number;
    private final int arity;
    private final boolean token;

    ControlOp(int number, int arity) {
        this.number = number;
        this.arity = arity;
        this.token = name().endsWith("_TT");
    }

    /// The first element of the control tuple.
    int number() {
        return number;
    }

    /// How many elements the control tuple has.
    int arity() {
        return arity;
    }

    /// Whether a second term comes after the control tuple.
    boolean hasPayload() {
        return WITH_PAYLOAD.contains(this);
    }

    /// Whether a trace token is the last element of the control tuple, or the last but one before an exit
    /// reason.
    boolean hasToken() {
        return token;
    }

    /// The one of that number, or null when there is none.
    static @Nullable ControlOp of(int number) {
        return number < 0 || number >= BY_NUMBER.length ? null : BY_NUMBER[number];
    }
}
