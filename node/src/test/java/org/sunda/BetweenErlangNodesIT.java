package org.sunda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sunda.term.Atom;

/// Those functions of `conformance.erl` that need only an echo, between two Erlang nodes: they ask no more of a Sunda
/// node than of one of Erlang's own, and `./sunda test --dissect` records what the same terms look like from there.
final class BetweenErlangNodesIT {
    private static Cluster cluster;
    private static ErlNode other;
    private static ErlNode erl;

    @BeforeAll
    static void start() throws IOException {
        cluster = Cluster.start();
        other = cluster.erl("conformance_other");
        other.load("conformance");
        other.check("conformance:serve_echo()");
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
                "deep_list",
                "long_list",
                "large_beside_small",
                "many_large",
                "closures_in_large",
                "many_atoms",
                "more_atoms_than_the_cache"
            })
    void shouldBeSeenByErlangAsItSeesSunda(String function) {
        assertThat(erl.eval("conformance:run(" + function + ", '" + other.name() + "')"))
                .isEqualTo(Atom.OK);
    }

    /// Wireshark gets lost in the name of the file, as it does in what a Sunda node sends when a server fails.
    @Test
    void shouldSendTheReasonOfAJavaException() {
        erl.check("""
                Frame = {'org.sunda.TestServices', fail, 1, [{file, "TestServices.java"}, {line, 54}]},
                Reason = {{java_exception, <<"java.lang.Exception">>, <<"">>}, lists:duplicate(12, Frame)},
                conformance:same('%s', Reason) =:= ok""".formatted(other.name()));
    }
}
