package org.sunda.pg;

import java.util.List;
import java.util.Map;
import org.sunda.term.Pid;
import org.sunda.term.Ref;
import org.sunda.term.Term;

/// What [ProcessGroups#monitorScope] answers.
///
/// @param ref stands first in each message that follows, and ends the monitor
/// @param groups all groups with their members at this moment, before the first message
public record ScopeMonitor(Ref ref, Map<Term, List<Pid>> groups) {}
