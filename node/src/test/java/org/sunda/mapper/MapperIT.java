package org.sunda.mapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.binary;
import static org.sunda.term.Terms.list;
import static org.sunda.term.Terms.tuple;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.sunda.etf.CodecPeer;
import org.sunda.etf.ExternalTerm;
import org.sunda.etf.Limits;
import org.sunda.etf.Tags;
import org.sunda.etf.TermReader;
import org.sunda.etf.TermWriter;
import org.sunda.memory.Bytes;
import org.sunda.memory.Input;
import org.sunda.memory.Output;
import org.sunda.term.Binary;
import org.sunda.term.ListTerm;
import org.sunda.term.Term;

/// The mapper against a real BEAM: what is written it reads, and what it writes is read, in each of its
/// forms.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MapperIT {
    private static final List<Mapper> MAPPERS = List.of(
            Mapper.standard(),
            Mapper.elixir(),
            Mapper.builder().text(Text.CHARLIST).records(Form.STRUCT).build());

    enum Status {
        NEW,
        IN_PROGRESS
    }

    record Item(String name, double price, Optional<String> note, Status status) {}

    record Order(long id, BigInteger large, BigDecimal total, List<Item> items, Map<String, List<Integer>> counts) {}

    record Moments(LocalDate date, LocalTime time, LocalDateTime timestamp, Instant instant, Duration duration) {}

    sealed interface Shape {
        record Circle(double radius) implements Shape {}

        record Square(double side) implements Shape {}
    }

    private @Nullable CodecPeer peer;

    @BeforeAll
    void start() throws IOException {
        peer = CodecPeer.start();
    }

    @AfterAll
    void stop() throws IOException {
        // Null where there is no erl: then all was skipped.
        if (peer != null) {
            peer.close();
        }
    }

    @Test
    void shouldReadAValueAgainInEveryFormInWhichTheBeamWritesIt() {
        Order order = new Order(
                1L << 40,
                BigInteger.TWO.pow(5000).negate(),
                new BigDecimal("-0.10"),
                List.of(
                        new Item("Käse 日本", -0.25, Optional.of(""), Status.IN_PROGRESS),
                        new Item("", 1e300, Optional.empty(), Status.NEW)),
                Map.of("a", List.of(1, 2, 3), "é", List.of(), "😀", List.of(-1, 300)));
        Moments moments = new Moments(
                LocalDate.of(2026, 11, 21),
                LocalTime.of(1, 2, 3, 4000),
                LocalDateTime.of(1, 1, 1, 0, 0, 0),
                Instant.parse("2026-11-21T13:05:09.000001Z"),
                Duration.ofMillis(-1500));
        List<Shape> shapes = List.of(new Shape.Circle(1), new Shape.Square(2.5));
        for (Mapper mapper : MAPPERS) {
            comesBack(mapper, order, new TypeRef<>() {});
            comesBack(mapper, moments, new TypeRef<>() {});
            comesBack(mapper, shapes, new TypeRef<>() {});
        }
    }

    private <T> void comesBack(Mapper mapper, T value, TypeRef<T> type) {
        Output out = new Output();
        TermWriter writer = new TermWriter(out);
        writer.writeVersion();
        mapper.write(value, type, writer);
        Term forms = ask(tuple(atom("write_again"), Binary.wrap(out.take().toByteArray())));
        assertThat(forms).isInstanceOf(ListTerm.class);
        for (Term form : (ListTerm) forms) {
            byte[] bytes = ((Binary) form).toByteArray();
            Input in = Bytes.of(bytes).open();
            assertThat((Object) mapper.fromTerm(ExternalTerm.decode(bytes), type))
                    .isEqualTo(value);
            if (bytes[1] != Tags.COMPRESSED) {
                TermReader reader = new TermReader(in, Limits.DEFAULT);
                reader.readVersion();
                assertThat((Object) mapper.read(reader, type)).isEqualTo(value);
                assertThat(reader.remaining()).isZero();
            }
        }
    }

    @Test
    void shouldWriteDatesAndTimesAsTheCalendarOfOtpTakesThem() {
        LocalDateTime time = LocalDateTime.of(2026, 11, 21, 13, 5, 9);
        Term seconds = call("calendar", "datetime_to_gregorian_seconds", time);

        assertThat(call("calendar", "valid_date", time.toLocalDate())).isEqualTo(atom("true"));
        assertThat(call("calendar", "time_to_seconds", time.toLocalTime()))
                .isEqualTo(Term.parse("" + time.toLocalTime().toSecondOfDay()));
        Term back = ask(tuple(atom("apply"), atom("calendar"), atom("gregorian_seconds_to_datetime"), list(seconds)));
        assertThat(Mapper.standard().fromTerm(back, LocalDateTime.class)).isEqualTo(time);
        assertThat(Mapper.standard().fromTerm(back, Instant.class)).isEqualTo("2026-11-21T13:05:09Z");
    }

    @Test
    void shouldReadTheSetsOfOtp() {
        Term elements = list(binary("a"), binary("b"));
        Term set = ask(
                tuple(atom("apply"), atom("sets"), atom("from_list"), list(elements, Term.parse("[{version, 2}]"))));
        TypeRef<Set<String>> type = new TypeRef<>() {};

        assertThat(Mapper.standard().fromTerm(set, type)).containsExactlyInAnyOrder("a", "b");
        assertThat(Mapper.standard()
                        .fromTerm(ask(tuple(atom("apply"), atom("ordsets"), atom("from_list"), list(elements))), type))
                .containsExactly("a", "b");
    }

    private Term call(String module, String function, Object argument) {
        return ask(tuple(
                atom("apply"),
                atom(module),
                atom(function),
                list(Mapper.standard().toTerm(argument))));
    }

    private Term ask(Term request) {
        try {
            return Objects.requireNonNull(peer).ask(request);
        } catch (IOException e) {
            throw new UncheckedIOException("erl is gone", e);
        }
    }
}
