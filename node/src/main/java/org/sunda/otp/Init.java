package org.sunda.otp;

/// How the start of a server has gone: it goes on as a [Next] says (which may be to stop), or there is
/// nothing for it to do.
public sealed interface Init permits Next, Init.Ignore {
    /// There is to be no process, and that is no failure.
    static Init ignore() {
        return new Ignore();
    }

    /// See [#ignore].
    record Ignore() implements Init {}
}
