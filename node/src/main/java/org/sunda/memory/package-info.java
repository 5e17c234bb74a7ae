/// Bytes that grow by linking segments, never by copying what is already there; and where the memory for
/// them comes from.
///
/// [org.sunda.memory.Output] is written once, front to back; [org.sunda.memory.Bytes] is what it wrote,
/// immutable and shareable between threads; [org.sunda.memory.Input] is one reader's place in it. Numbers
/// are big endian. Streams and channels meet them in [org.sunda.memory.OutputAdapter],
/// [org.sunda.memory.InputAdapter], [org.sunda.memory.BytesWriter] and [org.sunda.memory.MappedFile].
///
/// An [org.sunda.memory.Allocator] hands out a [org.sunda.memory.Segment]: one owner's handle on a piece of
/// memory. The words of ownership are *transfer* (another owner instead of me), *share* (another owner
/// beside me) and *release* (no longer me; the last one gives the memory back). A handle that has ended
/// throws, whoever has the memory by then. [org.sunda.memory.ConfinedPool] is for one thread,
/// [org.sunda.memory.SharedPool] for all of them.
///
/// Depends on nothing.
package org.sunda.memory;
