/// Java classes as Erlang modules: `erpc:call(Gateway, math, max, [1, 2])`.
///
/// What can be called is fixed at the start: the public static methods of the classes that the configuration names, and
/// no others. Nothing that a caller sends ever chooses a class.
///
/// Depends on `value` and `config`.
@NullMarked
package org.sunda.gateway.java;

import org.jspecify.annotations.NullMarked;
