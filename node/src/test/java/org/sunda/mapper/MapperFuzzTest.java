package org.sunda.mapper;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sunda.etf.Limits;
import org.sunda.etf.MalformedTermException;
import org.sunda.etf.TermReader;
import org.sunda.etf.TermWriter;
import org.sunda.memory.Bytes;
import org.sunda.memory.Output;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.ListTerm;
import org.sunda.term.MapTerm;
import org.sunda.term.RandomTerms;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// Terms and bytes that began as values of many types and were then damaged. Whatever they are, a value
/// comes of them, or one of the two exceptions, and tree and bytes agree. Runs for the seconds of the
/// system property `sunda.fuzz.seconds`, by default 3; `sunda.seed` repeats a run.
class MapperFuzzTest {
    private static final Limits LIMITS =
            Limits.DEFAULT.withDepth(60).withBigIntegerBytes(200).withInflatedBytes(100_000);

    enum Colour {
        RED,
        DARK_BLUE
    }

    @Mapped(Form.MAP)
    record Item(@Key("ean") long code, Optional<String> note, Colour colour, double price) {}

    @Mapped(Form.TUPLE)
    record Point(int x, short y) {}

    @SuppressWarnings("ArrayRecordComponent") // not good style, but people write it
    record Order(Item item, List<Point> points, Map<String, Integer> counts, Set<Term> tags, byte[] bytes) {}

    @SuppressWarnings("ArrayRecordComponent") // not good style, but people write it
    record Numbers(byte a, float b, boolean c, char d, BigInteger e, BigDecimal f, OptionalInt g, int[] h) {}

    record Tree(String name, List<Tree> children) {}

    record Moments(LocalDate a, LocalTime b, LocalDateTime c, Instant d, Duration e, UUID f) {}

    sealed interface Command {
        record Add(int amount) implements Command {}

        record Stop() implements Command {}

        enum Plain implements Command {
            PING
        }

        @Mapped(Form.STRUCT)
        record Rename(String name, Optional<Command> then) implements Command {}

        @Mapped(Form.MAP)
        record Many(List<Command> commands) implements Command {}
    }

    /// A type and a value of it.
    private record Sample<T>(TypeRef<T> type, T value) {}

    private static final Item ITEM = new Item(4006381333931L, Optional.of("blau"), Colour.DARK_BLUE, 2.5);

    private static final List<Sample<?>> SAMPLES = List.of(
            new Sample<>(
                    new TypeRef<Order>() {},
                    new Order(
                            ITEM,
                            List.of(new Point(1, (short) 2), new Point(-70_000, (short) -1)),
                            Map.of("a", 1, "é", 2),
                            Set.of(Atom.OK, Binary.EMPTY),
                            new byte[] {1, 2})),
            new Sample<>(
                    new TypeRef<List<Numbers>>() {},
                    List.of(new Numbers(
                            (byte) 1,
                            2.5f,
                            true,
                            'x',
                            BigInteger.TWO.pow(70),
                            new BigDecimal("1.50"),
                            OptionalInt.of(3),
                            new int[] {1, 2, 300}))),
            new Sample<>(
                    new TypeRef<Tree>() {},
                    new Tree("a", List.of(new Tree("b", List.of()), new Tree("", List.of(new Tree("c", List.of())))))),
            new Sample<>(
                    new TypeRef<Moments>() {},
                    new Moments(
                            LocalDate.of(2026, 11, 21),
                            LocalTime.of(1, 2, 3, 4),
                            LocalDateTime.of(2026, 11, 21, 1, 2, 3),
                            Instant.ofEpochSecond(1),
                            Duration.ofSeconds(-3, 5),
                            new UUID(1, 2))),
            new Sample<>(
                    new TypeRef<Map<Command, List<Command>>>() {},
                    Map.of(
                            new Command.Add(1),
                            List.of(
                                    new Command.Stop(),
                                    Command.Plain.PING,
                                    new Command.Rename(
                                            "x", Optional.of(new Command.Many(List.of(new Command.Stop()))))))),
            new Sample<>(new TypeRef<Set<String>>() {}, Set.of("a", "bc")),
            new Sample<>(new TypeRef<String[][]>() {}, new String[][] {{"a", "é"}, {}}),
            new Sample<>(new TypeRef<double[]>() {}, new double[] {1, 2.5, Double.NaN}));

    private static final List<Mapper> MAPPERS = List.of(
            Mapper.builder().depth(20).build(),
            Mapper.builder()
                    .depth(20)
                    .records(Form.MAP)
                    .times(Times.ELIXIR)
                    .text(Text.CHARLIST)
                    .absent(Atom.of("nil"))
                    .refuseUnknownKeys()
                    .build());

    private final RandomTerms terms = new RandomTerms();
    private final Random random = new Random(terms.seed());

    private int values;
    private int refused;

    @Test
    void shouldMakeAValueOrRefuseItWhateverComes() {
        long end = System.nanoTime()
                + Duration.ofSeconds(Long.getLong("sunda.fuzz.seconds", 3)).toNanos();
        while (System.nanoTime() < end) {
            Mapper mapper = MAPPERS.get(random.nextInt(MAPPERS.size()));
            Sample<?> sample = SAMPLES.get(random.nextInt(SAMPLES.size()));
            Term term = term(mapper, sample);
            TypeRef<?> type = random.nextInt(8) == 0
                    ? SAMPLES.get(random.nextInt(SAMPLES.size())).type()
                    : sample.type();
            for (int i = 0; i < 10; i++) {
                term = damaged(term, 6);
                agree(mapper, term, type);
                byte[] bytes = BothWays.bytes(term);
                for (int j = 0; j < 5; j++) {
                    bytes = damaged(bytes);
                    hold(mapper, bytes, type);
                }
            }
        }
        assertThat(values).as("-Dsunda.seed=%d", terms.seed()).isPositive();
        assertThat(refused).as("-Dsunda.seed=%d", terms.seed()).isPositive();
    }

    private static <T> Term term(Mapper mapper, Sample<T> sample) {
        return mapper.toTerm(sample.value(), sample.type());
    }

    /// What came of a term: a value or a message.
    private record Outcome(@Nullable Object value, String message) {
        boolean isLike(Outcome other) {
            return message.equals(other.message)
                    && (Objects.deepEquals(value, other.value) || Objects.equals(view(value), view(other.value)));
        }

        /// Arrays deep inside of records are not equal, so values are compared as terms.
        private static @Nullable Term view(@Nullable Object value) {
            return value == null ? null : MAPPERS.getLast().toTerm(value);
        }
    }

    private Outcome outcome(Supplier<Object> read) {
        try {
            Outcome outcome = new Outcome(read.get(), "");
            values++;
            return outcome;
        } catch (MappingException | MalformedTermException e) {
            refused++;
            return new Outcome(null, String.valueOf(e.getMessage()));
        }
    }

    /// Tree and bytes come to the same, and what was read can be written and read again.
    private <T> void agree(Mapper mapper, Term term, TypeRef<T> type) {
        try {
            Outcome ofTree = outcome(() -> mapper.fromTerm(term, type));
            Outcome ofBytes = outcome(() -> mapper.read(BothWays.reader(term), type));
            assertThat(ofBytes).matches(ofTree::isLike, "is as from the tree: " + ofTree);
            @Nullable Object value = ofTree.value();
            if (value != null) {
                writeAgain(mapper, value, type);
            }
        } catch (Throwable e) {
            throw new AssertionError(
                    "-Dsunda.seed=" + terms.seed() + ", type " + type.type() + ", term " + term.toString(2000), e);
        }
    }

    @SuppressWarnings("unchecked")
    private <T> void writeAgain(Mapper mapper, Object value, TypeRef<T> type) {
        Output out = new Output();
        Term written;
        try {
            written = mapper.toTerm((T) value, type);
            mapper.write((T) value, type, new TermWriter(out));
        } catch (MappingException e) {
            // A year or a duration may be read that only the other form of times can say.
            assertThat(e.getMessage()).contains("has no term");
            return;
        }
        assertThat(new TermReader(out.take().open(), Limits.DEFAULT).readTerm().equals(written))
                .isTrue();
        assertThat(mapper.toTerm(mapper.fromTerm(written, type), type)).isEqualTo(written);
    }

    private void hold(Mapper mapper, byte[] bytes, TypeRef<?> type) {
        try {
            Outcome ofBytes =
                    outcome(() -> mapper.read(new TermReader(Bytes.of(bytes).open(), LIMITS), type));
            if (ofBytes.value() != null) {
                Outcome tree = outcome(() -> new TermReader(Bytes.of(bytes).open(), LIMITS).readTerm());
                if (tree.value() instanceof Term term) {
                    assertThat(outcome(() -> mapper.fromTerm(term, type))).matches(ofBytes::isLike, "as from bytes");
                }
            }
        } catch (Throwable e) {
            throw new AssertionError(
                    "-Dsunda.seed=" + terms.seed() + ", type " + type.type() + ", bytes "
                            + HexFormat.of().formatHex(bytes),
                    e);
        }
    }

    /// The term with something in it changed a little, replaced, moved or missing.
    private Term damaged(Term term, int levels) {
        if (levels == 0 || random.nextInt(6) == 0) {
            return replaced(term);
        }
        return switch (term) {
            case Tuple tuple -> Tuple.of(damaged(tuple.elements().toArray(Term[]::new), levels));
            case ListTerm list
            when !list.isEmpty() ->
                ListTerm.improper(damaged(list.elements().toArray(Term[]::new), levels), list.tail());
            case MapTerm map
            when map.size() > 0 -> {
                int index = random.nextInt(map.size());
                yield random.nextBoolean()
                        ? map.with(map.key(index), damaged(map.value(index), levels - 1))
                        : map.without(map.key(index)).with(damaged(map.key(index), levels - 1), map.value(index));
            }
            default -> replaced(term);
        };
    }

    private Term[] damaged(Term[] elements, int levels) {
        if (elements.length == 0) {
            return elements;
        }
        int index = random.nextInt(elements.length);
        switch (random.nextInt(6)) {
            case 0 -> elements[index] = elements[random.nextInt(elements.length)];
            case 1 -> {
                Term[] longer = Arrays.copyOf(elements, elements.length + 1);
                longer[elements.length] = elements[index];
                return longer;
            }
            case 2 -> {
                return Arrays.copyOf(elements, index);
            }
            default -> elements[index] = damaged(elements[index], levels - 1);
        }
        return elements;
    }

    private Term replaced(Term term) {
        return switch (random.nextInt(6)) {
            case 0 -> terms.next();
            case 1 -> terms.integer();
            case 2 -> ListTerm.of(term);
            case 3 -> ATOMS.get(random.nextInt(ATOMS.size()));
            default -> terms.variant(term);
        };
    }

    private static final List<Atom> ATOMS = List.of(
            Atom.UNDEFINED,
            Atom.of("nil"),
            Atom.of("null"),
            Atom.TRUE,
            Atom.of("red"),
            Atom.of("stop"),
            Atom.of("nan"));

    private byte[] damaged(byte[] bytes) {
        if (bytes.length == 0) {
            return new byte[] {106};
        }
        byte[] changed = bytes.clone();
        int at = random.nextInt(bytes.length);
        switch (random.nextInt(6)) {
            case 0 -> changed[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> changed[at] = (byte) random.nextInt(256);
            case 2 -> changed[at] = (byte) random.nextInt(97, 120);
            case 3 -> Arrays.fill(changed, at, Math.min(bytes.length, at + 4), (byte) random.nextInt(-1, 1));
            case 4 -> changed = Arrays.copyOf(bytes, at);
            default -> {
                int to = random.nextInt(bytes.length);
                int length = Math.min(random.nextInt(20), bytes.length - Math.max(at, to));
                System.arraycopy(bytes, at, changed, to, length);
            }
        }
        return changed;
    }
}
