package org.sunda.process;

import org.sunda.term.Pid;
import org.sunda.term.Ref;

/// A process that was started on another node, and the monitor by which its end will be known.
public record RemoteProcess(Pid pid, Ref monitor) {}
