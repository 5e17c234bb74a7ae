package org.sunda.gateway.java;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sunda.gateway.value.JavaTerms;
import org.sunda.term.Atom;
import org.sunda.term.Term;

/// One method with its parameters.
///
/// @param signature the simple names of the parameters' types, as `(long, long)`
/// @param handle takes the arguments as one array, and answers null for `void`
record Overload(String signature, List<Conversion> parameters, MethodHandle handle, boolean isVoid) {

    /// Arguments that fit.
    ///
    /// @param cost the sum of what each costs
    record Arguments(Overload overload, List<@Nullable Object> values, int cost) {}

    /// The overload that this method is; empty when a parameter has a type that no term becomes.
    ///
    /// @throws IllegalAccessException when not everybody may call it
    static Optional<Overload> of(Method method) throws IllegalAccessException {
        List<Conversion> parameters = new ArrayList<>();
        for (Type type : method.getGenericParameterTypes()) {
            Optional<Conversion> conversion = Conversions.to(type);
            if (conversion.isEmpty()) {
                return Optional.empty();
            }
            parameters.add(conversion.get());
        }
        MethodHandle handle = MethodHandles.publicLookup()
                .unreflect(method)
                .asFixedArity()
                .asSpreader(Object[].class, parameters.size())
                .asType(MethodType.methodType(Object.class, Object[].class));
        String signature = Arrays.stream(method.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(", ", "(", ")"));
        return Optional.of(new Overload(signature, parameters, handle, method.getReturnType() == void.class));
    }

    /// The arguments as this overload takes them; empty when one does not fit.
    Optional<Arguments> fit(List<Term> terms) {
        List<@Nullable Object> values = new ArrayList<>(parameters.size());
        int cost = 0;
        for (int i = 0; i < parameters.size(); i++) {
            Fit fit = parameters.get(i).fit(terms.get(i), JavaTerms.MOST_DEPTH);
            if (fit == null) {
                return Optional.empty();
            }
            values.add(fit.value());
            cost += fit.cost();
        }
        return Optional.of(new Arguments(this, values, cost));
    }

    /// Calls the method.
    ///
    /// @throws JavaTerms.NoTermException when it answers what has no term
    /// @throws Throwable whatever the method throws
    @SuppressWarnings("NullAway") // a parameter may be null as it may be in Java
    Term call(List<@Nullable Object> values) throws Throwable {
        Object result = (Object) handle.invokeExact(values.toArray());
        return isVoid ? Atom.OK : JavaTerms.of(result);
    }
}
