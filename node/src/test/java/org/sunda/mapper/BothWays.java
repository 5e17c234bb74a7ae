package org.sunda.mapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.sunda.etf.ExternalTerm;
import org.sunda.etf.Limits;
import org.sunda.etf.TermReader;
import org.sunda.etf.TermWriter;
import org.sunda.memory.Bytes;
import org.sunda.memory.Output;
import org.sunda.term.Term;

/// Drives a mapper through the tree and through bytes, and checks that both agree.
final class BothWays {
    private BothWays() {}

    /// The term of the value.
    static <T> Term write(Mapper mapper, T value, TypeRef<T> type) {
        Term term = mapper.toTerm(value, type);
        Output out = new Output();
        TermWriter writer = new TermWriter(out);
        writer.writeVersion();
        mapper.write(value, type, writer);
        assertThat(ExternalTerm.decode(out.take().toByteArray())).isEqualTo(term);
        return term;
    }

    /// The term of the value, by its class.
    static Term write(Mapper mapper, Object value) {
        Term term = mapper.toTerm(value);
        Output out = new Output();
        TermWriter writer = new TermWriter(out);
        writer.writeVersion();
        mapper.write(value, writer);
        assertThat(ExternalTerm.decode(out.take().toByteArray())).isEqualTo(term);
        return term;
    }

    /// The value of the term.
    @SuppressWarnings("unchecked")
    static <T> T read(Mapper mapper, Term term, TypeRef<T> type) {
        T value = mapper.fromTerm(term, type);
        TermReader reader = reader(term);
        assertThat(Objects.deepEquals(mapper.read(reader, type), value)).isTrue();
        assertThat(reader.remaining()).isZero();
        return value;
    }

    /// The value of the term.
    @SuppressWarnings("unchecked")
    static <T> T read(Mapper mapper, Term term, Class<T> type) {
        return read(mapper, term, (TypeRef<T>) TypeRef.of(type));
    }

    /// What is said when a term is no value of the type.
    static String refused(Mapper mapper, Term term, TypeRef<?> type) {
        String ofTree = message(() -> mapper.fromTerm(term, type));
        String ofBytes = message(() -> mapper.read(reader(term), type));
        assertThat(ofBytes).isEqualTo(ofTree);
        return ofTree;
    }

    /// What is said when a term is no value of the type.
    static String refused(Mapper mapper, Term term, Class<?> type) {
        return refused(mapper, term, TypeRef.of(type));
    }

    /// What is said when a value has no term.
    static String refusedToWrite(Mapper mapper, Object value) {
        String ofTree = message(() -> mapper.toTerm(value));
        String ofBytes = message(() -> mapper.write(value, new TermWriter(new Output())));
        assertThat(ofBytes).isEqualTo(ofTree);
        return ofTree;
    }

    private static String message(ThrowingCallable refused) {
        return String.valueOf(
                catchThrowableOfType(MappingException.class, refused).getMessage());
    }

    static TermReader reader(Term term) {
        return new TermReader(Bytes.of(bytes(term)).open(), Limits.DEFAULT);
    }

    /// The term in external form, without the version byte.
    static byte[] bytes(Term term) {
        Output out = new Output();
        new TermWriter(out).writeTerm(term);
        return out.take().toByteArray();
    }
}
