package org.sunda.process;

/// Tells the log what was thrown by code that may be anybody's.
final class CrashReport {
    private CrashReport() {}

    /// The logger asks a throwable for its words and its causes. What that throws must not get any further: not
    /// every throwable by which a process ends can be told of in full.
    static void log(System.Logger logger, String what, Throwable thrown) {
        try {
            logger.log(System.Logger.Level.ERROR, what, thrown);
        } catch (Throwable worse) {
            logger.log(
                    System.Logger.Level.ERROR,
                    what + " by a " + thrown.getClass().getName() + " that has no words");
        }
    }
}
