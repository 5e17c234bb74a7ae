package org.sunda.signal;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The payloads that signals carry, whatever kind of signal it is.
public final class Carried {
    private Carried() {}

    /// What a signal carries, or null when it is of a kind that carries nothing.
    public static @Nullable Payload by(Signal signal) {
        return switch (signal) {
            case Signal.Message message -> message.payload();
            case Signal.Exit exit -> exit.reason();
            case Signal.Exit2 exit -> exit.reason();
            case Signal.Down down -> down.reason();
            case Signal.SpawnRequest request -> request.arguments();
            case Signal.Link _,
                    Signal.Unlink _,
                    Signal.UnlinkAck _,
                    Signal.Monitor _,
                    Signal.Demonitor _,
                    Signal.GroupLeader _,
                    Signal.SpawnReply _ -> null;
        };
    }

    /// The same signal with what that makes of its payload, if it carries one.
    public static Signal with(Signal signal, UnaryOperator<Payload> change) {
        @Nullable Payload carried = by(signal);
        return carried == null ? signal : with(signal, change.apply(carried));
    }

    private static Signal with(Signal signal, Payload payload) {
        return switch (signal) {
            case Signal.Send send -> new Signal.Send(send.from(), send.to(), payload);
            case Signal.RegSend send -> new Signal.RegSend(send.from(), send.to(), payload);
            case Signal.AliasSend send -> new Signal.AliasSend(send.from(), send.to(), payload);
            case Signal.Exit exit -> new Signal.Exit(exit.from(), exit.to(), payload);
            case Signal.Exit2 exit -> new Signal.Exit2(exit.from(), exit.to(), payload);
            case Signal.Down down -> new Signal.Down(down.from(), down.to(), down.ref(), payload);
            case Signal.SpawnRequest request ->
                new Signal.SpawnRequest(
                        request.ref(),
                        request.from(),
                        request.groupLeader(),
                        request.module(),
                        request.function(),
                        request.arity(),
                        List.copyOf(request.options()),
                        payload);
            case Signal.Link _,
                    Signal.Unlink _,
                    Signal.UnlinkAck _,
                    Signal.Monitor _,
                    Signal.Demonitor _,
                    Signal.GroupLeader _,
                    Signal.SpawnReply _ -> signal;
        };
    }
}
