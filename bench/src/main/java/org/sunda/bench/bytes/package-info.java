/// Report R2: many small writes into memory, up to gigabytes.
@NullMarked
package org.sunda.bench.bytes;

import org.jspecify.annotations.NullMarked;
