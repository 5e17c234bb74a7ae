package org.sunda.mapper;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.sunda.term.Atom;
import org.sunda.term.Binary;
import org.sunda.term.Term;

/// Shapes of values that need no more than a function each way.
final class Scalars extends Shape {
    /// Text beyond this is no number that anybody computes with; making one of it takes time that grows
    /// with the square of its length.
    private static final int LONGEST_DECIMAL = 1000;

    /// An exponent beyond this makes a number that fills the memory as soon as it is added to another.
    private static final int LARGEST_SCALE = 10_000;

    static final Shape BIG_INTEGER = new Scalars(Scalars::bigInteger, (value, out) -> out.integer((BigInteger) value));
    static final Shape BOOLEAN = new Scalars(Scalars::bool, (value, out) -> out.atom(Atom.of((boolean) value)));
    static final Shape BYTES = new Scalars(Scalars::bytes, (value, out) -> out.copyOf((byte[]) value));

    private final Function<Source, Object> reader;
    private final BiConsumer<Object, Sink> writer;

    private Scalars(Function<Source, Object> reader, BiConsumer<Object, Sink> writer) {
        this.reader = reader;
        this.writer = writer;
    }

    @Override
    Object read(Source in) {
        return reader.apply(in);
    }

    @Override
    void write(Object value, Sink out) {
        writer.accept(value, out);
    }

    /// A term passes as it is.
    static Shape term(Class<?> kind) {
        String expected = Term.class == kind ? "a term" : "a term of the kind " + kind.getSimpleName();
        return new Scalars(
                in -> {
                    Term term = in.readTerm();
                    if (!kind.isInstance(term)) {
                        throw MappingException.expected(expected, Source.describe(term));
                    }
                    return term;
                },
                (value, out) -> out.term((Term) value));
    }

    /// One character: text of one, or an integer.
    static Shape character(TextShape text) {
        return new Scalars(
                in -> {
                    if (in.kind() == Kind.INTEGER) {
                        String expected = "an integer from 0 to 65535";
                        long value = in.readLong(expected);
                        if (value != (char) value) {
                            throw MappingException.expected(expected, "the integer " + value);
                        }
                        return (char) value;
                    }
                    String one = text.read(in);
                    if (one.length() != 1) {
                        throw MappingException.expected("one character", "a text of " + one.length());
                    }
                    return one.charAt(0);
                },
                (value, out) -> text.write(value.toString(), out));
    }

    /// Text of 36 characters, as databases and JSON have it.
    static Shape uuid(TextShape text) {
        return new Scalars(
                in -> {
                    String written = text.read(in);
                    try {
                        return UUID.fromString(written);
                    } catch (IllegalArgumentException e) {
                        throw new MappingException("expected a UUID, but there is another text", e);
                    }
                },
                (value, out) -> text.write(value.toString(), out));
    }

    /// Text, since a float would change the value; numbers are taken too.
    static Shape decimal(TextShape text) {
        return new Scalars(
                in -> switch (in.kind()) {
                    case INTEGER -> new BigDecimal(in.readBigInteger());
                    case FLOAT -> BigDecimal.valueOf(in.readDouble());
                    case BINARY, LIST -> decimalOf(text.read(in));
                    case ATOM, TUPLE, MAP, PID, PORT, REFERENCE, FUN, RECORD ->
                        throw in.unexpected("a decimal number as text, a float or an integer");
                },
                (value, out) -> text.write(value.toString(), out));
    }

    private static BigDecimal decimalOf(String text) {
        if (text.length() > LONGEST_DECIMAL) {
            throw MappingException.expected(
                    "a decimal number of at most " + LONGEST_DECIMAL + " characters", "a text of " + text.length());
        }
        try {
            BigDecimal value = new BigDecimal(text);
            if (Math.abs((long) value.scale()) <= LARGEST_SCALE) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new MappingException("expected a decimal number, but there is another text", e);
        }
        throw MappingException.expected(
                "a decimal number with an exponent of at most " + LARGEST_SCALE, "one with a larger one");
    }

    private static Object bigInteger(Source in) {
        in.require(Kind.INTEGER, "an integer");
        return in.readBigInteger();
    }

    private static Object bool(Source in) {
        in.require(Kind.ATOM, "true or false");
        Atom atom = in.readAtom();
        if (atom.equals(Atom.TRUE)) {
            return true;
        }
        if (atom.equals(Atom.FALSE)) {
            return false;
        }
        throw MappingException.expected("true or false", Source.describe(atom));
    }

    private static Object bytes(Source in) {
        String expected = "a binary or a list of bytes";
        if (in.kind() == Kind.BINARY) {
            Binary binary = in.readBinary();
            if (!binary.isBinary()) {
                throw MappingException.expected(expected, Source.describe(binary));
            }
            return binary.toByteArray();
        }
        in.require(Kind.LIST, expected);
        byte[] bytes = in.readByteList();
        return bytes != null ? bytes : listedBytes(in);
    }

    private static byte[] listedBytes(Source in) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int count = in.openList(); count > 0; count = in.moreOfList()) {
            for (int i = 0; i < count; i++) {
                String expected = "an integer from 0 to 255";
                in.require(Kind.INTEGER, expected);
                long value = in.readLong(expected);
                if (value < 0 || value > 0xff) {
                    throw MappingException.expected(expected, "the integer " + value)
                            .at(bytes.size());
                }
                bytes.write((int) value);
            }
        }
        in.end();
        return bytes.toByteArray();
    }
}
