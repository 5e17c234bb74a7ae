package org.sunda.mapper;

import org.sunda.etf.TermReader;
import org.sunda.etf.TermWriter;
import org.sunda.term.Atom;
import org.sunda.term.Term;

/// Java values as terms and back: records, sealed interfaces, enums, collections, arrays, `Optional`,
/// `java.time`, numbers, text, bytes and terms themselves, through a tree or straight from and to bytes.
/// What each of them becomes stands in docs/mapper.md.
///
/// ```java
/// record Order(long id, double unitPrice) {}
///
/// Mapper mapper = Mapper.standard();
/// Term term = mapper.toTerm(new Order(1, 2.5));          // {order,1,2.5}
/// Order order = mapper.fromTerm(term, Order.class);
/// ```
///
/// A type is compiled when it is first met, so keep the mapper. No atom is ever made from data: only from
/// the names of classes, components and constants. For any number of threads at a time.
public final class Mapper {
    private static final Mapper STANDARD = builder().build();
    private static final Mapper ELIXIR = builder()
            .records(Form.MAP)
            .times(Times.ELIXIR)
            .absent(Atom.of("nil"))
            .build();

    private final Shapes shapes;
    private final int depth;

    Mapper(Policy policy) {
        this.shapes = new Shapes(policy);
        this.depth = policy.depth();
    }

    /// The mapper for Erlang: records are tagged tuples, text is binaries, times are tuples, nothing is
    /// `undefined`.
    public static Mapper standard() {
        return STANDARD;
    }

    /// The mapper for Elixir: records are maps, text is binaries, times are structs, nothing is `nil`.
    public static Mapper elixir() {
        return ELIXIR;
    }

    /// A mapper of one's own.
    public static MapperBuilder builder() {
        return new MapperBuilder();
    }

    /// The value as a term, by its class. What is in a collection is taken by its class too.
    ///
    /// @throws MappingException when something in the value has no term
    /// @throws IllegalArgumentException when its type, or one in it, has no terms at all
    public Term toTerm(Object value) {
        return toTerm(value, shapes.any());
    }

    /// The value as a term, by the type that it is said to have.
    ///
    /// @throws MappingException when something in the value has no term
    /// @throws IllegalArgumentException when the type, or one in it, has no terms at all
    public <T> Term toTerm(T value, TypeRef<T> type) {
        return toTerm(value, shapes.of(type.resolved()));
    }

    private Term toTerm(Object value, Shape shape) {
        TreeSink sink = new TreeSink(depth);
        shape.write(value, sink);
        return sink.result();
    }

    /// The value of that type that the term is.
    ///
    /// @throws MappingException when it is none
    /// @throws IllegalArgumentException when the type, or one in it, has no terms at all
    @SuppressWarnings("unchecked")
    public <T> T fromTerm(Term term, Class<T> type) {
        return (T) shapes.of(type).read(new TreeSource(term, depth));
    }

    /// The value of that type that the term is.
    ///
    /// @throws MappingException when it is none
    /// @throws IllegalArgumentException when the type, or one in it, has no terms at all
    @SuppressWarnings("unchecked")
    public <T> T fromTerm(Term term, TypeRef<T> type) {
        return (T) shapes.of(type.resolved()).read(new TreeSource(term, depth));
    }

    /// Writes the value as one term, by its class, and makes no tree of it.
    ///
    /// @throws MappingException when something in the value has no term; what stands before it has been
    ///     written then
    /// @throws IllegalArgumentException when its type, or one in it, has no terms at all
    public void write(Object value, TermWriter writer) {
        shapes.any().write(value, new WriterSink(writer, depth));
    }

    /// Writes the value as one term, by the type that it is said to have, and makes no tree of it.
    ///
    /// @throws MappingException when something in the value has no term; what stands before it has been
    ///     written then
    /// @throws IllegalArgumentException when the type, or one in it, has no terms at all
    public <T> void write(T value, TypeRef<T> type, TermWriter writer) {
        shapes.of(type.resolved()).write(value, new WriterSink(writer, depth));
    }

    /// Reads the next term as a value of that type, and makes no tree of it. The reader is then after the
    /// term, or somewhere inside it when this throws.
    ///
    /// @throws MappingException when the term is no value of the type
    /// @throws org.sunda.etf.MalformedTermException when the bytes are no term
    /// @throws IllegalArgumentException when the type, or one in it, has no terms at all
    @SuppressWarnings("unchecked")
    public <T> T read(TermReader reader, Class<T> type) {
        return (T) shapes.of(type).read(new CursorSource(reader, depth));
    }

    /// Reads the next term as a value of that type, and makes no tree of it. The reader is then after the
    /// term, or somewhere inside it when this throws.
    ///
    /// @throws MappingException when the term is no value of the type
    /// @throws org.sunda.etf.MalformedTermException when the bytes are no term
    /// @throws IllegalArgumentException when the type, or one in it, has no terms at all
    @SuppressWarnings("unchecked")
    public <T> T read(TermReader reader, TypeRef<T> type) {
        return (T) shapes.of(type.resolved()).read(new CursorSource(reader, depth));
    }
}
