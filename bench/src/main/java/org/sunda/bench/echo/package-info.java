/// The third report: echoes over a connection. One Erlang node sends, everybody else sends back: Sunda, Jinterface,
/// another Erlang, C, Go, and a loop that only moves bytes, which is the least that Java can do.
@NullMarked
package org.sunda.bench.echo;

import org.jspecify.annotations.NullMarked;
