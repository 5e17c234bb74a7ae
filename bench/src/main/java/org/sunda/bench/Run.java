package org.sunda.bench;

import java.util.Map;

/// What describes a run.
///
/// @param command what was typed
/// @param facts date, machine, versions, by their names
record Run(String suite, String command, boolean quick, Map<String, String> facts) {}
