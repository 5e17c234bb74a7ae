package org.sunda.mapper;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Lists: `List` and its like, arrays of objects, and what else has elements one after the other.
final class ListShape extends Shape {
    /// A peer may announce more elements than it sends, so not all room is taken at once.
    static final int FIRST_ROOM = 1024;

    private final Shape element;

    ListShape(Shape element) {
        this.element = element;
    }

    @Override
    List<Object> read(Source in) {
        in.require(Kind.LIST, "a list");
        int count = in.openList();
        List<Object> elements = new ArrayList<>(Math.min(count, FIRST_ROOM));
        for (; count > 0; count = in.moreOfList()) {
            readInto(elements, count, in);
        }
        in.end();
        return elements;
    }

    private void readInto(List<Object> elements, int count, Source in) {
        try {
            for (int i = 0; i < count; i++) {
                elements.add(element.read(in));
            }
        } catch (MappingException e) {
            throw e.at(elements.size());
        }
    }

    @Override
    void write(Object value, Sink out) {
        Collection<?> elements = (Collection<?>) value;
        int size = elements.size();
        out.openList(size);
        int index = 0;
        try {
            for (Object each : elements) {
                if (index == size) {
                    throw changed();
                }
                write(each, element, out);
                index++;
            }
        } catch (MappingException e) {
            throw e.at(index);
        }
        if (index < size) {
            throw changed();
        }
        out.endList();
    }

    /// Writes an element, which must be there.
    static void write(@Nullable Object value, Shape shape, Sink out) {
        if (value == null) {
            throw MappingException.nothing();
        }
        shape.write(value, out);
    }

    static MappingException changed() {
        return new MappingException(
                "the collection has another size than it said: it was changed while it was written");
    }

    @Override
    boolean isDistinct() {
        return element.isDistinct();
    }

    /// An array of objects or of `boolean` or `char`, by way of a list.
    Shape toArray(Class<?> component) {
        return new Shape() {
            @Override
            Object read(Source in) {
                List<Object> elements = ListShape.this.read(in);
                Object array = Array.newInstance(component, elements.size());
                for (int i = 0; i < elements.size(); i++) {
                    Array.set(array, i, elements.get(i));
                }
                return array;
            }

            @Override
            void write(Object array, Sink out) {
                List<Object> elements = new ArrayList<>();
                for (int i = 0; i < Array.getLength(array); i++) {
                    elements.add(Array.get(array, i));
                }
                ListShape.this.write(elements, out);
            }
        };
    }
}
