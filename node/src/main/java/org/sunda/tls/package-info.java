/// Who a node is and whom it believes when connections go through TLS: [org.sunda.tls.TlsSettings] says it,
/// [org.sunda.tls.TlsEngines] makes an engine of it for each connection, from files that may change while the
/// node runs.
///
/// Depends on no other package.
package org.sunda.tls;
