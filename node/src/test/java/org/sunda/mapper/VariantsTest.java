package org.sunda.mapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.sunda.mapper.BothWays.read;
import static org.sunda.mapper.BothWays.refused;
import static org.sunda.mapper.BothWays.write;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.sunda.term.Term;

/// Sealed interfaces, and what cannot be compiled.
class VariantsTest {
    private static final Mapper STANDARD = Mapper.standard();

    sealed interface Command {
        record Add(int amount) implements Command {}

        @Mapped(value = Form.RECORD, name = "add")
        record AddTo(String account, int amount) implements Command {}

        record Stop() implements Command {}

        enum Plain implements Command {
            PING,
            STATUS {}
        }

        sealed interface Batch extends Command {
            record All(List<Command> commands) implements Batch {}
        }

        @Mapped(Form.STRUCT)
        record Rename(String name) implements Command {}

        @Mapped(Form.MAP)
        record Resize(int width, Optional<Integer> height) implements Command {}

        @Mapped(value = Form.MAP, name = "scaled")
        record Scale(double width) implements Command {}
    }

    sealed interface Result<T> {
        record Ok<T>(T value) implements Result<T> {}

        record Failed<T>(String reason) implements Result<T> {}
    }

    sealed interface Version {
        @Mapped(Form.TUPLE)
        record Brief(int major, int minor) implements Version {}

        @Mapped(Form.TUPLE)
        record Full(int major, int minor, int patch) implements Version {}
    }

    sealed interface Node {
        @Mapped(Form.MAP)
        record Inner(Node child) implements Node {}

        enum Leaf implements Node {
            LEAF
        }
    }

    sealed interface Twice {
        record One(int a) implements Twice {}

        @Mapped(value = Form.RECORD, name = "one")
        record Other(String b) implements Twice {}
    }

    sealed interface Atoms {
        record Stop() implements Atoms {}

        enum Other implements Atoms {
            STOP
        }
    }

    sealed interface Mixed {
        @Mapped(Form.TUPLE)
        record Plain(int a) implements Mixed {}

        record Tagged(int a) implements Mixed {}
    }

    sealed interface Sizes {
        @Mapped(Form.TUPLE)
        record One(int a) implements Sizes {}

        @Mapped(Form.TUPLE)
        record Other(int a) implements Sizes {}
    }

    sealed interface Classes {
        final class Some implements Classes {}
    }

    private static Term t(String text) {
        return Term.parse(text);
    }

    private static void bothWays(Command command, String term) {
        assertThat(write(STANDARD, command, new TypeRef<>() {})).isEqualTo(t(term));
        assertThat(write(STANDARD, command)).isEqualTo(t(term));
        assertThat(read(STANDARD, t(term), Command.class)).isEqualTo(command);
    }

    @Test
    void shouldTellVariantsApartByTagArityAtomAndMark() {
        bothWays(new Command.Add(1), "{add, 1}");
        bothWays(new Command.AddTo("a", 1), "{add, <<\"a\">>, 1}");
        bothWays(new Command.Stop(), "stop");
        bothWays(Command.Plain.PING, "ping");
        bothWays(Command.Plain.STATUS, "status");
        bothWays(new Command.Batch.All(List.of(new Command.Stop(), new Command.Add(2))), "{all, [stop, {add, 2}]}");
        bothWays(new Command.Rename("b"), "#{'__struct__' => 'Elixir.Rename', name => <<\"b\">>}");
        bothWays(new Command.Resize(1, Optional.of(2)), "#{type => resize, width => 1, height => 2}");
        bothWays(new Command.Scale(1.5), "#{type => scaled, width => 1.5}");
    }

    @Test
    void shouldReadAVariantByItselfToo() {
        assertThat(read(STANDARD, t("#{type => scaled, width => 1.5}"), Command.Scale.class))
                .isEqualTo(new Command.Scale(1.5));
        assertThat(read(STANDARD, t("#{<<\"type\">> => <<\"scaled\">>, <<\"width\">> => 1}"), Command.class))
                .isEqualTo(new Command.Scale(1));
        assertThat(refused(STANDARD, t("#{width => 1.5}"), Command.Scale.class))
                .isEqualTo("expected a map with type => scaled, but there is a map without the key type");
        assertThat(read(STANDARD, t("{stop}"), Command.class)).isEqualTo(new Command.Stop());
    }

    @Test
    void shouldNameTheVariantsWhenATermIsNone() {
        assertThat(refused(STANDARD, t("{add}"), Command.class))
                .isEqualTo("expected a map with '__struct__' => 'Elixir.Rename' or a map with type => resize or "
                        + "a map with type => scaled or ping or status or the atom stop or {add, Account, Amount} or "
                        + "{add, Amount} or {all, Commands}, but there is a tuple of 1 that begins with the atom add");
        assertThat(refused(STANDARD, t("{all, [pong]}"), Command.class))
                .startsWith("commands[0]: expected ")
                .endsWith(", but there is the atom pong");
        assertThat(refused(STANDARD, t("{1, 2}"), Command.class)).endsWith("a tuple of 2 without a tag");
        assertThat(refused(STANDARD, t("{}"), Command.class)).endsWith("a tuple of 0 without a tag");
        assertThat(refused(STANDARD, t("#{}"), Command.class)).endsWith("a map of 0 that none of them has made");
        assertThat(refused(STANDARD, t("1"), Command.class)).endsWith("there is the integer 1");
        assertThat(refused(STANDARD, t("{all, [#{type => scaled, width => x}]}"), Command.class))
                .isEqualTo("commands[0].width: expected a float or an integer, but there is the atom x");
    }

    @Test
    void shouldTellTuplesWithoutTagsApartByTheirSize() {
        assertThat(read(STANDARD, t("{1, 2}"), Version.class)).isEqualTo(new Version.Brief(1, 2));
        assertThat(read(STANDARD, t("{1, 2, 3}"), Version.class)).isEqualTo(new Version.Full(1, 2, 3));
        assertThat(refused(STANDARD, t("{1}"), Version.class))
                .isEqualTo("expected {Major, Minor, Patch} or {Major, Minor}, but there is a tuple of 1");
    }

    @Test
    void shouldBindTheVariablesOfVariants() {
        TypeRef<List<Result<Integer>>> type = new TypeRef<>() {};
        assertThat(read(STANDARD, t("[{ok, 1}, {failed, <<\"no\">>}]"), type))
                .containsExactly(new Result.Ok<>(1), new Result.Failed<>("no"));
        assertThat(refused(STANDARD, t("[{ok, x}]"), type))
                .isEqualTo("[0].value: expected an integer, but there is the atom x");
    }

    @Test
    void shouldCheckTheDepthInsideOfAMapThatWasLookedAtAsAWhole() {
        String deep = "#{child => #{child => #{child => leaf, type => inner}, type => inner}, type => inner}";

        assertThat(read(Mapper.builder().depth(3).build(), t(deep), Node.class)).isInstanceOf(Node.Inner.class);
        assertThat(refused(Mapper.builder().depth(2).build(), t(deep), Node.class))
                .isEqualTo("child.child: deeper than the 2 levels that this mapper reads");
    }

    @Test
    void shouldCompileASealedInterfaceFromInsideOfItsOwnRecord() {
        Mapper mapper = Mapper.builder().build();
        assertThat(read(mapper, t("{all, [stop, {all, []}]}"), Command.Batch.All.class))
                .isEqualTo(new Command.Batch.All(List.of(new Command.Stop(), new Command.Batch.All(List.of()))));
        assertThat(write(mapper, Map.of(new Command.Add(1), 1), new TypeRef<Map<Command, Integer>>() {}))
                .isEqualTo(t("#{{add, 1} => 1}"));
    }

    @Test
    void shouldRefuseToCompileWhatIsAmbiguous() {
        notCompiled(Twice.class, "does not tell which", "two of its records are {one, B}", "@Mapped or @Key");
        notCompiled(Atoms.class, "two of its records or constants are the atom stop");
        notCompiled(Mixed.class, "some of its records are tuples with a tag and some without");
        notCompiled(Sizes.class, "two of its records are tuples of 1 without a tag");
        notCompiled(Classes.class, "Some, which is neither a record nor an enum");
    }

    @Test
    void shouldRefuseToCompileWhatHasNoTerm() {
        @Mapped(Form.MAP)
        record Clash(int userId, @Key("user_id") int other) {}
        enum Same {
            AB,
            @Key("ab")
            OTHER
        }
        record Endless<T>(Optional<Endless<List<T>>> next) {}
        record Holder(List<Thread> threads) {}
        record Buffer(StringBuilder text) {}

        notCompiled(Clash.class, "the key user_id is wanted twice", "component other another @Key");
        notCompiled(Same.class, "two constants", "are the atom ab");
        notCompiled(Endless.class, "without an end");
        notCompiled(Holder.class, "Holder.threads: no term is known for java.lang.Thread");
        notCompiled(Buffer.class, "Buffer.text: no term is known for java.lang.StringBuilder");
        notCompiled(new TypeRef<Map<byte[], Integer>>() {}, "which byte[] is not: use Binary");
        notCompiled(new TypeRef<Optional<Optional<Integer>>>() {}, "an Optional in an Optional");
        notCompiled(new TypeRef<ArrayList<Integer>>() {}, "List rather than ArrayList");
    }

    private static void notCompiled(Class<?> type, String... words) {
        notCompiled(TypeRef.of(type), words);
    }

    private static void notCompiled(TypeRef<?> type, String... words) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> STANDARD.fromTerm(t("x"), type))
                .satisfies(e -> assertThat(e.getMessage()).contains(words));
    }
}
