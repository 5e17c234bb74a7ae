package org.sunda.etf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sunda.memory.Bytes;
import org.sunda.memory.Output;
import org.sunda.term.Atom;
import org.sunda.term.LocalFun;
import org.sunda.term.Pid;
import org.sunda.term.Term;
import org.sunda.term.Terms;

/// Closures in messages whose distribution header names their atoms (protocol section b.4): kept, and sent
/// back when that header is long gone, they are what they would be without any cache.
class ReferencesTest {
    private static final Atom NODE = Atom.of("a@host");
    private static final List<Atom> ATOMS = List.of(
            NODE, Atom.of("module"), Atom.of("x".repeat(255)), Atom.of("é".repeat(255)), Atom.of(""), Atom.of("b"));

    /// Writes terms with closures inside, with and without references to atoms.
    private static final class Writer {
        private final Output out = new Output();
        private final TermWriter terms;

        private Writer(List<Atom> header) {
            this.terms = new TermWriter(out, header::indexOf);
        }

        /// A closure that has bound what is in it: as many closures, one inside the other, and atoms around.
        private void closure(int nested, Random random) {
            out.writeByte(Tags.NEW_FUN_EXT);
            long size = out.position();
            out.writeInt(0);
            out.writeByte(1);
            out.write(new byte[16]);
            out.writeInt(2);
            int free = 1 + random.nextInt(4);
            out.writeInt(free + (nested > 0 ? 1 : 0));
            terms.writeAtom(ATOMS.get(1));
            terms.writeLong(3);
            terms.writeLong(4);
            terms.writePid(new Pid(NODE, 5, 6, 7));
            for (int i = 0; i < free; i++) {
                if (i == free / 2 && nested > 0) {
                    closure(nested - 1, random);
                }
                terms.writeAtom(ATOMS.get(random.nextInt(ATOMS.size())));
            }
            out.patchInt(size, (int) (out.position() - size));
        }

        private byte[] take() {
            return out.take().toByteArray();
        }
    }

    private static byte[] closure(List<Atom> header, int nested, long seed) {
        Writer writer = new Writer(header);
        writer.closure(nested, new Random(seed));
        return writer.take();
    }

    private static LocalFun read(byte[] bytes, List<Atom> header, Limits limits) {
        TermReader reader = new TermReader(Bytes.of(bytes).open(), limits);
        reader.useAtoms(header.toArray(Atom[]::new));
        LocalFun fun = (LocalFun) reader.readTerm();
        assertThat(reader.remaining()).isZero();
        return fun;
    }

    private static byte[] written(Term term) {
        Output out = new Output();
        new TermWriter(out).writeTerm(term);
        return out.take().toByteArray();
    }

    @Test
    void shouldBeTheSameByteForByteAsWithoutACacheWhenSentOn() {
        for (int seed = 0; seed < 500; seed++) {
            int nested = seed % 7;
            byte[] plain = closure(List.of(), nested, seed);
            List<Atom> header = ATOMS.subList(0, 1 + seed % ATOMS.size());
            byte[] withReferences = closure(header, nested, seed);
            assertThat(withReferences.length).isLessThan(plain.length);

            LocalFun fun = read(withReferences, header, Limits.DEFAULT);

            assertThat(written(fun)).isEqualTo(plain);
            assertThat(fun).isEqualTo(read(plain, List.of(), Limits.DEFAULT));
        }
    }

    @Test
    void shouldKeepEachApartWhenManyStandInAMessage() {
        Output plain = new Output();
        Output referring = new Output();
        for (Output out : List.of(plain, referring)) {
            new TermWriter(out).writeTupleHeader(20);
        }
        for (int seed = 0; seed < 20; seed++) {
            plain.write(closure(List.of(), seed % 3, seed));
            referring.write(closure(ATOMS, seed % 3, seed));
        }
        TermReader reader = new TermReader(referring.take().open(), Limits.DEFAULT);
        reader.useAtoms(ATOMS.toArray(Atom[]::new));

        assertThat(written(reader.readTerm())).isEqualTo(plain.take().toByteArray());
    }

    @Test
    void shouldReferAgainWhenSentOnWithAnotherHeader() {
        LocalFun fun = read(closure(ATOMS, 3, 1), ATOMS, Limits.DEFAULT);
        Output out = new Output();
        new TermWriter(out, ATOMS.reversed()::indexOf).writeTerm(Terms.tuple(fun, ATOMS.getFirst()));
        TermReader reader = new TermReader(out.take().open(), Limits.DEFAULT);
        reader.useAtoms(ATOMS.reversed().toArray(Atom[]::new));

        assertThat(reader.readTerm()).isEqualTo(Terms.tuple(fun, ATOMS.getFirst()));
    }

    @Test
    void shouldRefuseWhenItGrowsBeyondTheLimit() {
        byte[] plain = closure(List.of(), 6, 1);
        byte[] withReferences = closure(ATOMS, 6, 1);
        Limits enough = Limits.DEFAULT.withFrameBytes(plain.length - 5L);
        assertThat(read(withReferences, ATOMS, enough)).isNotNull();

        Limits tooLittle = Limits.DEFAULT.withFrameBytes(plain.length - 6L);
        assertThatThrownBy(() -> read(withReferences, ATOMS, tooLittle))
                .isInstanceOf(MalformedTermException.class)
                .hasMessageContaining("frameBytes");
    }

    /// Each would do, but a frame of two bytes for each atom must not become five hundred times as much.
    @Test
    void shouldRefuseWhenAllOfAMessageGrowBeyondTheLimit() {
        byte[] one = closure(ATOMS, 3, 2);
        long plain = closure(List.of(), 3, 2).length;
        Limits limits = Limits.DEFAULT.withFrameBytes(Math.max(plain * 5, 2000));
        int most = (int) (limits.frameBytes() / (plain - 5));
        for (int count : new int[] {most, most + 1}) {
            Output out = new Output();
            new TermWriter(out).writeTupleHeader(count);
            for (int i = 0; i < count; i++) {
                out.write(one);
            }
            TermReader reader = new TermReader(out.take().open(), limits);
            reader.useAtoms(ATOMS.toArray(Atom[]::new));
            if (count == most) {
                assertThat(reader.readTerm()).isNotNull();
            } else {
                assertThatThrownBy(reader::readTerm)
                        .isInstanceOf(MalformedTermException.class)
                        .hasMessageContaining("frameBytes");
            }
        }
    }

    @Test
    void shouldRefuseOrMakeTheSameWhenCutAtAnyByte() {
        byte[] whole = closure(ATOMS, 2, 3);
        List<Integer> accepted = new ArrayList<>();
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            try {
                read(cut, ATOMS, Limits.DEFAULT);
                accepted.add(length);
            } catch (MalformedTermException e) {
                assertThat(e.offset()).isBetween(0L, (long) length);
            }
        }
        assertThat(accepted).isEmpty();
    }

    @Test
    void shouldRefuseWhenTheSizeOfANestedOneLies() {
        byte[] whole = closure(ATOMS, 1, 4);
        for (int i = whole.length - 1; i > 0; i--) {
            if (whole[i] == Tags.NEW_FUN_EXT && whole[i + 1] == 0 && whole[i + 2] == 0) {
                whole[i + 4]++;
                break;
            }
        }
        assertThatThrownBy(() -> read(whole, ATOMS, Limits.DEFAULT)).isInstanceOf(MalformedTermException.class);
    }
}
