/// Measurements, each with its rivals in the same run: `./sunda bench NAME`. Never part of the tests, never published.
///
/// A [org.sunda.bench.Suite] starts its contenders, mostly in processes of their own
/// ([org.sunda.bench.process]), and lets them take turns; JMH measures each turn in a JVM.
@NullMarked
package org.sunda.bench;

import org.jspecify.annotations.NullMarked;
