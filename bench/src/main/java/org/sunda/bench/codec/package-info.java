/// `./sunda bench codec`: terms to bytes and back, in memory and over the wire.
@NullMarked
package org.sunda.bench.codec;

import org.jspecify.annotations.NullMarked;
