/// Report R5: memory outside the heap, allocated and freed.
@NullMarked
package org.sunda.bench.alloc;

import org.jspecify.annotations.NullMarked;
