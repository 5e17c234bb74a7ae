package org.sunda.bench.ring;

import com.typesafe.config.ConfigFactory;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/// Typed actors of Pekko, with the dispatcher and the mailboxes that it has by default.
///
/// Only an actor may start another one. What begins an experiment therefore runs in the guardian.
final class PekkoTyped implements Actors<ActorRef<Long>> {
    private static final String CONFIG = "pekko.log-dead-letters = off";

    private final ActorSystem<Consumer<Context<ActorRef<Long>>>> system = ActorSystem.create(
            Behaviors.<Consumer<Context<ActorRef<Long>>>>setup(PekkoTyped::guardian),
            "bench",
            ConfigFactory.parseString(CONFIG).withFallback(ConfigFactory.load()));

    private static Behavior<Consumer<Context<ActorRef<Long>>>> guardian(
            ActorContext<Consumer<Context<ActorRef<Long>>>> guardian) {
        Acting acting = new Acting(guardian, guardian.getSystem().deadLetters());
        return Behaviors.receiveMessage(what -> {
            what.accept(acting);
            return Behaviors.same();
        });
    }

    @Override
    public void begin(Consumer<Context<ActorRef<Long>>> what) {
        system.tell(what);
    }

    @Override
    public ActorRef<Long> idle(Context<ActorRef<Long>> context, CountDownLatch started, CountDownLatch handled) {
        return ((Acting) context).actor.spawnAnonymous(Behaviors.<Long>setup(_ -> {
            started.countDown();
            return Behaviors.receiveMessage(message -> {
                if (message == END) {
                    return Behaviors.stopped();
                }
                handled.countDown();
                return Behaviors.same();
            });
        }));
    }

    @Override
    public void close() {
        system.terminate();
    }

    /// @param self where numbers are sent to
    private record Acting(ActorContext<?> actor, ActorRef<Long> self) implements Context<ActorRef<Long>> {
        @Override
        public ActorRef<Long> spawn(Behaviour<ActorRef<Long>> behaviour) {
            return actor.spawnAnonymous(Behaviors.<Long>setup(child -> {
                Acting acting = new Acting(child, child.getSelf());
                return Behaviors.receiveMessage(
                        message -> behaviour.handle(message, acting) ? Behaviors.same() : Behaviors.stopped());
            }));
        }

        @Override
        public void send(ActorRef<Long> to, long message) {
            to.tell(message);
        }
    }
}
