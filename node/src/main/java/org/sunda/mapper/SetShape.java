package org.sunda.mapper;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.sunda.term.ListTerm;
import org.sunda.term.TermOrder;

/// `Set`: written as a list; read from a list, or from a set of OTP's `sets`, which is a map `#{Element =>
/// []}`.
final class SetShape extends Shape {
    private final Shape element;
    private final boolean ofTerms;
    private final ListShape list;

    /// @param ofTerms whether the elements are terms
    SetShape(Shape element, boolean ofTerms) {
        this.element = element;
        this.ofTerms = ofTerms;
        this.list = new ListShape(element);
    }

    /// Terms are kept in term order: their hash codes do not look at all of them, and who sends them may
    /// know how.
    private Set<Object> empty() {
        @SuppressWarnings({"unchecked", "rawtypes"})
        Set<Object> set = ofTerms ? new TreeSet(TermOrder.EXACT) : new LinkedHashSet<>();
        return set;
    }

    @Override
    Object read(Source in) {
        return in.kind() == Kind.MAP ? ofMap(in) : ofList(in);
    }

    private Set<Object> ofList(Source in) {
        in.require(Kind.LIST, "a list or a set of the module sets");
        List<Object> elements = list.read(in);
        Set<Object> set = empty();
        for (int i = 0; i < elements.size(); i++) {
            if (!set.add(elements.get(i))) {
                throw new MappingException("expected each element of a set once, but this one came before").at(i);
            }
        }
        return set;
    }

    private Set<Object> ofMap(Source in) {
        Set<Object> set = empty();
        int size = in.openMap();
        for (int i = 0; i < size; i++) {
            Object key;
            try {
                key = element.read(in);
            } catch (MappingException e) {
                throw e.at(i);
            }
            if (!set.add(key)) {
                throw new MappingException("expected each element of a set once, but this one came before").at(i);
            }
            if (in.kind() != Kind.LIST || !in.readTerm().equals(ListTerm.nil())) {
                throw new MappingException("expected a set of the module sets, but there is another map");
            }
        }
        in.end();
        return set;
    }

    @Override
    void write(Object value, Sink out) {
        list.write(value, out);
    }

    /// Two orders of one set are two lists, but equal sets are no keys that differ.
    @Override
    boolean isDistinct() {
        return element.isDistinct();
    }
}
