/// Bytes that grow by linking segments, never by copying what is already there.
///
/// [org.sunda.memory.Output] is written once, front to back; [org.sunda.memory.Bytes] is what it wrote,
/// immutable and shareable between threads; [org.sunda.memory.Input] is one reader's place in it. Numbers
/// are big endian.
///
/// Depends on nothing.
package org.sunda.memory;
