/// The service type `jdbc`: any database with a JDBC driver, through a pool of connections.
///
/// Depends on `service`, `value` and `config`.
@NullMarked
package org.sunda.gateway.jdbc;

import org.jspecify.annotations.NullMarked;
