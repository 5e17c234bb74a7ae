package org.sunda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sunda.term.Atom;

/// Each function of `conformance.erl`, run by a real Erlang node against a Sunda node.
final class ConformanceIT {
    private static Cluster cluster;
    private static Node java;
    private static ErlNode erl;

    @BeforeAll
    static void start() throws IOException {
        cluster = Cluster.start();
        java = cluster.java("conformance_java");
        TestServices.start(java);
        erl = cluster.erl("conformance_erl");
        erl.load("conformance");
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ping",
                "families",
                "random_terms",
                "closures",
                "large_binary",
                "deep_list",
                "long_list",
                "send_to_nobody",
                "order",
                "group_leader",
                "link_from_erlang",
                "link_from_java",
                "unlink_from_erlang",
                "unlink_from_java",
                "link_to_nobody",
                "links_again_and_again",
                "exit_from_erlang",
                "exit_from_java",
                "kill_java",
                "kill_erlang",
                "trapped_exits",
                "big_reason",
                "monitor_from_erlang",
                "monitor_from_java",
                "monitor_by_name",
                "monitor_by_name_from_java",
                "monitor_nobody",
                "demonitor_from_erlang",
                "demonitor_from_java",
                "message_before_down",
                "call",
                "calls",
                "call_by_pid",
                "call_unknown",
                "call_to_dying",
                "late_reply",
                "cast",
                "requests",
                "multi_call",
                "call_from_java",
                "cast_from_java",
                "call_from_java_timeout",
                "plain_tag",
                "erpc",
                "erpc_errors",
                "erpc_timeout",
                "rpc",
                "rpc_multicall",
                "rex_messages",
                "remote_spawn",
                "undef",
                "alias_is_gone",
                "wrong_creation",
                "large_beside_small",
                "huge_beside_small",
                "many_large",
                "long_and_short_in_order",
                "large_reasons",
                "large_to_aliases",
                "large_arguments",
                "spawn_replies",
                "closures_in_large",
                "many_atoms",
                "more_atoms_than_the_cache",
                "priority",
                "traced"
            })
    void shouldBeSeenByErlangAsOneOfItsOwn(String function) {
        assertThat(erl.eval("conformance:run(" + function + ", '" + java.name() + "')"))
                .isEqualTo(Atom.OK);
    }
}
