package org.sunda.faults;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What members have said, and whether it was right. Any thread may use it.
final class Ledger {
    private record Session(String from, String to, long life, long number) {}

    private record Gap(Session session, long expected, long got) {}

    private final List<String> wrong = new ArrayList<>();
    private final List<Gap> gaps = new ArrayList<>();
    private final Set<Session> ended = new HashSet<>();
    private final Set<String> killed = new HashSet<>();
    private final Map<Session, Long> sent = new HashMap<>();
    private final Map<Session, Long> seen = new HashMap<>();
    private long messages;
    private int excused;

    /// A member is going to be killed: what it has sent may not arrive.
    synchronized void killed(String member, long life) {
        killed.add(member + " " + life);
    }

    synchronized void say(String member, String line) {
        String[] words = line.split(" ", -1);
        switch (words[0]) {
            case "down" -> {
                ended.add(session(member, words[1], words));
                messages += Long.parseLong(words[4]);
            }
            case "last" -> {
                sent.put(session(member, words[1], words), Long.parseLong(words[4]));
                messages += Long.parseLong(words[4]);
            }
            case "seen" -> seen.put(session(words[1], member, words), Long.parseLong(words[4]));
            case "gap" ->
                gaps.add(new Gap(session(words[1], member, words), Long.parseLong(words[4]), Long.parseLong(words[5])));
            case "wrong" -> wrong.add(member + ": " + line);
            default -> {}
        }
    }

    private static Session session(String from, String to, String[] words) {
        return new Session(from, to, Long.parseLong(words[2]), Long.parseLong(words[3]));
    }

    /// How many sessions ended because a connection did.
    synchronized int broken() {
        return ended.size();
    }

    synchronized long messages() {
        return messages;
    }

    synchronized int excused() {
        return excused;
    }

    /// All that was not as it must be, once every member has reported.
    synchronized List<String> mistakes() {
        List<String> all = new ArrayList<>(wrong);
        excused = 0;
        for (Gap gap : gaps) {
            if (ended.contains(gap.session) || killed.contains(gap.session.from + " " + gap.session.life)) {
                excused++;
            } else {
                all.add("lost: " + gap);
            }
        }
        sent.forEach((session, count) -> {
            long got = seen.getOrDefault(session, 0L);
            if (got != count && !ended.contains(session)) {
                all.add("lost at the end: " + session + " sent " + count + ", received " + got);
            }
        });
        return all;
    }
}
