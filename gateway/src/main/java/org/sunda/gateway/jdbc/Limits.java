package org.sunda.gateway.jdbc;

/// How large an answer may become.
///
/// @param maxRows the most rows
/// @param maxReplyBytes about the most bytes on the wire
record Limits(int maxRows, long maxReplyBytes) {}
