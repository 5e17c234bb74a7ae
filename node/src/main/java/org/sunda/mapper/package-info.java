/// Java values as terms and back: [org.sunda.mapper.Mapper]. What each type becomes stands in
/// docs/mapper.md.
///
/// A type is compiled once into a shape, which reads from one kind of source, a tree or bytes, and writes
/// to one kind of sink, a tree or bytes. Shapes recurse over what is nested in the term, to a depth that
/// the mapper bounds.
///
/// Depends on `etf`, `term` and `memory`.
package org.sunda.mapper;
