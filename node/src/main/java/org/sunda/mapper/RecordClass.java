package org.sunda.mapper;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;

/// A record taken apart: its components, and what makes one of them.
final class RecordClass {
    private final Class<?> type;
    private final Component[] components;

    /// From [Slots] to the record.
    private final MethodHandle constructor;

    RecordClass(Class<?> type, List<Component> components, MethodHandle constructor) {
        this.type = type;
        this.components = components.toArray(Component[]::new);
        this.constructor = fromSlots(constructor, components);
    }

    private static MethodHandle fromSlots(MethodHandle constructor, List<Component> components) {
        MethodHandle[] values = new MethodHandle[components.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = components.get(i).fromSlots(i, constructor.type().parameterType(i));
        }
        MethodHandle filtered = MethodHandles.filterArguments(constructor, 0, values);
        return MethodHandles.permuteArguments(
                filtered.asType(filtered.type().changeReturnType(Object.class)),
                MethodType.methodType(Object.class, Slots.class),
                new int[values.length]);
    }

    Class<?> type() {
        return type;
    }

    int size() {
        return components.length;
    }

    Component component(int index) {
        return components[index];
    }

    /// The record of the innermost slots, all of which are filled.
    Object make(Slots slots) {
        try {
            return (Object) constructor.invokeExact(slots);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            throw new MappingException("the values make no " + type.getSimpleName() + ": " + why, e);
        }
    }

    void write(Object record, Sink out) {
        for (Component component : components) {
            component.write(record, out);
        }
    }

    boolean isDistinct() {
        for (Component component : components) {
            if (!component.shape.isDistinct()) {
                return false;
            }
        }
        return true;
    }
}
