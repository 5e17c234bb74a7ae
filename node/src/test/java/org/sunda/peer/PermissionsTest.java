package org.sunda.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.list;
import static org.sunda.term.Terms.tuple;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sunda.signal.Payload;
import org.sunda.signal.Signal;
import org.sunda.term.Atom;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;

class PermissionsTest {
    private static final Pid THEIRS = new Pid(Atom.of("a@h"), 1, 0, 7);
    private static final Pid OURS = new Pid(Atom.of("b@h"), 1, 0, 7);
    private static final Ref REF = Ref.of(Atom.of("a@h"), 7, 1);
    private static final Payload HI = Payload.of(atom("hi"));

    private static final Signal TO_PID = new Signal.Send(THEIRS, OURS, HI);
    private static final Signal TO_NAME = named("echo", atom("hi"));
    private static final Signal LINK = new Signal.Link(THEIRS, OURS);
    private static final Signal WATCH_PID = new Signal.Monitor(THEIRS, OURS, REF);
    private static final Signal WATCH_NAME = new Signal.Monitor(THEIRS, Atom.of("echo"), REF);
    private static final Signal EXIT2 = new Signal.Exit2(THEIRS, OURS, HI);
    private static final Signal LEAD = new Signal.GroupLeader(THEIRS, OURS);
    private static final Signal SPAWN = spawn("lists", "reverse", list(list()));

    /// What comes because this node has asked for it, and what keeps both ends in step.
    private static final List<Signal> ANSWERS = List.of(
            new Signal.AliasSend(THEIRS, REF, HI),
            new Signal.Unlink(1, THEIRS, OURS),
            new Signal.UnlinkAck(1, THEIRS, OURS),
            new Signal.Exit(THEIRS, OURS, HI),
            new Signal.Demonitor(THEIRS, OURS, REF),
            new Signal.Down(THEIRS, OURS, REF, HI),
            new Signal.SpawnReply(REF, OURS, false, false, THEIRS));

    private static final List<Signal> ASKED = List.of(TO_PID, TO_NAME, LINK, WATCH_PID, WATCH_NAME, EXIT2, LEAD, SPAWN);

    private static Signal named(String name, Term message) {
        return new Signal.RegSend(THEIRS, Atom.of(name), Payload.of(message));
    }

    private static Signal spawn(String module, String function, Term arguments) {
        Atom m = Atom.of(module);
        Atom f = Atom.of(function);
        return new Signal.SpawnRequest(REF, THEIRS, THEIRS, m, f, 1, List.of(), Payload.of(arguments));
    }

    private static void assertPermitsOnly(Permissions some, Signal... permitted) {
        List<Signal> all = List.of(permitted);
        assertThat(ASKED)
                .allSatisfy(each -> assertThat(some.permit(each)).as("%s", each).isEqualTo(all.contains(each)));
        assertThat(ANSWERS).allMatch(some::permit);
    }

    @Test
    void shouldPermitWhatEachPermissionNames() {
        assertPermitsOnly(Permissions.ALL, ASKED.toArray(Signal[]::new));
        assertPermitsOnly(Permissions.NONE);
        assertPermitsOnly(Permissions.NONE.sendingTo("echo"), TO_NAME);
        assertPermitsOnly(Permissions.NONE.sendingTo("other"));
        assertPermitsOnly(Permissions.NONE.sendingToAll(), TO_NAME);
        assertPermitsOnly(Permissions.NONE.sendingToPids(true), TO_PID);
        assertPermitsOnly(Permissions.NONE.linking(true));
        assertPermitsOnly(Permissions.NONE.linking(true).sendingToPids(true), TO_PID, LINK, WATCH_PID);
        assertPermitsOnly(Permissions.NONE.linking(true).sendingTo("echo"), TO_NAME, WATCH_NAME);
        assertPermitsOnly(Permissions.NONE.exiting(true));
        assertPermitsOnly(Permissions.NONE.exiting(true).sendingToPids(true), TO_PID, EXIT2);
        assertPermitsOnly(Permissions.NONE.leading(true), LEAD);
        assertPermitsOnly(Permissions.NONE.calling("lists"), SPAWN);
        assertPermitsOnly(Permissions.NONE.calling("lists:reverse"), SPAWN);
        assertPermitsOnly(Permissions.NONE.calling("lists:append", "maps"));
        assertPermitsOnly(Permissions.NONE.callingAll(), SPAWN);
    }

    @Test
    void shouldLookThroughErpcWhenSomeFunctionsMayBeCalled() {
        Permissions some = Permissions.NONE.calling("lists:reverse", "maps");

        assertThat(some.permit(spawn("erpc", "execute_call", call("lists", "reverse"))))
                .isTrue();
        assertThat(some.permit(spawn("erpc", "execute_call", list(REF, atom("maps"), atom("new"), list()))))
                .isTrue();
        assertThat(some.permit(spawn("erpc", "execute_cast", call("lists", "append"))))
                .isFalse();
        assertThat(some.permit(spawn("erpc", "execute_call", list(REF, atom("os"), atom("cmd"), list()))))
                .isFalse();
        assertThat(some.permit(spawn("erpc", "execute_call", list(atom("maps")))))
                .isFalse();
        assertThat(some.permit(spawn("erpc", "execute_call", atom("maps")))).isFalse();
        assertThat(some.permit(spawn("erpc", "execute_call", Term.parse("[maps, new, [] | maps]"))))
                .isFalse();
    }

    private static Term call(String module, String function) {
        return list(atom(module), atom(function), list(list()));
    }

    @Test
    void shouldHideWhatRunsFunctionsWhenSomeMayBeCalled() {
        Permissions some = Permissions.ALL.calling("lists");
        Term from = tuple(THEIRS, REF);

        assertThat(some.permit(named("rex", tuple(atom("$gen_call"), from, tuple(atom("call"))))))
                .isFalse();
        assertThat(some.permit(new Signal.Monitor(THEIRS, Atom.of("rex"), REF))).isFalse();
        assertThat(some.permit(
                        named("net_kernel", tuple(atom("$gen_call"), from, tuple(atom("is_auth"), atom("a@h"))))))
                .isTrue();
        assertThat(some.permit(named("net_kernel", Term.parse("{'$gen_call', x, {spawn, os, cmd, [], x}}"))))
                .isFalse();
        assertThat(some.permit(named("net_kernel", atom("x")))).isFalse();
        assertThat(Permissions.ALL.permit(named("rex", atom("x")))).isTrue();
    }

    @Test
    void shouldPermitToWatchWhatNobodyCanBe() {
        assertThat(Permissions.NONE.permit(new Signal.Monitor(THEIRS, Atom.of("undefined"), REF)))
                .isTrue();
    }

    @Test
    void shouldRefuseValuesThatMakeNoSense() {
        assertThatThrownBy(() -> PeerPolicy.DEFAULT.withTickTime(Duration.ZERO)).hasMessageContaining("longer than 0");
        assertThatThrownBy(() -> Intake.UNLIMITED.withMessagesPerSecond(0)).hasMessageContaining("at least 1");
        assertThatThrownBy(() -> new Reconnect(Duration.ZERO, Duration.ofSeconds(1)))
                .hasMessageContaining("from PT0S");
        assertThatThrownBy(() -> new Reconnect(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .hasMessageContaining("to PT1S");
    }
}
