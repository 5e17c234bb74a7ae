package org.sunda.term;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// Random terms of every family, boundaries among them; native records only where [#nativeRecord] is asked for them.
///
/// The same seed makes the same terms. [#forEach] names seed and term when a check fails; the system property
/// `sunda.seed` brings the failure back.
public final class RandomTerms {
    private static final int MAX_LEVELS = 4;

    private static final List<Atom> NODES =
            List.of(Atom.of("a@host"), Atom.of("b@host.example"), Atom.of("a@hosT"), Atom.of("é@host"));

    private static final int[] WORDS = {
        0, 1, 255, 256, 0x3ffff, 0x40000, 0x0fffffff, 0x10000000, Integer.MAX_VALUE, Integer.MIN_VALUE, -1
    };

    private static final List<String> ATOMS = List.of(
            "",
            "a",
            "ok",
            "true",
            "undefined",
            "Ab",
            "_",
            "a b",
            "end",
            "fun",
            "a@b",
            "a.b",
            "é",
            "É",
            "÷",
            "ÿ_1",
            "привет",
            "日本",
            "😀",
            "\uffff😀",
            "'",
            "\"",
            "\\",
            "\0",
            "\n\t\u001b",
            "\u007f",
            "\u0080",
            "\u00a0",
            "\ud7ff",
            "\ue000",
            "a".repeat(255),
            "é".repeat(255),
            "😀".repeat(255));

    private static final double[] FLOATS = {
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.1,
        100,
        1000,
        1e10,
        1e22,
        1e23,
        0x1p53,
        0x1p53 - 1,
        0x1p53 + 2,
        0x1p59,
        0x1p60,
        0x1p63,
        -0x1p63,
        0x1p64,
        0x1p100,
        Double.MAX_VALUE,
        -Double.MAX_VALUE,
        Double.MIN_VALUE,
        Double.MIN_NORMAL,
        1e-4,
        1e-5
    };

    private final long seed;
    private final Random random;

    /// Terms by the seed of the system property `sunda.seed`, or else by one of the clock.
    public RandomTerms() {
        this(Long.getLong("sunda.seed", System.nanoTime()));
    }

    /// Terms by that seed.
    public RandomTerms(long seed) {
        this.seed = seed;
        this.random = new Random(seed);
    }

    /// What brings the same terms back.
    public long seed() {
        return seed;
    }

    /// Checks so many terms; a failure names the seed and the term.
    public void forEach(int count, Consumer<Term> check) {
        for (int i = 0; i < count; i++) {
            check(next(), check);
        }
    }

    /// Checks each of those terms; a failure names the seed and the term.
    public void forEach(Iterable<? extends Term> terms, Consumer<Term> check) {
        terms.forEach(term -> check(term, check));
    }

    private void check(Term term, Consumer<Term> check) {
        try {
            check.accept(term);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(
                    "-Dsunda.seed=" + seed + ", term " + term.toString(1000) + ": " + e.getMessage(), e);
        }
    }

    /// A term of any family, a few levels deep.
    public Term next() {
        return next(MAX_LEVELS);
    }

    private Term next(int levels) {
        return switch (random.nextInt(levels > 0 ? 18 : 12)) {
            case 0, 1 -> integer();
            case 2 -> real();
            case 3, 4 -> atom();
            case 5 -> reference();
            case 6 -> fun();
            case 7 -> port();
            case 8 -> pid();
            case 9 -> text();
            case 10, 11 -> binary();
            case 12, 13 -> Tuple.of(terms(levels));
            case 14 -> ListTerm.of(terms(levels));
            case 15 -> ListTerm.improper(terms(levels), next(levels - 1));
            default -> map(levels);
        };
    }

    private Term[] terms(int levels) {
        int size = random.nextInt(10) == 0 ? random.nextInt(40) : random.nextInt(5);
        return IntStream.range(0, size)
                .mapToObj(_ -> next(levels - 1 - random.nextInt(levels)))
                .toArray(Term[]::new);
    }

    private Term map(int levels) {
        MapTerm map = MapTerm.EMPTY;
        for (Term key : terms(levels)) {
            map = map.with(key, next(levels - 1));
            // The integer and the float of one value are two keys.
            if (key instanceof SmallInt(long value) && Math.abs(value) < 1000) {
                map = map.with(new FloatTerm(value), next(0));
            }
        }
        return map;
    }

    /// An integer: around powers of 2, where encodings and BEAM representations change, or of up to some hundred
    /// bytes.
    public Int integer() {
        return switch (random.nextInt(4)) {
            case 0 -> Int.of(random.nextInt(-300, 300));
            case 1 -> around(POWERS[random.nextInt(POWERS.length)]);
            case 2 -> Int.of(random.nextLong() >> random.nextInt(64));
            default -> Int.of(new BigInteger(random.nextInt(1, 3000), random).multiply(sign()));
        };
    }

    private static final int[] POWERS = {7, 8, 15, 16, 27, 28, 31, 32, 52, 53, 59, 60, 63, 64, 8 * 255, 8 * 256};

    private Int around(int power) {
        return Int.of(BigInteger.TWO
                .pow(power)
                .add(BigInteger.valueOf(random.nextInt(-1, 2)))
                .multiply(sign()));
    }

    private BigInteger sign() {
        return random.nextBoolean() ? BigInteger.ONE : BigInteger.ONE.negate();
    }

    /// A float: some special ones, whole numbers, and any bits that are finite.
    public FloatTerm real() {
        double any = switch (random.nextInt(4)) {
            case 0 -> FLOATS[random.nextInt(FLOATS.length)];
            case 1 -> random.nextInt(-300, 300);
            case 2 -> random.nextInt() / 1000.0;
            default -> Double.longBitsToDouble(random.nextLong());
        };
        return Double.isFinite(any) ? new FloatTerm(any) : real();
    }

    /// An atom, of at most 255 characters of any kind.
    public Atom atom() {
        return Atom.of(
                random.nextInt(3) == 0 ? characters(random.nextInt(20)) : ATOMS.get(random.nextInt(ATOMS.size())));
    }

    private String characters(int size) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < size; i++) {
            text.appendCodePoint(character());
        }
        return text.toString();
    }

    private int character() {
        int c = random.nextInt(
                switch (random.nextInt(4)) {
                    case 0, 1 -> 0x80;
                    case 2 -> 0x100;
                    default -> Character.MAX_CODE_POINT + 1;
                });
        return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? character() : c;
    }

    /// A process identifier of another node.
    public Pid pid() {
        return new Pid(node(), word(), word(), word());
    }

    /// A port identifier of another node.
    public Port port() {
        return new Port(node(), random.nextBoolean() ? word() & 0xffffffffL : random.nextLong(), word());
    }

    /// A reference of another node, of 1 to 5 words.
    public Ref reference() {
        return Ref.of(
                node(),
                word(),
                random.ints(random.nextInt(1, Ref.MAX_WORDS + 1), 0, WORDS.length)
                        .map(i -> WORDS[i])
                        .toArray());
    }

    private Atom node() {
        return NODES.get(random.nextInt(NODES.size()));
    }

    private int word() {
        return random.nextInt(3) == 0 ? random.nextInt() : WORDS[random.nextInt(WORDS.length)];
    }

    /// A function by name or a closure.
    public Fun fun() {
        return random.nextBoolean()
                ? new ExternalFun(atom(), atom(), random.nextInt(256))
                : closure(random.nextInt(3), random.nextInt(-2, 3), random.nextInt(4));
    }

    /// A closure whose bound values are small integers. What a node derives from its code (arity, digest, old index)
    /// is derived here too: a BEAM knows one closure of each module, index and old uniq.
    private LocalFun closure(int index, int oldUniq, int free) {
        Atom module = Atom.of(random.nextBoolean() ? "m" : "my_mod");
        byte[] uniq = new byte[16];
        uniq[15] = (byte) (module.utf8Length() + index + oldUniq);
        Pid creator = new Pid(Atom.of("a@host"), word(), word(), word());
        ByteArrayOutputStream bound = new ByteArrayOutputStream();
        for (int i = 0; i < free; i++) {
            bound.write(97);
            bound.write(random.nextInt(3));
        }
        byte[] body = body(module, index, oldUniq, uniq, creator, free, bound.toByteArray());
        return new LocalFun(
                module,
                index,
                index,
                Binary.wrap(uniq),
                index,
                oldUniq,
                creator,
                free,
                Binary.wrap(bound.toByteArray()),
                Binary.wrap(body));
    }

    /// What follows the Size field of `NEW_FUN_EXT`.
    private static byte[] body(Atom module, int index, int oldUniq, byte[] uniq, Pid creator, int free, byte[] bound) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(index);
            out.write(uniq);
            out.writeInt(index);
            out.writeInt(free);
            write(module, out);
            out.writeByte(98);
            out.writeInt(index);
            out.writeByte(98);
            out.writeInt(oldUniq);
            out.writeByte(88);
            write(creator.node(), out);
            out.writeInt(creator.id());
            out.writeInt(creator.serial());
            out.writeInt(creator.creation());
            out.write(bound);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void write(Atom atom, DataOutputStream out) throws IOException {
        byte[] utf8 = new byte[atom.utf8Length()];
        atom.writeUtf8((bytes, offset, length) -> System.arraycopy(bytes, offset, utf8, 0, length));
        out.writeByte(119);
        out.writeByte(utf8.length);
        out.write(utf8);
    }

    /// A native record: no BEAM before OTP 29 knows them, so [#next] makes none.
    public RecordTerm nativeRecord() {
        List<Atom> fields =
                shuffled(ATOMS).stream().limit(random.nextInt(5)).map(Atom::of).toList();
        List<Term> values = fields.stream().map(_ -> next(2)).toList();
        return new RecordTerm(atom(), atom(), random.nextBoolean(), fields, values);
    }

    private ListTerm text() {
        return switch (random.nextInt(3)) {
            case 0 -> ListTerm.of(characters(random.nextInt(20)));
            case 1 -> ListTerm.ofBytes(bytes(random.nextInt(20)));
            // The same kind of list with one object per element.
            default -> ListTerm.of(ListTerm.ofBytes(bytes(random.nextInt(20))).elements());
        };
    }

    private byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        return bytes;
    }

    /// A binary of text or bytes, or a bit string.
    public Binary binary() {
        byte[] bytes = bytes(random.nextInt(1, 20));
        return switch (random.nextInt(4)) {
            case 0 -> Binary.utf8(characters(random.nextInt(20)));
            case 1 -> Binary.wrap(bytes);
            case 2 -> Binary.EMPTY;
            default -> bits(bytes, random.nextInt(1, 9));
        };
    }

    private static Binary bits(byte[] bytes, int lastBits) {
        bytes[bytes.length - 1] &= (byte) (0xff00 >> lastBits);
        return Binary.wrapBits(MemorySegment.ofArray(bytes), lastBits);
    }

    /// A term that differs from that one in little, or only in its form: a float for an integer, one element, one
    /// bit.
    public Term variant(Term term) {
        return switch (term) {
            case Int number -> variant(number);
            case FloatTerm(double value) ->
                random.nextBoolean() ? new FloatTerm(Math.nextAfter(value, 0)) : whole(value);
            case Atom atom -> Atom.of(atom.text().substring(0, atom.text().offsetByCodePoints(0, half(atom))));
            case Ref ref -> variant(ref);
            case Fun _ -> fun();
            case Port port ->
                new Port(
                        either(port.node(), node()), either(port.id(), port.id() + 1), either(port.creation(), word()));
            case Pid pid ->
                new Pid(
                        either(pid.node(), node()),
                        either(pid.id(), word()),
                        either(pid.serial(), word()),
                        either(pid.creation(), word()));
            case Tuple tuple -> Tuple.of(variant(elements(tuple)));
            case RecordTerm record -> variant(record);
            case MapTerm map -> variant(map);
            case ListTerm list -> variant(list);
            case Binary binary -> variant(binary);
        };
    }

    private <T> T either(T one, T other) {
        return random.nextInt(3) > 0 ? one : other;
    }

    private static int half(Atom atom) {
        return atom.text().codePointCount(0, atom.text().length()) / 2;
    }

    private Term variant(Int number) {
        double value = number.toBigInteger().doubleValue();
        return random.nextBoolean() && Double.isFinite(value)
                ? new FloatTerm(value)
                : Int.of(number.toBigInteger().add(sign()));
    }

    private static Term whole(double value) {
        return Int.of(new BigDecimal(value).toBigInteger());
    }

    private Term variant(Ref ref) {
        int[] words = IntStream.range(0, either(ref.wordCount(), Ref.MAX_WORDS))
                .map(i -> i < ref.wordCount() ? either(ref.word(i), word()) : 0)
                .toArray();
        return Ref.of(either(ref.node(), node()), either(ref.creation(), word()), words);
    }

    private static Term[] elements(Tuple tuple) {
        return IntStream.range(0, tuple.arity()).mapToObj(tuple::element).toArray(Term[]::new);
    }

    private Term[] variant(Term[] terms) {
        if (terms.length > 0) {
            int index = random.nextInt(terms.length);
            terms[index] = variant(terms[index]);
        }
        return terms;
    }

    private Term variant(RecordTerm record) {
        List<Term> values = List.of(variant(record.values().toArray(Term[]::new)));
        return new RecordTerm(
                either(record.module(), atom()),
                either(record.name(), atom()),
                either(record.exported(), !record.exported()),
                either(record.fields(), shuffled(record.fields())),
                either(record.values(), values));
    }

    private Term variant(MapTerm map) {
        if (map.size() == 0) {
            return map;
        }
        int index = random.nextInt(map.size());
        return map.with(random.nextBoolean() ? map.key(index) : variant(map.key(index)), variant(map.value(index)));
    }

    private Term variant(ListTerm list) {
        Term[] elements = list.elements().toArray(Term[]::new);
        return switch (random.nextInt(3)) {
            case 0 -> ListTerm.improper(variant(elements), list.tail());
            case 1 -> ListTerm.improper(elements, variant(list.tail()));
            default -> {
                Term[] half = Arrays.copyOf(elements, list.size() / 2);
                yield ListTerm.improper(half, either(ListTerm.nil(), next(0)));
            }
        };
    }

    private Term variant(Binary binary) {
        byte[] bytes = binary.toByteArray();
        if (bytes.length == 0) {
            return binary;
        }
        if (random.nextBoolean()) {
            return bits(bytes, random.nextInt(1, 9));
        }
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        return bits(bytes, binary.lastBits());
    }

    /// The same terms in another order.
    public <T> List<T> shuffled(List<T> terms) {
        List<T> shuffled = new ArrayList<>(terms);
        Collections.shuffle(shuffled, random);
        return shuffled;
    }

    /// Terms at and beside the limits of encodings, and large ones: lists of 65,535, 65,536 and 70,000 elements, a
    /// map of 33 keys (a BEAM keeps it another way than one of 32), a tuple of 256.
    public List<Term> boundaries() {
        List<Term> all = new ArrayList<>();
        for (int power : POWERS) {
            BigInteger value = BigInteger.TWO.pow(power);
            for (BigInteger near : List.of(value.subtract(BigInteger.ONE), value, value.add(BigInteger.ONE))) {
                all.add(Int.of(near));
                all.add(Int.of(near.negate()));
            }
        }
        for (double value : FLOATS) {
            all.add(new FloatTerm(value));
        }
        ATOMS.forEach(text -> all.add(Atom.of(text)));
        all.addAll(List.of(
                Tuple.of(),
                MapTerm.EMPTY,
                ListTerm.nil(),
                Binary.EMPTY,
                bits(new byte[] {-1}, 1),
                bits(new byte[] {1, -1}, 7)));
        for (int size : new int[] {1, 65_535, 65_536, 70_000}) {
            all.add(ListTerm.ofBytes(bytes(size)));
            all.add(Binary.wrap(bytes(size)));
            all.add(ListTerm.of(
                    IntStream.range(0, size).mapToObj(i -> Int.of(i + 200)).toArray(Term[]::new)));
        }
        all.add(Tuple.of(IntStream.range(0, 255).mapToObj(Int::of).toArray(Term[]::new)));
        all.add(Tuple.of(IntStream.range(0, 256).mapToObj(Int::of).toArray(Term[]::new)));
        for (int size : new int[] {1, 32, 33, 1000}) {
            all.add(mapOf(size));
        }
        return all;
    }

    private MapTerm mapOf(int size) {
        Term[] keys = IntStream.range(0, size)
                .mapToObj(i -> i % 3 == 0 ? Int.of(i) : i % 3 == 1 ? new FloatTerm(i - 1) : Atom.of("k" + i))
                .toArray(Term[]::new);
        return MapTerm.of(keys, shuffled(List.of(keys)).toArray(Term[]::new));
    }
}
