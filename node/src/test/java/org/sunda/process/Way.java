package org.sunda.process;

/// How signals get from one node to the other in a test.
enum Way {
    /// There is only one node.
    LOCAL,

    /// The thread that sends delivers.
    DIRECT,

    /// A thread for each direction delivers, in order.
    QUEUED,

    /// As [#QUEUED]; payloads travel as bytes and the receiver decodes them.
    ENCODED
}
