/// The gateway: services of the JVM as members of an Erlang cluster. What runs it (`Main`), what it is told
/// (`GatewayConfig`), and the one place where services, exported classes and the node meet (`Gateway`).
///
/// Depends on everything below it: `org.sunda`, `config`, `service`, `jdbc`, `java`.
@NullMarked
package org.sunda.gateway;

import org.jspecify.annotations.NullMarked;
