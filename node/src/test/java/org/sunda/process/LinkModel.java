package org.sunda.process;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// What Erlang says of links, monitors and exits, where each act takes effect at once. Processes are numbers, reasons
/// texts.
final class LinkModel {
    enum Kind {
        LINK,
        UNLINK,
        MONITOR,
        DEMONITOR,
        TRAP,
        UNTRAP,
        SEND_EXIT,
        SEND_KILL,
        EXIT
    }

    /// What a process does.
    ///
    /// @param other to whom; for [Kind#DEMONITOR] the number of the monitor
    /// @param number the number of the new monitor
    record Act(Kind kind, int actor, int other, int number) {
        boolean ends() {
            return kind == Kind.SEND_EXIT || kind == Kind.SEND_KILL || kind == Kind.EXIT;
        }
    }

    private static final class Member {
        private String reason = "";
        private boolean traps;
        private final TreeSet<Integer> links = new TreeSet<>();
        private final List<String> messages = new ArrayList<>();

        private boolean isAlive() {
            return reason.isEmpty();
        }
    }

    /// Who monitors whom.
    private record Monitor(int watcher, int target) {}

    private final List<Member> processes = new ArrayList<>();
    private final Map<Integer, Monitor> monitors = new HashMap<>();

    LinkModel(int count) {
        for (int i = 0; i < count; i++) {
            processes.add(new Member());
        }
    }

    /// The same, without the messages that have been seen.
    LinkModel copy() {
        LinkModel copy = new LinkModel(processes.size());
        copy.monitors.putAll(monitors);
        for (int i = 0; i < processes.size(); i++) {
            Member from = processes.get(i);
            Member to = copy.processes.get(i);
            to.reason = from.reason;
            to.traps = from.traps;
            to.links.addAll(from.links);
        }
        return copy;
    }

    LinkModel after(Act... acts) {
        LinkModel next = copy();
        for (Act act : acts) {
            next.perform(act);
        }
        return next;
    }

    List<Integer> alive() {
        List<Integer> alive = new ArrayList<>();
        for (int i = 0; i < processes.size(); i++) {
            if (processes.get(i).isAlive()) {
                alive.add(i);
            }
        }
        return alive;
    }

    List<Integer> monitorsOf(int watcher) {
        return monitors.entrySet().stream()
                .filter(entry -> entry.getValue().watcher == watcher)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    private void perform(Act act) {
        Member actor = processes.get(act.actor());
        if (!actor.isAlive()) {
            return;
        }
        switch (act.kind()) {
            case LINK -> link(act.actor(), act.other());
            case UNLINK -> {
                actor.links.remove(act.other());
                processes.get(act.other()).links.remove(act.actor());
            }
            case MONITOR -> {
                Monitor monitor = new Monitor(act.actor(), act.other());
                if (processes.get(act.other()).isAlive()) {
                    monitors.put(act.number(), monitor);
                } else {
                    down(act.number(), monitor, "noproc");
                }
            }
            case DEMONITOR -> {
                monitors.remove(act.other());
                actor.messages.removeIf(message -> message.startsWith("DOWN " + act.other() + " "));
            }
            case TRAP -> actor.traps = true;
            case UNTRAP -> actor.traps = false;
            case SEND_EXIT -> exitSignal(act.actor(), act.other(), "boom", act.actor() == act.other());
            case SEND_KILL -> end(act.other(), "killed");
            case EXIT -> end(act.actor(), "stop");
        }
    }

    private void link(int one, int other) {
        if (one == other) {
            return;
        }
        if (processes.get(other).isAlive()) {
            processes.get(one).links.add(other);
            processes.get(other).links.add(one);
        } else {
            exitSignal(other, one, "noproc", false);
        }
    }

    private void exitSignal(int from, int to, String reason, boolean isOwn) {
        Member process = processes.get(to);
        if (!process.isAlive()) {
            return;
        }
        if (process.traps) {
            process.messages.add("EXIT " + from + " " + reason);
        } else if (isOwn || !reason.equals("normal")) {
            end(to, reason);
        }
    }

    private void end(int number, String reason) {
        Member process = processes.get(number);
        if (!process.isAlive()) {
            return;
        }
        process.reason = reason;
        for (int other : List.copyOf(process.links)) {
            process.links.remove(other);
            processes.get(other).links.remove(number);
            exitSignal(number, other, reason, false);
        }
        monitorsOf(number).forEach(monitors::remove);
        Map.copyOf(monitors).forEach((held, monitor) -> {
            if (monitor.target == number) {
                monitors.remove(held);
                down(held, monitor, reason);
            }
        });
    }

    private void down(int number, Monitor monitor, String reason) {
        processes.get(monitor.watcher).messages.add("DOWN " + number + " " + monitor.target + " " + reason);
    }

    /// All that can be seen of each process: its end, or its links, how many monitors it holds, by how many it is
    /// watched, and what it has received.
    List<String> seen() {
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < processes.size(); i++) {
            int number = i;
            Member process = processes.get(i);
            long watchers = monitors.values().stream()
                    .filter(monitor -> monitor.target == number)
                    .count();
            seen.add(
                    process.isAlive()
                            ? line(process.links, monitorsOf(i).size(), watchers, process.messages)
                            : "ended by " + process.reason);
        }
        return seen;
    }

    static String line(Iterable<Integer> links, long held, long watchers, List<String> messages) {
        return "links " + links + ", holds " + held + ", watched by " + watchers + ", messages "
                + messages.stream().sorted().toList();
    }
}
