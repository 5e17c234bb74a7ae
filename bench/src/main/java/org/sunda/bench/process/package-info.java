/// The processes in which contenders live: JVMs in which JMH measures, each with its own class path, flags and
/// environment, and BEAMs. They end with what started them.
@NullMarked
package org.sunda.bench.process;

import org.jspecify.annotations.NullMarked;
