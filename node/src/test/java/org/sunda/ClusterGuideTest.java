package org.sunda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sunda.pg.GroupMonitor;
import org.sunda.pg.ProcessGroups;
import org.sunda.process.BlockingSelf;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;
import org.sunda.term.Tuple4;

/// The examples of docs/cluster.md. Each of them stands in this file, word for word, and runs.
@Timeout(60)
class ClusterGuideTest {
    private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    private final LinkedBlockingQueue<Term> jobs = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<String> changes = new LinkedBlockingQueue<>();

    @Test
    void shouldHaveEachExampleOfTheGuideHere() throws IOException {
        String here = words(Files.readString(Path.of("src", "test", "java", "org", "sunda", "ClusterGuideTest.java")));
        List<String> examples = EXAMPLE.matcher(Files.readString(Path.of("..", "docs", "cluster.md")))
                .results()
                .map(example -> words(example.group(1)))
                .toList();
        assertThat(examples)
                .hasSizeGreaterThan(1)
                .allSatisfy(example -> assertThat(here).contains(example));
    }

    private static String words(String text) {
        return text.replaceAll("\\s+", "");
    }

    private void work(BlockingSelf self) throws InterruptedException {
        jobs.add(self.receive());
    }

    @Test
    void shouldSendToMembersAndHearOfTheirEnd() throws Exception {
        try (Cluster cluster = Cluster.start()) {
            Node node = cluster.java(Cluster.unique("guide"));
            GroupMonitor before = watch(node, node.groups());
            assertThat(before.members()).isEmpty();
            ProcessGroups groups = node.groups();
            Pid worker = node.spawn(self -> work(self));
            groups.join(atom("workers"), worker);
            for (Pid member : groups.members(atom("workers"))) {
                node.send(member, tuple(atom("job"), integer(1)));
            }
            assertThat(jobs.poll(20, TimeUnit.SECONDS)).isEqualTo(tuple(atom("job"), integer(1)));
            assertThat(changes.poll(20, TimeUnit.SECONDS)).isEqualTo("join workers 1");
            assertThat(changes.poll(20, TimeUnit.SECONDS)).isEqualTo("leave workers 1");
        }
    }

    private GroupMonitor watch(Node node, ProcessGroups groups) {
        Pid watcher = node.spawn(self -> {
            while (true) {
                if (self.receive() instanceof Tuple4(Ref _, Atom what, Term group, ListTerm pids)) {
                    changes.add(what + " " + group + " " + pids.size());
                }
            }
        });
        GroupMonitor monitor = groups.monitor(watcher, atom("workers"));
        return monitor;
    }
}
