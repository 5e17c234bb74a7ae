/// What every kind of service has in common: requests with one deadline, a bulkhead in front of each service, answers
/// that say what went wrong and where. A driver adds only the work itself.
///
/// Depends on `org.sunda` and `config`.
@NullMarked
package org.sunda.gateway.service;

import org.jspecify.annotations.NullMarked;
