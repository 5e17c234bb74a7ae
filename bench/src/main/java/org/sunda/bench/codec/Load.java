package org.sunda.bench.codec;

import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.binary;
import static org.sunda.term.Terms.integer;
import static org.sunda.term.Terms.list;
import static org.sunda.term.Terms.map;
import static org.sunda.term.Terms.real;
import static org.sunda.term.Terms.tuple;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.sunda.etf.ExternalTerm;
import org.sunda.term.Atom;
import org.sunda.term.ListTerm;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;

/// The terms that are encoded and decoded.
public enum Load {
    /// `{List1, List2}` of [ReportStrings].
    REPORT("two lists of 700,000 strings"),

    /// `{Pid, Ref, Tag, <<"...">>, 42}`: what a call of a `gen_server` looks like.
    SMALL("a message of 5 elements"),

    /// `{ok, #{columns => ..., rows => [{Id, Name, Price}], num_rows => 1000}}`: what the gateway answers.
    ROWS("an answer of 1,000 rows"),

    /// A map of 1,000 binaries as keys, with small maps with atoms as keys.
    MAPS("a map of 1,000 maps"),

    /// 1,000 integers of 16 to 256 bytes.
    BIG_INTEGERS("1,000 big integers"),

    /// `{data, Binary}`.
    BINARY("a binary of 1 MB");

    static final String NODE = "sunda@127.0.0.1";
    static final String TAG = "request";
    static final String TEXT = "sixteen bytes...";
    static final int NUMBER = 42;
    static final int[] REF_WORDS = {0x1_2345, 0x2345_6789, 0x3456_789a};
    static final int PID_ID = 111;
    static final int CREATION = 3;

    private static final int MANY = 1000;

    private final String title;

    Load(String title) {
        this.title = title;
    }

    /// The name for people.
    String title() {
        return title;
    }

    /// The name for Erlang.
    String erlangName() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /// The term, made as a program makes it.
    Term term() {
        return switch (this) {
            case REPORT ->
                tuple(IntStream.range(0, ReportStrings.LISTS)
                        .mapToObj(list -> ListTerm.of(Arrays.stream(ReportStrings.strings(list))
                                .map(ListTerm::of)
                                .toArray(Term[]::new)))
                        .toArray(Term[]::new));
            case SMALL -> small();
            case ROWS ->
                tuple(
                        Atom.OK,
                        map(
                                atom("columns"), list(binary("ID"), binary("NAME"), binary("PRICE")),
                                atom("rows"), many(i -> tuple(integer(i * 1000L), name(i), real(i / 7.0))),
                                atom("num_rows"), integer(MANY)));
            case MAPS -> maps();
            case BIG_INTEGERS -> many(i -> integer(new BigInteger(128 + i * 2, new Random(i)).setBit(127)));
            case BINARY -> {
                byte[] bytes = new byte[1 << 20];
                new Random(1).nextBytes(bytes);
                yield tuple(atom("data"), binary(bytes));
            }
        };
    }

    private static Term small() {
        Atom node = atom(NODE);
        return tuple(
                new Pid(node, PID_ID, 0, CREATION),
                Ref.of(node, CREATION, REF_WORDS),
                atom(TAG),
                binary(TEXT),
                integer(NUMBER));
    }

    private static Term maps() {
        List<Term> keysAndValues = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            keysAndValues.add(name(i));
            keysAndValues.add(map(atom("id"), integer(i), atom("price"), real(i / 7.0), atom("name"), name(i)));
        }
        return map(keysAndValues.toArray(Term[]::new));
    }

    private static Term name(int number) {
        return binary("the name of number " + number);
    }

    private static Term many(IntFunction<Term> element) {
        return ListTerm.of(IntStream.range(0, MANY).mapToObj(element).toList());
    }

    /// The encoded term in a file of that folder, for those who read it from there.
    Path file(Path folder) throws IOException {
        Path file = folder.resolve(erlangName() + ".etf");
        if (!file.toFile().exists()) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                channel.write(ExternalTerm.encodeBytes(term()).toByteBuffers());
            }
        }
        return file;
    }
}
