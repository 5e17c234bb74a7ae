package org.sunda.mapper;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Says of a Java record as what it is written and read.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Mapped {
    /// The form.
    Form value();

    /// The tag of a [Form#RECORD], the module of a [Form#STRUCT] as Elixir writes it (`"My.Order"`), or
    /// what tells a [Form#MAP] from other ones of its sealed interface. By default the name of the class:
    /// in snake case, `order_line` for `OrderLine`, but for a struct as it is.
    String name() default "";
}
