package org.sunda.mapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.sunda.mapper.BothWays.read;
import static org.sunda.mapper.BothWays.refused;
import static org.sunda.mapper.BothWays.refusedToWrite;
import static org.sunda.mapper.BothWays.write;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.Int;
import org.sunda.term.ListTerm;
import org.sunda.term.Pid;
import org.sunda.term.RandomTerms;
import org.sunda.term.Term;
import org.sunda.term.Terms;
import org.sunda.term.Tuple;

/// What becomes what, each through the tree and through bytes.
class MapperTest {
    private static final Mapper STANDARD = Mapper.standard();

    enum Status {
        NEW,
        IN_PROGRESS,
        @Key("done")
        FINISHED
    }

    record Order(long id, double unitPrice) {}

    record Basket(String owner, List<Order> orders) {}

    @Mapped(Form.TUPLE)
    record Point(int x, int y) {}

    @Mapped(value = Form.RECORD, name = "msg")
    record Message(Pid from, Term body) {}

    @Mapped(Form.MAP)
    record Item(@Key("ean") long code, Optional<String> note, Status status) {}

    @Mapped(value = Form.STRUCT, name = "Shop.Item")
    record Struct(long id, Optional<Integer> count) {}

    record Stop() {}

    record Pair<A, B>(A first, B second) {}

    record Positive(int value) {
        Positive {
            if (value < 1) {
                throw new IllegalArgumentException("value must be positive");
            }
        }
    }

    record Tree(int value, List<Tree> children) {}

    record Chain(Optional<Chain> next) {}

    record Everything(
            byte aByte,
            short aShort,
            int anInt,
            long aLong,
            float aFloat,
            double aDouble,
            boolean aBoolean,
            char aChar,
            Byte boxedByte,
            Short boxedShort,
            Integer boxedInt,
            Long boxedLong,
            Float boxedFloat,
            Double boxedDouble,
            Boolean boxedBoolean,
            Character boxedChar) {}

    private static Term t(String text) {
        return Term.parse(text);
    }

    private static <T> void bothWays(Mapper mapper, T value, TypeRef<T> type, String term) {
        assertThat(write(mapper, value, type)).isEqualTo(t(term));
        assertThat(Objects.deepEquals(read(mapper, t(term), type), value)).isTrue();
    }

    @Test
    void shouldBeATaggedTupleWhenARecordSaysNothingElse() {
        bothWays(STANDARD, new Order(1, 2.5), new TypeRef<>() {}, "{order, 1, 2.5}");
        bothWays(
                STANDARD,
                new Basket("me", List.of(new Order(1, 2.5), new Order(-7, 0))),
                new TypeRef<>() {},
                "{basket, <<\"me\">>, [{order, 1, 2.5}, {order, -7, 0.0}]}");
        bothWays(STANDARD, new Stop(), new TypeRef<>() {}, "stop");
        assertThat(read(STANDARD, t("{stop}"), Stop.class)).isEqualTo(new Stop());
    }

    @Test
    void shouldHaveTheFormThatARecordSays() {
        bothWays(STANDARD, new Point(1, -1), new TypeRef<>() {}, "{1, -1}");
        bothWays(
                STANDARD,
                new Item(4006381333931L, Optional.of("blue"), Status.IN_PROGRESS),
                new TypeRef<>() {},
                "#{ean => 4006381333931, note => <<\"blue\">>, status => in_progress}");
        bothWays(
                STANDARD,
                new Item(1, Optional.empty(), Status.FINISHED),
                new TypeRef<>() {},
                "#{ean => 1, note => undefined, status => done}");
        bothWays(
                STANDARD,
                new Struct(1, Optional.of(2)),
                new TypeRef<>() {},
                "#{'__struct__' => 'Elixir.Shop.Item', id => 1, count => 2}");
        Pid pid = new RandomTerms(1).pid();
        assertThat(write(STANDARD, new Message(pid, Int.of(1)))).isEqualTo(Terms.tuple(t("msg"), pid, Int.of(1)));
    }

    @Test
    void shouldHaveTheFormThatTheBuilderSaysWhenARecordSaysNone() {
        Mapper maps = Mapper.builder().records(Form.MAP).build();
        Mapper structs = Mapper.builder()
                .records(Form.STRUCT)
                .absent(Atom.of("nil"))
                .text(Text.CHARLIST)
                .build();

        bothWays(maps, new Order(1, 2.5), new TypeRef<>() {}, "#{id => 1, unit_price => 2.5}");
        bothWays(
                structs,
                new Pair<>("a", Optional.empty()),
                new TypeRef<Pair<String, Optional<Integer>>>() {},
                "#{'__struct__' => 'Elixir.Pair', first => \"a\", second => nil}");
    }

    @Test
    void shouldReadMapsThatHaveOtherKeysAndOtherOrdersAndLackOptionals() {
        assertThat(read(STANDARD, t("#{status => new, other => [1,2], ean => 1, {x} => y}"), Item.class))
                .isEqualTo(new Item(1, Optional.empty(), Status.NEW));
        assertThat(read(STANDARD, t("#{<<\"status\">> => <<\"new\">>, <<\"ean\">> => 1, <<255>> => 1}"), Item.class))
                .isEqualTo(new Item(1, Optional.empty(), Status.NEW));
        assertThat(refused(STANDARD, t("#{status => new}"), Item.class))
                .isEqualTo("expected the key ean, but the map does not have it");
        assertThat(refused(STANDARD, t("#{ean => 1, <<\"ean\">> => 1, status => new}"), Item.class))
                .isEqualTo("expected each key once, but <<\"ean\">> comes twice");
        assertThat(refused(
                        Mapper.builder().refuseUnknownKeys().build(),
                        t("#{ean => 1, status => new, colour => red}"),
                        Item.class))
                .isEqualTo("no component belongs to the key colour");
    }

    @Test
    void shouldMapNumbersThatFit() {
        Everything all = new Everything(
                (byte) -128,
                (short) 32767,
                1 << 31,
                Long.MAX_VALUE,
                0.5f,
                1e300,
                true,
                'x',
                (byte) 1,
                (short) 2,
                3,
                4L,
                5f,
                6.0,
                false,
                'é');
        assertThat(read(STANDARD, write(STANDARD, all), Everything.class)).isEqualTo(all);
        assertThat(write(STANDARD, all))
                .isEqualTo(t("{everything,-128,32767,-2147483648,9223372036854775807,0.5,1.0e300,true,<<\"x\">>,"
                        + "1,2,3,4,5.0,6.0,false,<<\"é\"/utf8>>}"));
    }

    @Test
    void shouldRefuseNumbersThatDoNotFit() {
        assertThat(refused(STANDARD, t("300"), byte.class))
                .isEqualTo("expected an integer from -128 to 127, but there is the integer 300");
        assertThat(refused(STANDARD, t("9223372036854775808"), Long.class))
                .isEqualTo("expected an integer from -9223372036854775808 to 9223372036854775807, "
                        + "but there is the integer 9223372036854775808");
        assertThat(refused(STANDARD, t("1.0"), int.class)).isEqualTo("expected an integer, but there is the float 1.0");
        assertThat(refused(STANDARD, t("9007199254740993"), double.class))
                .isEqualTo("expected an integer that a float holds without rounding, "
                        + "but there is the integer 9007199254740993");
        assertThat(refused(STANDARD, t("1.0e300"), float.class))
                .isEqualTo("expected a float of 32 bits, but there is the float 1.0E300");
        assertThat(refused(STANDARD, t("70000"), char.class))
                .isEqualTo("expected an integer from 0 to 65535, but there is the integer 70000");
        assertThat(refused(STANDARD, t("<<\"ab\">>"), char.class))
                .isEqualTo("expected one character, but there is a text of 2");
    }

    @Test
    void shouldTakeAnIntegerForAFloat() {
        assertThat(read(STANDARD, t("9007199254740992"), double.class)).isEqualTo(0x1p53);
        assertThat(read(STANDARD, Int.of(BigInteger.ONE.shiftLeft(100)), double.class))
                .isEqualTo(0x1p100);
        assertThat(read(STANDARD, t("-9223372036854775808"), double.class)).isEqualTo(-0x1p63);
        assertThat(read(STANDARD, t("16777216"), float.class)).isEqualTo(0x1p24f);
        assertThat(refused(STANDARD, t("16777217"), float.class)).contains("without rounding");
    }

    @Test
    void shouldHaveAtomsForWhatErlangsFloatsLack() {
        bothWays(
                STANDARD,
                List.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0),
                new TypeRef<>() {},
                "[nan, inf, '-inf', -0.0]");
    }

    @Test
    void shouldMapIntegersOfAnySizeAndDecimals() {
        BigInteger large = BigInteger.ONE.shiftLeft(1000).negate();
        assertThat(write(STANDARD, large)).isEqualTo(Int.of(large));
        assertThat(read(STANDARD, Int.of(large), BigInteger.class)).isEqualTo(large);
        assertThat(read(STANDARD, Int.of(7), BigInteger.class)).isEqualTo(7);
        bothWays(STANDARD, new BigDecimal("12.30"), new TypeRef<>() {}, "<<\"12.30\">>");
        assertThat(read(STANDARD, t("\"1e3\""), BigDecimal.class)).isEqualTo("1E+3");
        assertThat(read(STANDARD, t("12"), BigDecimal.class)).isEqualTo("12");
        assertThat(read(STANDARD, t("0.1"), BigDecimal.class)).isEqualTo("0.1");
        assertThat(refused(STANDARD, t("<<\"1e10001\">>"), BigDecimal.class)).contains("exponent of at most 10000");
        assertThat(refused(STANDARD, Binary.utf8("1".repeat(1001)), BigDecimal.class))
                .contains("at most 1000 characters, but there is a text of 1001");
        assertThat(refused(STANDARD, t("<<\"x\">>"), BigDecimal.class))
                .isEqualTo("expected a decimal number, but there is another text");
    }

    @Test
    void shouldWriteTextAsTheBuilderSaysAndReadAllForms() {
        Mapper charlists = Mapper.builder().text(Text.CHARLIST).build();
        bothWays(STANDARD, "hé日😀", new TypeRef<>() {}, "<<\"hé日😀\"/utf8>>");
        bothWays(charlists, "hé日😀", new TypeRef<>() {}, "\"hé日😀\"");
        bothWays(charlists, "hé", new TypeRef<>() {}, "\"hé\"");
        bothWays(charlists, "", new TypeRef<>() {}, "[]");
        for (Term form : List.of(t("\"abc\""), t("<<\"abc\">>"), t("abc"))) {
            assertThat(read(charlists, form, String.class)).isEqualTo("abc");
            assertThat(read(STANDARD, form, String.class)).isEqualTo("abc");
        }
        String replacement = "\uFFFD";
        assertThat(read(STANDARD, Binary.utf8(replacement), String.class)).isEqualTo(replacement);
    }

    @Test
    void shouldRefuseWhatIsNoText() {
        assertThat(refused(STANDARD, t("undefined"), String.class))
                .isEqualTo("expected text, but there is the atom undefined");
        assertThat(refused(Mapper.builder().refuseAtomsAsText().build(), t("ok"), String.class))
                .isEqualTo("expected text, but there is the atom ok");
        assertThat(refused(STANDARD, t("<<255, 1>>"), String.class))
                .isEqualTo("expected text, but there is a binary that is not UTF-8");
        assertThat(refused(STANDARD, t("<<1:1>>"), String.class))
                .isEqualTo("expected text, but there is a binary that is not UTF-8");
        assertThat(refused(STANDARD, t("[97, 16#d800]"), String.class))
                .isEqualTo("expected text, a list of characters, but there is one that holds the integer 55296");
        assertThat(refused(STANDARD, t("[97, x]"), String.class))
                .isEqualTo("expected text, a list of characters, but there is one that holds the atom x");
        assertThat(refused(STANDARD, t("[97 | x]"), String.class))
                .isEqualTo("expected a proper list, but there is one that ends in the atom x");
        assertThat(refusedToWrite(STANDARD, "a\ud800")).contains("half a surrogate pair at index 1");
    }

    @Test
    void shouldMapBytes() {
        bothWays(STANDARD, new byte[] {1, -1}, new TypeRef<>() {}, "<<1, 255>>");
        assertThat(read(STANDARD, t("[1, 255]"), byte[].class)).containsExactly(1, -1);
        assertThat(read(STANDARD, ListTerm.of(Int.of(1), Int.of(255)), byte[].class))
                .containsExactly(1, -1);
        assertThat(refused(STANDARD, t("[1, 256]"), byte[].class))
                .isEqualTo("[1]: expected an integer from 0 to 255, but there is the integer 256");
        assertThat(refused(STANDARD, t("<<1:3>>"), byte[].class))
                .isEqualTo("expected a binary or a list of bytes, but there is a bit string of 3 bits");
        byte[] mine = {1};
        Term written = STANDARD.toTerm(mine);
        mine[0] = 2;
        assertThat(written).isEqualTo(t("<<1>>"));
    }

    @Test
    void shouldMapCollectionsAndArrays() {
        bothWays(STANDARD, List.of(List.of(1), List.of()), new TypeRef<List<List<Integer>>>() {}, "[[1], []]");
        bothWays(
                STANDARD,
                new LinkedHashSet<>(List.of("b", "a")),
                new TypeRef<Set<String>>() {},
                "[<<\"b\">>,<<\"a\">>]");
        bothWays(
                STANDARD,
                Map.of("a", Map.of(1L, true)),
                new TypeRef<Map<String, Map<Long, Boolean>>>() {},
                "#{<<\"a\">> => #{1 => true}}");
        bothWays(STANDARD, new int[] {1, -70000}, new TypeRef<>() {}, "[1, -70000]");
        bothWays(STANDARD, new long[] {1, 2}, new TypeRef<>() {}, "[1, 2]");
        bothWays(STANDARD, new double[] {1, 2.5}, new TypeRef<>() {}, "[1.0, 2.5]");
        bothWays(STANDARD, new short[] {1, 2}, new TypeRef<>() {}, "[1, 2]");
        bothWays(STANDARD, new boolean[] {true}, new TypeRef<>() {}, "[true]");
        bothWays(STANDARD, new String[][] {{"a"}, {}}, new TypeRef<>() {}, "[[<<\"a\">>], []]");
        bothWays(
                STANDARD,
                List.of(new Pair<>(1, "a")),
                new TypeRef<List<Pair<Integer, String>>>() {},
                "[{pair, 1, <<\"a\">>}]");
        assertThat(read(STANDARD, t("#{a => [], <<\"b\">> => []}"), new TypeRef<Set<String>>() {}))
                .containsExactlyInAnyOrder("a", "b");
        assertThat(read(STANDARD, ListTerm.ofBytes(new byte[3000]), int[].class))
                .hasSize(3000);
        assertThat(read(STANDARD, ListTerm.ofBytes(new byte[3000]), new TypeRef<List<Long>>() {}))
                .hasSize(3000);
    }

    @Test
    void shouldRefuseWhatIsNoSuchCollection() {
        assertThat(refused(STANDARD, t("{1}"), int[].class)).isEqualTo("expected a list, but there is a tuple of 1");
        assertThat(refused(STANDARD, t("[1, 2 | 3]"), new TypeRef<List<Integer>>() {}))
                .isEqualTo("expected a proper list, but there is one that ends in the integer 3");
        assertThat(refused(STANDARD, t("[1, [] | #{}]"), new TypeRef<List<Term>>() {}))
                .isEqualTo("expected a proper list, but there is one that ends in a map of 0");
        assertThat(refused(STANDARD, t("[a, a]"), new TypeRef<Set<String>>() {}))
                .isEqualTo("[1]: expected each element of a set once, but this one came before");
        assertThat(refused(STANDARD, t("#{a => 1}"), new TypeRef<Set<String>>() {}))
                .isEqualTo("expected a set of the module sets, but there is another map");
        assertThat(refused(STANDARD, t("#{a => 1, <<\"a\">> => 2}"), new TypeRef<Map<String, Integer>>() {}))
                .isEqualTo("expected each key once, but <<\"a\">> comes twice");
        assertThat(refused(STANDARD, t("[1, 2, x]"), int[].class))
                .isEqualTo("[2]: expected an integer, but there is the atom x");
    }

    @Test
    void shouldNameThePathWhenSomethingInsideIsWrong() {
        assertThat(refused(
                        STANDARD,
                        t("{basket, me, [{order,1,1},{order,1,1},{order,1,1},{order,1,free}]}"),
                        Basket.class))
                .isEqualTo("orders[3].unitPrice: expected a float or an integer, but there is the atom free");
        assertThat(refused(STANDARD, t("{basket, me, [{item, 1, 2}]}"), Basket.class))
                .isEqualTo(
                        "orders[0]: expected {order, Id, UnitPrice}, but there is a tuple that begins with the atom item");
        assertThat(refused(STANDARD, t("{basket, me, [{order, 1}]}"), Basket.class))
                .isEqualTo("orders[0]: expected {order, Id, UnitPrice}, but there is a tuple of 2");
        assertThat(refused(
                        STANDARD, t("#{a => #{1 => [x]}}"), new TypeRef<Map<Atom, Map<Integer, List<Integer>>>>() {}))
                .isEqualTo("[a][1][0]: expected an integer, but there is the atom x");
        assertThat(refused(STANDARD, t("#{1 => 2}"), new TypeRef<Map<String, Integer>>() {}))
                .isEqualTo("[key 0]: expected text, but there is the integer 1");
        assertThat(refused(STANDARD, t("[#{<<\"a\">> => {order, 1, x}}]"), new TypeRef<List<Map<String, Order>>>() {}))
                .isEqualTo("[0][<<\"a\">>].unitPrice: expected a float or an integer, but there is the atom x");
        assertThat(refused(STANDARD, t("{order, 1, 1}"), Tuple[].class))
                .isEqualTo("expected a list, but there is a tuple of 3");
        assertThat(refused(STANDARD, t("sent"), Status.class))
                .isEqualTo("expected one of new, in_progress, done, but there is the atom sent");
        assertThat(refused(STANDARD, t("[]"), Order.class))
                .isEqualTo("expected {order, Id, UnitPrice}, but there is []");
        assertThat(refused(STANDARD, t("#{id => 1, count => 1}"), Struct.class))
                .isEqualTo(
                        "expected a map with '__struct__' => 'Elixir.Shop.Item', but there is a map without the key '__struct__'");
        assertThat(refused(STANDARD, t("#{'__struct__' => 'Elixir.X'}"), Struct.class))
                .isEqualTo(
                        "expected a map with '__struct__' => 'Elixir.Shop.Item', but there is a map with another value of '__struct__'");
        assertThat(refused(STANDARD, t("{go}"), Stop.class))
                .isEqualTo("expected the atom stop, but there is the atom go");
    }

    @Test
    void shouldNameThePathWhenSomethingInsideCannotBeWritten() {
        assertThat(refusedToWrite(STANDARD, new Basket("me", Arrays.asList(new Order(1, 1), null))))
                .isEqualTo("orders[1]: expected a value, but there is null: what may be missing is an Optional");
        Map<String, Object> map = new HashMap<>();
        map.put("a", null);
        assertThat(refusedToWrite(STANDARD, List.of(map)))
                .isEqualTo("[0][<<\"a\">>]: expected a value, but there is null: what may be missing is an Optional");
    }

    @Test
    void shouldMapOptionals() {
        record Options(
                Optional<String> text,
                OptionalInt number,
                OptionalLong large,
                OptionalDouble real,
                Optional<Status> status) {}
        bothWays(
                STANDARD,
                new Options(
                        Optional.of("a"),
                        OptionalInt.of(1),
                        OptionalLong.of(2),
                        OptionalDouble.of(3),
                        Optional.of(Status.NEW)),
                new TypeRef<>() {},
                "{options, <<\"a\">>, 1, 2, 3.0, new}");
        bothWays(
                STANDARD,
                new Options(
                        Optional.empty(),
                        OptionalInt.empty(),
                        OptionalLong.empty(),
                        OptionalDouble.empty(),
                        Optional.empty()),
                new TypeRef<>() {},
                "{options, undefined, undefined, undefined, undefined, undefined}");
        assertThat(read(STANDARD, t("[nil, null, ok, <<\"x\">>]"), new TypeRef<List<Optional<String>>>() {}))
                .containsExactly(Optional.empty(), Optional.empty(), Optional.of("ok"), Optional.of("x"));
        assertThat(refused(STANDARD, t("[none]"), new TypeRef<List<Optional<Integer>>>() {}))
                .isEqualTo("[0]: expected an integer, but there is the atom none");
    }

    @Test
    void shouldMapRecursiveTypesUntilTheyAreTooDeep() {
        Tree tree = new Tree(1, List.of(new Tree(2, List.of()), new Tree(3, List.of())));
        bothWays(STANDARD, tree, new TypeRef<>() {}, "{tree,1,[{tree,2,[]},{tree,3,[]}]}");

        Mapper shallow = Mapper.builder().depth(3).build();
        Chain three = new Chain(Optional.of(new Chain(Optional.of(new Chain(Optional.empty())))));
        assertThat(read(shallow, write(shallow, three), Chain.class)).isEqualTo(three);
        Chain four = new Chain(Optional.of(three));
        assertThat(refusedToWrite(shallow, four))
                .isEqualTo("next.next.next: deeper than the 3 levels that this mapper writes");
        assertThat(refused(shallow, write(STANDARD, four), Chain.class))
                .isEqualTo("next.next.next: deeper than the 3 levels that this mapper reads");
    }

    @Test
    void shouldPassTermsAsTheyAre() {
        RandomTerms terms = new RandomTerms();
        terms.forEach(500, term -> {
            assertThat(write(STANDARD, term, new TypeRef<>() {})).isSameAs(term);
            assertThat(read(STANDARD, term, Term.class).equals(term)).isTrue();
            Term list = ListTerm.of(term, Atom.OK);
            assertThat(read(STANDARD, list, new TypeRef<List<Term>>() {})).containsExactly(term, Atom.OK);
            assertThat(write(STANDARD, List.of(term, Atom.OK))).isEqualTo(list);
        });
        assertThat(refused(STANDARD, t("[ok]"), Pid[].class))
                .isEqualTo("[0]: expected a term of the kind Pid, but there is the atom ok");
    }

    @Test
    void shouldWriteWhatIsInsideByItsClassWhenNoTypeIsSaid() {
        Map<Object, Object> map = new LinkedHashMap<>();
        map.put(1, List.of(Status.NEW, Optional.of("x"), Optional.empty()));
        map.put("k", new Pair<>(new int[] {1}, new Object[] {true, 'c'}));
        assertThat(write(STANDARD, map))
                .isEqualTo(t("#{1 => [new, <<\"x\">>, undefined], <<\"k\">> => {pair, [1], [true, <<\"c\">>]}}"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> STANDARD.fromTerm(t("[1]"), List.class))
                .withMessageContaining("Object does not say what shall be read");
    }

    @Test
    void shouldMapAUuidAsText() {
        UUID uuid = new UUID(1, 2);
        bothWays(STANDARD, uuid, new TypeRef<>() {}, "<<\"00000000-0000-0001-0000-000000000002\">>");
        assertThat(refused(STANDARD, t("<<\"x\">>"), UUID.class))
                .isEqualTo("expected a UUID, but there is another text");
    }

    @Test
    void shouldRefuseToWriteKeysThatAreOneInErlang() {
        assertThat(refusedToWrite(STANDARD, Map.of(1, 1, 1L, 2))).contains("two keys of this map are one in Erlang: 1");
    }

    @Test
    void shouldSayWhatARecordsConstructorSays() {
        assertThat(refused(STANDARD, t("[{positive, 0}]"), new TypeRef<List<Positive>>() {}))
                .isEqualTo("[0]: the values make no Positive: value must be positive");
        assertThat(write(STANDARD, new Positive(1))).isEqualTo(t("{positive, 1}"));
    }
}
