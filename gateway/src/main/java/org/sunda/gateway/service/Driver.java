package org.sunda.gateway.service;

import java.time.Duration;
import org.sunda.gateway.config.Section;

/// One type of service, named in a configuration by `type = ...`.
public interface Driver {
    /// The name of the type.
    String type();

    /// Reads the settings of one service, all of them but `type`. Opens nothing.
    Plan read(Section section);

    /// A service whose configuration has been read.
    ///
    /// @param timeout the time that a request has when it does not say
    record Plan(QueueLimits queue, Duration timeout, Opener opener) {}

    /// Makes the service.
    interface Opener {
        /// Opens whatever the service needs.
        ///
        /// @param name the name under which it is registered
        /// @throws ServiceException when it cannot be opened; then nothing of it is left open
        Service open(String name) throws ServiceException;
    }
}
