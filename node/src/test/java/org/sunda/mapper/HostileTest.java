package org.sunda.mapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sunda.etf.Limits;
import org.sunda.etf.MalformedTermException;
import org.sunda.etf.Tags;
import org.sunda.etf.TermReader;
import org.sunda.etf.TermWriter;
import org.sunda.memory.Output;
import org.sunda.term.Int;
import org.sunda.term.ListTerm;
import org.sunda.term.MapTerm;
import org.sunda.term.Term;
import org.sunda.term.Tuple;

/// Terms that a peer makes to do harm, and bytes that no BEAM writes.
class HostileTest {
    private static final Mapper STANDARD = Mapper.standard();

    record Tree(int value, List<Tree> children) {}

    record Chain(Optional<Chain> next) {}

    @Mapped(Form.MAP)
    record Pair(int first, int second) {}

    sealed interface Node {
        @Mapped(Form.MAP)
        record Inner(Node child) implements Node {}
    }

    private static <T> T read(Output out, TypeRef<T> type) {
        return STANDARD.read(new TermReader(out.take().open(), Limits.DEFAULT), type);
    }

    private static String refused(Output out, TypeRef<?> type) {
        return refused(new TermReader(out.take().open(), Limits.DEFAULT), type);
    }

    private static String refused(TermReader reader, TypeRef<?> type) {
        try {
            throw new AssertionError("made " + STANDARD.read(reader, type));
        } catch (MappingException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void shouldFindTheEndOfTheBytesWhereverTheyEnd() {
        Term term = Term.parse("{tree, 1, [{tree, -70000, []}, {tree, 3, [{tree, 12345678, []}]}]}");
        byte[] bytes = BothWays.bytes(term);
        for (int length = 0; length < bytes.length; length++) {
            Output out = new Output();
            out.write(bytes, 0, length);
            assertThatExceptionOfType(MalformedTermException.class).isThrownBy(() -> read(out, new TypeRef<Tree>() {}));
        }
    }

    @Test
    void shouldReadAListInAnyPieces() {
        Output out = new Output();
        TermWriter writer = new TermWriter(out);
        out.writeByte(Tags.LIST_EXT);
        out.writeInt(0);
        writer.writeListHeader(2);
        writer.writeLong(1);
        writer.writeLong(70_000);
        writer.writeListHeader(1);
        writer.writeLong(-1);
        out.writeByte(Tags.LIST_EXT);
        out.writeInt(0);
        writer.writeString(new byte[] {2, 3});
        writer.writeLong(77);
        TermReader reader = new TermReader(out.take().open(), Limits.DEFAULT);

        assertThat(STANDARD.read(reader, int[].class)).containsExactly(1, 70_000, -1, 2, 3);
        assertThat(STANDARD.read(reader, int.class)).isEqualTo(77);
    }

    @Test
    void shouldRefuseAnEmptyListWithATailOfAnotherKind() {
        Output out = new Output();
        out.writeByte(Tags.LIST_EXT);
        out.writeInt(0);
        new TermWriter(out).writeLong(5);

        assertThat(refused(out, new TypeRef<int[]>() {})).isEqualTo("expected a list, but there is the integer 5");
    }

    @Test
    void shouldReadABinaryThatIsSentAsABitString() {
        Output out = new Output();
        out.writeByte(Tags.BIT_BINARY_EXT);
        out.writeInt(2);
        out.writeByte(8);
        out.write(new byte[] {'o', 'k'});

        assertThat(read(out, new TypeRef<String>() {})).isEqualTo("ok");
    }

    @Test
    void shouldSeeThatAKeyComesTwice() {
        assertThat(refused(map("first", 1, "first", 2), new TypeRef<Pair>() {}))
                .isEqualTo("expected each key once, but first comes twice");
        assertThat(refused(map("other", 1, "first", 1, "other", 2), new TypeRef<Pair>() {}))
                .isEqualTo("expected each key once, but other comes twice");
        assertThat(refused(map("a", 1, "b", 1, "a", 2), new TypeRef<Map<String, Integer>>() {}))
                .isEqualTo("expected each key once, but <<\"a\">> comes twice");
        assertThat(refused(map("a", 1, "a", 2), new TypeRef<Map<Term, Term>>() {}))
                .isEqualTo("expected each key once, but a comes twice");
        // A tree refuses it before anybody looks at what it means.
        assertThatExceptionOfType(MalformedTermException.class)
                .isThrownBy(() -> read(map("type", 1, "type", 2), new TypeRef<Node>() {}));
    }

    private static Output map(Object... keysAndValues) {
        Output out = new Output();
        TermWriter writer = new TermWriter(out);
        writer.writeMapHeader(keysAndValues.length / 2);
        for (Object each : keysAndValues) {
            writer.writeTerm(Term.parse(each.toString()));
        }
        return out;
    }

    @Test
    void shouldEndClearlyWhenATermIsDeeperThanAnyStack() {
        int levels = 200_000;
        Output chain = new Output();
        Output tree = new Output();
        Output nodes = new Output();
        TermWriter chainWriter = new TermWriter(chain);
        TermWriter treeWriter = new TermWriter(tree);
        TermWriter nodeWriter = new TermWriter(nodes);
        for (int i = 0; i < levels; i++) {
            chainWriter.writeTupleHeader(2);
            chainWriter.writeTerm(Term.parse("chain"));
            treeWriter.writeTupleHeader(3);
            treeWriter.writeTerm(Term.parse("tree"));
            treeWriter.writeLong(i);
            treeWriter.writeListHeader(1);
            nodeWriter.writeMapHeader(2);
            nodeWriter.writeTerm(Term.parse("type"));
            nodeWriter.writeTerm(Term.parse("inner"));
            nodeWriter.writeTerm(Term.parse("child"));
        }
        chainWriter.writeTerm(Term.parse("undefined"));
        nodeWriter.writeTerm(Term.parse("leaf"));

        assertThat(refused(chain, new TypeRef<Chain>() {}))
                .endsWith("next: deeper than the 200 levels that this mapper reads")
                .hasSizeLessThan(500);
        assertThat(refused(tree, new TypeRef<Tree>() {})).endsWith("deeper than the 200 levels that this mapper reads");
        assertThat(refused(nodes, new TypeRef<Node>() {}))
                .endsWith("child: deeper than the 200 levels that this mapper reads");
    }

    @Test
    void shouldFitHalfAThreadsUsualStackWhenATermIsAsDeepAsIsAllowed() throws InterruptedException {
        int levels = 200;
        Chain value = new Chain(Optional.empty());
        Term term = Term.parse("{chain, undefined}");
        Term node = Term.parse("#{}");
        for (int i = 1; i < levels; i++) {
            value = new Chain(Optional.of(value));
            term = Tuple.of(Term.parse("chain"), term);
            node = MapTerm.of(Term.parse("type"), Term.parse("inner"), Term.parse("child"), node);
        }
        Chain deepest = value;
        Term chain = term;
        Term nodes = node;
        boolean[] fits = new boolean[1];
        Thread thread = new Thread(
                null,
                () -> {
                    fits[0] = STANDARD.fromTerm(chain, Chain.class).equals(deepest)
                            && STANDARD.toTerm(deepest).equals(chain)
                            && refused(BothWays.reader(nodes), new TypeRef<Node>() {})
                                    .endsWith("a map of 0 that none of them has made");
                },
                "half the usual",
                1 << 19);
        thread.start();
        thread.join();

        assertThat(fits[0]).isTrue();
    }

    @Test
    void shouldRefuseAValueThatContainsItself() {
        Object[] self = new Object[1];
        self[0] = self;
        Map<String, Object> map = new HashMap<>();
        map.put("me", List.of(map));

        assertThatExceptionOfType(MappingException.class)
                .isThrownBy(() -> STANDARD.toTerm(self))
                .withMessageContaining("deeper than the 200 levels that this mapper writes");
        assertThatExceptionOfType(MappingException.class)
                .isThrownBy(() -> STANDARD.write(map, new TermWriter(new Output())))
                .withMessageContaining("deeper than the 200 levels that this mapper writes");
    }

    @Test
    void shouldTakeNoMemoryForWhatIsOnlyAnnounced() {
        int levels = 190;
        Output out = new Output();
        TermWriter writer = new TermWriter(out);
        byte[] rest = new byte[4 << 20];
        for (int i = 0; i < levels / 2; i++) {
            writer.writeTupleHeader(3);
            writer.writeTerm(Term.parse("tree"));
            writer.writeLong(i);
            writer.writeListHeader(rest.length / 2);
        }
        out.write(rest);

        // With room for what is announced this would take 95 times 8 MB.
        assertThatExceptionOfType(MalformedTermException.class).isThrownBy(() -> read(out, new TypeRef<Tree>() {}));
    }

    @Test
    void shouldKeepTermsInTermOrderSinceTheirHashCodesCanBeChosen() {
        Term[] alike = IntStream.range(0, 20_000)
                .mapToObj(i -> (Term) ListTerm.of(ListTerm.of(ListTerm.of(ListTerm.of(ListTerm.of(Int.of(-i)))))))
                .toArray(Term[]::new);
        assertThat(Arrays.stream(alike).mapToInt(Term::hashCode).distinct()).hasSize(1);

        Set<Term> set = BothWays.read(STANDARD, ListTerm.of(alike.clone()), new TypeRef<Set<Term>>() {});
        assertThat(set).hasSize(alike.length).startsWith(alike[alike.length - 1]);
    }

    @Test
    void shouldSayThatACollectionWasChangedInsteadOfWritingAWrongTerm() {
        record Liar(int said, int has) {
            List<Integer> list() {
                return new AbstractList<>() {
                    @Override
                    public Integer get(int index) {
                        return index;
                    }

                    @Override
                    public int size() {
                        return said;
                    }

                    @Override
                    public Iterator<Integer> iterator() {
                        return IntStream.range(0, has).iterator();
                    }
                };
            }
        }
        assertThat(BothWays.refusedToWrite(STANDARD, new Liar(2, 3).list())).contains("changed while it was written");
        assertThat(BothWays.refusedToWrite(STANDARD, new Liar(3, 2).list())).contains("changed while it was written");
    }
}
