package org.sunda.dist;

/// A message of the handshake is not what the protocol (section a.4) asks for.
public final class HandshakeException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String sentence;

    /// @param reason one sentence: what was wrong, and the section that says so
    public HandshakeException(String reason) {
        super(reason);
        this.sentence = reason;
    }

    /// What was wrong, in one sentence.
    public String sentence() {
        return sentence;
    }
}
