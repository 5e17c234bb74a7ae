package org.sunda.gateway.java;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The functions of one exported class. Immutable.
public final class JavaModule {
    private final String className;
    private final Map<Key, JavaFunction> functions;

    private record Key(String name, int arity) {}

    private JavaModule(String className, Map<Key, JavaFunction> functions) {
        this.className = className;
        this.functions = functions;
    }

    /// All public static methods that the class itself declares and whose parameters terms can become.
    ///
    /// @throws IllegalAccessException when the class is not public, or its module does not export it
    public static JavaModule of(Class<?> type) throws IllegalAccessException {
        Map<Key, List<Overload>> overloads = new LinkedHashMap<>();
        for (Method method : type.getDeclaredMethods()) {
            boolean callable = Modifier.isPublic(method.getModifiers()) && Modifier.isStatic(method.getModifiers());
            if (callable && !method.isSynthetic()) {
                Key key = new Key(method.getName(), method.getParameterCount());
                Overload.of(method)
                        .ifPresent(overload -> overloads
                                .computeIfAbsent(key, _ -> new ArrayList<>())
                                .add(overload));
            }
        }
        Map<Key, JavaFunction> functions = new HashMap<>();
        overloads.forEach((key, all) -> functions.put(key, new JavaFunction(key.name, all)));
        return new JavaModule(type.getName(), Map.copyOf(functions));
    }

    /// This module with those functions only.
    public JavaModule only(Set<String> names) {
        Map<Key, JavaFunction> fewer = new HashMap<>(functions);
        fewer.keySet().removeIf(key -> !names.contains(key.name));
        return new JavaModule(className, Map.copyOf(fewer));
    }

    /// The name of the class.
    public String className() {
        return className;
    }

    /// The names of all functions, in order.
    public Set<String> names() {
        Set<String> names = new TreeSet<>();
        functions.keySet().forEach(key -> names.add(key.name));
        return names;
    }

    /// The function of that name and arity.
    public Optional<JavaFunction> function(String name, int arity) {
        return Optional.ofNullable(functions.get(new Key(name, arity)));
    }
}
