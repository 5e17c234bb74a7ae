package org.sunda.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sunda.pg.Neighbourhood.PG;
import static org.sunda.pg.Neighbourhood.THERE;
import static org.sunda.pg.Neighbourhood.pid;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.list;
import static org.sunda.term.Terms.map;
import static org.sunda.term.Terms.tuple;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sunda.process.ExitException;
import org.sunda.process.ExitReason;
import org.sunda.process.SpawnOptions;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Pid;
import org.sunda.term.Term;
import org.sunda.term.Tuple2;

/// A scope among nodes that a test plays: what they are told, and what their lies do.
@Timeout(60)
class ProcessGroupsTest {
    private static final Term GROUP = tuple(atom("room"), integer(1));
    private static final Pid PEER = pid(THERE, 7);
    private static final Pid THEIRS = pid(THERE, 8);
    private static final Atom ELSEWHERE = atom("elsewhere@test");

    private final Neighbourhood around = new Neighbourhood();
    private ProcessGroups groups;

    @BeforeEach
    void start() throws InterruptedException {
        groups = around.start(5);
        // The scope process has started when it answers.
        until("there is a scope process", () -> around.processes().whereis(PG).isPresent());
        call(tuple(atom("demonitor"), around.processes().newRef()));
    }

    @AfterEach
    void stop() {
        around.close();
    }

    private Term call(Term request) throws InterruptedException {
        return around.processes().asProcess(self -> self.call(PG, request, Duration.ofSeconds(10)));
    }

    private Pid scope() {
        return around.processes().whereis(PG).orElseThrow();
    }

    private void cast(Term message) {
        around.say(PEER, tuple(atom("$gen_cast"), message));
    }

    private static Term sync(Term... groups) {
        return tuple(atom("sync"), PEER, list(groups));
    }

    private static Term entry(Term group, Pid... pids) {
        return tuple(group, list((Term[]) pids));
    }

    private void join(Term group, Term who) {
        around.say(PEER, tuple(atom("join"), PEER, group, who));
    }

    private void leave(Term who, Term... from) {
        around.say(PEER, tuple(atom("leave"), PEER, who, list(from)));
    }

    /// The peer is known, and has been told everything.
    private void meet(Term... theirs) throws InterruptedException {
        around.up(THERE);
        cast(sync(theirs));
        around.next();
    }

    private static void until(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited in vain until " + what).isLessThan(deadline);
            LockSupport.parkNanos(1_000_000);
        }
    }

    private void untilMembers(Term group, Pid... pids) {
        until(
                group + " has " + List.of(pids),
                () -> sorted(groups.members(group)).equals(sorted(List.of(pids))));
    }

    private static List<String> sorted(List<Pid> pids) {
        return pids.stream().map(Pid::toString).sorted().toList();
    }

    /// All that was said before has been handled.
    private void settle() throws InterruptedException {
        call(tuple(atom("demonitor"), around.processes().newRef()));
    }

    @Test
    void shouldAskWhoTakesPartWhenANodeConnects() throws Exception {
        around.up(THERE);
        assertThat(around.nextOfAll()).isEqualTo(new Neighbourhood.Told(THERE, PG, tuple(atom("discover"), scope())));
    }

    @Test
    void shouldAskAgainWhenNobodyAnswers() throws Exception {
        around.up(THERE);
        for (int i = 0; i < 3; i++) {
            assertThat(around.nextOfAll().message()).isEqualTo(tuple(atom("discover"), scope()));
        }
    }

    @Test
    void shouldAnswerWithAllMembersWhenItIsDiscovered() throws Exception {
        Pid member = around.member();
        groups.join(GROUP, member, member);
        around.up(THERE);
        for (Term question : List.of(
                tuple(atom("discover"), PEER),
                tuple(atom("discover"), PEER, integer(1)),
                tuple(atom("discover"), PEER, map(atom("version"), integer(77))))) {
            around.say(PEER, question);
            assertThat(around.next())
                    .isEqualTo(new Neighbourhood.Told(
                            THERE,
                            PEER,
                            tuple(
                                    atom("$gen_cast"),
                                    tuple(atom("sync"), scope(), list(entry(GROUP, member, member))))));
        }
        until("the peer is watched", () -> around.isWatched(PEER));
    }

    /// OTP 25 to 28 crash when somebody leaves a group of which they know nothing.
    @Test
    void shouldTellAPeerEverythingBeforeItTellsAnyChange() throws Exception {
        Pid member = around.member();
        groups.join(GROUP, member);
        around.up(THERE);
        cast(sync());
        assertThat(around.next().message())
                .isEqualTo(tuple(atom("$gen_cast"), tuple(atom("sync"), scope(), list(entry(GROUP, member)))));
        assertThat(groups.leave(GROUP, member)).isTrue();
        assertThat(around.next().message()).isEqualTo(tuple(atom("leave"), scope(), member, list(GROUP)));
    }

    @Test
    void shouldTellJoinsAndOnlyTheLeavesThatWere() throws Exception {
        Pid member = around.member();
        Pid other = around.member();
        meet();
        groups.join(GROUP, member);
        assertThat(around.next().message()).isEqualTo(tuple(atom("join"), scope(), GROUP, member));
        groups.join(GROUP, member, member);
        assertThat(around.next().message()).isEqualTo(tuple(atom("join"), scope(), GROUP, list(member, member)));
        assertThat(groups.leave(GROUP, other)).isFalse();
        assertThat(groups.leave(atom("none"), member)).isFalse();
        groups.join(GROUP);
        assertThat(groups.leave(GROUP, member, other)).isTrue();
        assertThat(around.next().message()).isEqualTo(tuple(atom("leave"), scope(), member, list(GROUP)));
        assertThat(groups.members(GROUP)).containsExactly(member, member);
    }

    @Test
    void shouldTellOfTheEndOfAMemberAsOftenAsItHadJoined() throws Exception {
        Pid member = around.member();
        meet();
        groups.join(GROUP, member, member);
        around.next();
        around.processes().exit(member, atom("kill"));
        assertThat(around.next().message()).isEqualTo(tuple(atom("leave"), scope(), member, list(GROUP, GROUP)));
        assertThat(groups.groups()).isEmpty();
    }

    @Test
    void shouldTakeOutAMemberThatHadEndedBeforeItJoined() {
        Pid gone = around.processes().newPid();
        groups.join(GROUP, gone);
        untilMembers(GROUP);
        assertThat(groups.localGroups()).isEmpty();
    }

    @Test
    void shouldFollowWhatPeersTell() throws Exception {
        meet(entry(GROUP, THEIRS));
        untilMembers(GROUP, THEIRS);
        join(GROUP, list(THEIRS, PEER));
        untilMembers(GROUP, THEIRS, THEIRS, PEER);
        leave(THEIRS, GROUP, GROUP, atom("unknown"));
        untilMembers(GROUP, PEER);
        assertThat(groups.localMembers(GROUP)).isEmpty();
        cast(sync(entry(atom("other"), THEIRS)));
        untilMembers(atom("other"), THEIRS);
        assertThat(groups.groups()).containsExactly(atom("other"));
    }

    @Test
    void shouldFollowThoseWhoSpeakAsOtp29Does() throws Exception {
        around.up(THERE);
        cast(tuple(atom("local_data"), PEER, integer(1), map(GROUP, list(THEIRS))));
        untilMembers(GROUP, THEIRS);
        around.say(PEER, tuple(atom("update"), PEER, list(tuple(GROUP, list(PEER), list(THEIRS)))));
        untilMembers(GROUP, PEER);
    }

    @Test
    void shouldForgetTheMembersOfANodeThatIsLostAndTakeThemBack() throws Exception {
        Pid member = around.member();
        groups.join(GROUP, member);
        meet(entry(GROUP, THEIRS));
        untilMembers(GROUP, member, THEIRS);
        around.down(THERE);
        untilMembers(GROUP, member);
        around.up(THERE);
        Pid again = new Pid(THERE, 7, 0, 2);
        around.say(again, tuple(atom("$gen_cast"), tuple(atom("sync"), again, list(entry(GROUP, again)))));
        untilMembers(GROUP, member, again);
    }

    @Test
    void shouldForgetTheMembersOfAnotherScopeProcessOfThatNode() throws Exception {
        meet(entry(GROUP, THEIRS));
        Pid successor = pid(THERE, 9);
        around.say(successor, tuple(atom("discover"), successor));
        untilMembers(GROUP);
        join(GROUP, THEIRS);
        settle();
        assertThat(groups.groups()).isEmpty();
    }

    @Test
    void shouldKeepOthersMembersWhenAPeerLeavesOrJoinsForThem() throws Exception {
        Pid member = around.member();
        groups.join(GROUP, member);
        meet(entry(GROUP, THEIRS));
        around.up(ELSEWHERE);
        Pid third = pid(ELSEWHERE, 1);
        around.say(third, tuple(atom("discover"), third));
        around.say(third, tuple(atom("leave"), third, list(THEIRS, member), list(GROUP)));
        around.say(third, tuple(atom("join"), third, GROUP, list(THEIRS, member)));
        around.say(third, tuple(atom("join"), third, GROUP, third));
        untilMembers(GROUP, member, THEIRS, third);
        leave(third, GROUP);
        leave(THEIRS, GROUP);
        untilMembers(GROUP, member, third);
    }

    @Test
    void shouldIgnoreChangesOfPeersItDoesNotKnow() throws Exception {
        around.up(THERE);
        join(GROUP, THEIRS);
        leave(THEIRS, GROUP);
        around.say(PEER, tuple(atom("discover"), pid(ELSEWHERE, 1)));
        settle();
        assertThat(groups.groups()).isEmpty();
        assertThat(around.isWatched(pid(ELSEWHERE, 1))).isFalse();
    }

    @Test
    void shouldDropWhatHasNoKnownShape() throws Exception {
        meet(entry(GROUP, THEIRS));
        Pid before = scope();
        Term improper = ListTerm.improper(new Term[] {entry(GROUP, THEIRS)}, atom("tail"));
        for (Term junk : List.of(
                atom("hello"),
                list(),
                tuple(),
                tuple(atom("discover"), atom("nobody")),
                tuple(atom("discover"), scope()),
                tuple(atom("discover"), PEER, integer(1), integer(2)),
                tuple(atom("sync"), PEER, atom("none")),
                tuple(atom("sync"), PEER, improper),
                sync(entry(GROUP, THEIRS), atom("junk")),
                tuple(atom("sync"), PEER, list(tuple(GROUP, list(integer(1))))),
                tuple(atom("local_data"), PEER, integer(1), map(GROUP, THEIRS)),
                tuple(atom("join"), PEER, GROUP, integer(1)),
                tuple(atom("join"), PEER, GROUP, list(THEIRS, atom("x"))),
                tuple(atom("leave"), PEER, THEIRS, GROUP),
                tuple(atom("leave"), PEER, atom("x"), list(GROUP)),
                tuple(atom("update"), PEER, list(tuple(GROUP, list(), atom("x")))),
                tuple(atom("from_the_future"), PEER, GROUP),
                tuple(atom("DOWN"), around.processes().newRef(), atom("process"), PEER, atom("x")))) {
            around.say(PEER, junk);
            cast(junk);
            assertThat(call(junk)).isEqualTo(tuple(Atom.ERROR, atom("badarg")));
        }
        assertThat(scope()).isEqualTo(before);
        assertThat(groups.members(GROUP)).containsExactly(THEIRS);
    }

    @Test
    void shouldTakeAsManyMembershipsAsItMayAndNoMore() throws Exception {
        meet();
        join(GROUP, list(THEIRS, THEIRS, THEIRS, THEIRS, THEIRS));
        untilMembers(GROUP, THEIRS, THEIRS, THEIRS, THEIRS, THEIRS);
        join(atom("more"), PEER);
        leave(THEIRS, GROUP);
        untilMembers(GROUP, THEIRS, THEIRS, THEIRS, THEIRS);
        assertThat(groups.groups()).containsExactly(GROUP);
        join(atom("more"), PEER);
        untilMembers(atom("more"), PEER);

        Pid member = around.member();
        groups.join(GROUP, Collections.nCopies(5, member));
        assertThatThrownBy(() -> groups.join(GROUP, member))
                .isInstanceOfSatisfying(
                        ExitException.class, e -> assertThat(e.reason()).isEqualTo(ExitReason.SYSTEM_LIMIT));
    }

    /// Ten thousand million steps, if it were to try each with each.
    @Test
    void shouldTakeNoLongerThanALongLeaveIsLong() throws Exception {
        meet(entry(GROUP, THEIRS, THEIRS, PEER));
        Term[] strangers = new Term[100_000];
        Term[] same = new Term[100_000];
        for (int i = 0; i < strangers.length; i++) {
            strangers[i] = pid(THERE, 1000 + i);
            same[i] = i % 2 == 0 ? GROUP : integer(i);
        }
        leave(list(strangers), same);
        leave(THEIRS, same);
        untilMembers(GROUP, PEER);
    }

    @Test
    void shouldTellThePeerEverythingWhenItsConnectionWasBusy() throws Exception {
        Pid member = around.member();
        meet();
        around.isBusy = true;
        groups.join(GROUP, member);
        groups.join(atom("passing"), member);
        groups.leave(atom("passing"), member);
        around.isBusy = false;
        assertThat(around.next().message())
                .isEqualTo(tuple(atom("$gen_cast"), tuple(atom("sync"), scope(), list(entry(GROUP, member)))));
        groups.leave(GROUP, member);
        assertThat(around.next().message()).isEqualTo(tuple(atom("leave"), scope(), member, list(GROUP)));
    }

    @Test
    void shouldBeginAnewWhenItsProcessIsKilled() throws Exception {
        Pid member = around.member();
        groups.join(GROUP, member);
        meet(entry(GROUP, THEIRS));
        Pid before = scope();
        around.processes().exit(before, atom("kill"));
        until(
                "there is another scope process",
                () -> around.processes()
                        .whereis(PG)
                        .filter(pid -> !pid.equals(before))
                        .isPresent());
        settle();
        assertThat(groups.members(GROUP)).containsExactly(member);
        around.say(PEER, tuple(atom("discover"), PEER));
        assertThat(around.next().message())
                .isEqualTo(tuple(atom("$gen_cast"), tuple(atom("sync"), scope(), list(entry(GROUP, member)))));
        around.processes().exit(member, atom("kill"));
        assertThat(around.next().message()).isEqualTo(tuple(atom("leave"), scope(), member, list(GROUP)));
    }

    @Test
    void shouldTellMonitorsOfAllChangesUntilTheyEnd() throws Exception {
        LinkedBlockingQueue<Term> heard = new LinkedBlockingQueue<>();
        Pid watcher = around.processes().react(SpawnOptions.DEFAULT, (message, _) -> heard.add(message));
        Pid member = around.member();
        groups.join(GROUP, member);
        meet();
        GroupMonitor ofGroup = groups.monitor(watcher, GROUP);
        assertThat(ofGroup.members()).containsExactly(member);
        join(GROUP, list(THEIRS, THEIRS));
        join(atom("other"), THEIRS);
        untilMembers(atom("other"), THEIRS);
        groups.leave(GROUP, member);
        assertThat(take(heard)).isEqualTo(tuple(ofGroup.ref(), atom("join"), GROUP, list(THEIRS, THEIRS)));
        assertThat(take(heard)).isEqualTo(tuple(ofGroup.ref(), atom("leave"), GROUP, list(member)));
        assertThat(groups.demonitor(ofGroup.ref())).isTrue();
        assertThat(groups.demonitor(ofGroup.ref())).isFalse();

        ScopeMonitor ofScope = groups.monitorScope(watcher);
        assertThat(ofScope.groups()).isEqualTo(groups.all()).hasSize(2);
        around.down(THERE);
        assertThat(List.of(take(heard), take(heard)))
                .containsExactlyInAnyOrder(
                        tuple(ofScope.ref(), atom("leave"), GROUP, list(THEIRS, THEIRS)),
                        tuple(ofScope.ref(), atom("leave"), atom("other"), list(THEIRS)));
        around.processes().exit(watcher, atom("kill"));
        until("the monitor is gone", () -> !groups.demonitor(ofScope.ref()));
    }

    private static Term take(LinkedBlockingQueue<Term> heard) throws InterruptedException {
        Term next = heard.poll(10, TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        return next;
    }

    @Test
    void shouldAnswerTheCallsOfPg() throws Exception {
        Pid member = around.member();
        assertThat(call(tuple(atom("join_local"), GROUP, list(member, member)))).isEqualTo(Atom.OK);
        assertThat(call(tuple(atom("leave_local"), GROUP, member))).isEqualTo(Atom.OK);
        assertThat(call(tuple(atom("leave_local"), atom("none"), member))).isEqualTo(atom("not_joined"));
        assertThat(call(tuple(atom("join_local"), GROUP, THEIRS)))
                .isEqualTo(tuple(Atom.ERROR, tuple(atom("nolocal"), THEIRS)));
        assertThat(call(atom("monitor")))
                .isInstanceOfSatisfying(
                        Tuple2.class, answer -> assertThat(answer.element(1)).isEqualTo(map(GROUP, list(member))));
        Term answer = call(tuple(atom("monitor"), GROUP));
        assertThat(((Tuple2) answer).element(1)).isEqualTo(list(member));
        assertThat(call(tuple(atom("demonitor"), ((Tuple2) answer).element(0)))).isIn(Atom.OK, Atom.of(false));
    }

    @Test
    void shouldRefuseProcessesOfOtherNodesAndTakenNames() {
        assertThatThrownBy(() -> groups.join(GROUP, THEIRS)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> groups.leave(GROUP, THEIRS)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> around.start(1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldCountRightWhenManyThreadsJoinAndLeave() throws Exception {
        ProcessGroups many = ProcessGroups.start("many", around.processes(), around, 1_000_000);
        int threads = 4;
        CountDownLatch done = new CountDownLatch(threads);
        Pid member = around.member();
        for (int t = 0; t < threads; t++) {
            Thread.startVirtualThread(() -> {
                for (int i = 0; i < 1000; i++) {
                    many.join(integer(i % 7), member, member);
                    many.leave(integer(i % 7), member);
                }
                done.countDown();
            });
        }
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(many.all().values().stream().mapToInt(List::size).sum()).isEqualTo(threads * 1000);
        around.processes().exit(member, atom("kill"));
        until("all is gone", () -> many.groups().isEmpty());
    }
}
