/// `./sunda stress --faults`: a cluster of Java and Erlang nodes that send each other numbered messages
/// while nodes are killed, stopped and cut off.
@org.jspecify.annotations.NullMarked
package org.sunda.faults;
