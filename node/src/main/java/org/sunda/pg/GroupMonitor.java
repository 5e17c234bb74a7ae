package org.sunda.pg;

import java.util.List;
import org.sunda.term.Pid;
import org.sunda.term.Ref;

/// What [ProcessGroups#monitor] answers.
///
/// @param ref stands first in each message that follows, and ends the monitor
/// @param members the members of the group at this moment, before the first message
public record GroupMonitor(Ref ref, List<Pid> members) {}
