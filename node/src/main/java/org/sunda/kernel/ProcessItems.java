package org.sunda.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sunda.process.ProcessInfo;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Term;
import org.sunda.term.Terms;
import org.sunda.term.Tuple;
import org.sunda.term.Tuple2;

/// A process as `erlang:process_info/1,2` tells of it: the items of OTP 25 to 29. Those that the JVM has
/// nothing like have the value that they have in a process which does not use them. Messages are never
/// shown.
final class ProcessItems {
    private static final Atom REGISTERED_NAME = Atom.of("registered_name");
    private static final Atom PROCESS = Atom.of("process");
    private static final Atom DICTIONARY = Atom.of("dictionary");
    private static final Term ZERO = Terms.integer(0);
    private static final Term NONE = ListTerm.nil();
    private static final long WORD_BYTES = 8;

    /// What `process_info/1` answers, in order.
    private static final List<String> COMMON = List.of(
            "current_function",
            "initial_call",
            "status",
            "message_queue_len",
            "links",
            "dictionary",
            "trap_exit",
            "error_handler",
            "priority",
            "group_leader",
            "total_heap_size",
            "heap_size",
            "stack_size",
            "reductions",
            "garbage_collection",
            "suspending");

    private static final Map<String, Function<ProcessInfo, Term>> ITEMS = Map.ofEntries(
            Map.entry("registered_name", ProcessItems::name),
            Map.entry("current_function", Mfa::of),
            Map.entry("initial_call", Mfa::of),
            Map.entry("current_location", ProcessItems::location),
            Map.entry("current_stacktrace", process -> ListTerm.of(location(process))),
            Map.entry("status", process -> Atom.of(process.status().name().toLowerCase(Locale.ROOT))),
            Map.entry("message_queue_len", process -> Terms.integer(process.messages())),
            Map.entry("messages", process -> NONE),
            Map.entry("message_queue_data", process -> Atom.of("on_heap")),
            Map.entry("links", process -> ListTerm.of(process.links())),
            Map.entry("monitors", ProcessItems::monitors),
            Map.entry("monitored_by", process -> ListTerm.of(process.monitoredBy())),
            Map.entry("trap_exit", process -> Atom.of(process.trapExit())),
            Map.entry("group_leader", ProcessInfo::groupLeader),
            Map.entry("reductions", process -> Terms.integer(process.received())),
            Map.entry("memory", process -> Terms.integer(process.memory())),
            Map.entry("total_heap_size", ProcessItems::words),
            Map.entry("heap_size", ProcessItems::words),
            Map.entry("stack_size", process -> ZERO),
            Map.entry("min_heap_size", process -> ZERO),
            Map.entry("fullsweep_after", process -> ZERO),
            Map.entry("garbage_collection", process -> garbageCollection()),
            Map.entry("garbage_collection_info", process -> NONE),
            Map.entry("dictionary", process -> NONE),
            Map.entry("error_handler", process -> Atom.of("error_handler")),
            Map.entry("priority", process -> Atom.NORMAL),
            Map.entry("binary", process -> NONE),
            Map.entry("catchlevel", process -> ZERO),
            Map.entry("last_calls", process -> Atom.FALSE),
            Map.entry("sequential_trace_token", process -> NONE),
            Map.entry("suspending", process -> NONE),
            Map.entry("trace", process -> ZERO),
            Map.entry("async_dist", process -> Atom.FALSE),
            Map.entry("label", process -> Atom.UNDEFINED),
            Map.entry("parent", process -> Atom.UNDEFINED));

    private ProcessItems() {}

    private static Term name(ProcessInfo process) {
        @Nullable Atom name = process.name();
        return name == null ? NONE : name;
    }

    private static Term location(ProcessInfo process) {
        Tuple mfa = Mfa.of(process);
        return Tuple.of(mfa.element(0), mfa.element(1), mfa.element(2), NONE);
    }

    private static Term monitors(ProcessInfo process) {
        return ListTerm.of(process.monitors().stream()
                .map(target -> Tuple.of(PROCESS, target))
                .toList());
    }

    private static Term words(ProcessInfo process) {
        return Terms.integer(process.memory() / WORD_BYTES);
    }

    private static Term garbageCollection() {
        Term unlimited =
                Terms.map(Atom.of("size"), ZERO, Atom.of("kill"), Atom.FALSE, Atom.of("error_logger"), Atom.FALSE);
        return ListTerm.of(
                pair("max_heap_size", unlimited),
                pair("min_bin_vheap_size", ZERO),
                pair("min_heap_size", ZERO),
                pair("fullsweep_after", ZERO),
                pair("minor_gcs", ZERO));
    }

    private static Tuple pair(String key, Term value) {
        return Tuple.of(Atom.of(key), value);
    }

    // -- As asked for -------------------------------------------------------------------------------------------------

    /// `badarg`, unless there are such items: a name, a `{dictionary, Key}`, or a list of these.
    static void check(Term items) {
        if (items instanceof ListTerm list) {
            Inspection.list(list).elements().forEach(ProcessItems::checkItem);
        } else {
            checkItem(items);
        }
    }

    private static void checkItem(Term item) {
        if (!isEntry(item) && !(item instanceof Atom name && ITEMS.containsKey(name.text()))) {
            throw Inspection.badarg();
        }
    }

    /// Whether it is `{dictionary, Key}`.
    private static boolean isEntry(Term item) {
        return item instanceof Tuple2(Term tag, Term _) && tag.equals(DICTIONARY);
    }

    /// What `process_info/1` answers.
    static Term common(ProcessInfo process) {
        List<Term> pairs = new ArrayList<>();
        if (process.name() != null) {
            pairs.add(Tuple.of(REGISTERED_NAME, name(process)));
        }
        COMMON.forEach(item -> pairs.add(pair(item, value(process, item))));
        return ListTerm.of(pairs);
    }

    /// What `process_info/2` answers to items that [#check] has passed.
    static Term of(ProcessInfo process, Term items) {
        if (items instanceof ListTerm list) {
            return ListTerm.of(list.elements().stream()
                    .map(item -> Tuple.of(item, value(process, item)))
                    .toList());
        }
        boolean hasNone = items.equals(REGISTERED_NAME) && process.name() == null;
        return hasNone ? NONE : Tuple.of(items, value(process, items));
    }

    private static Term value(ProcessInfo process, Term item) {
        return item instanceof Atom name ? value(process, name.text()) : Atom.UNDEFINED;
    }

    private static Term value(ProcessInfo process, String item) {
        @Nullable Function<ProcessInfo, Term> value = ITEMS.get(item);
        if (value == null) {
            throw Inspection.badarg();
        }
        return value.apply(process);
    }
}
