package org.sunda.gateway.service;

/// A service that cannot be opened; the message is a sentence for whoever starts the gateway.
public final class ServiceException extends Exception {
    private static final long serialVersionUID = 1L;

    /// With that sentence.
    public ServiceException(String message, Throwable cause) {
        super(message, cause);
    }
}
