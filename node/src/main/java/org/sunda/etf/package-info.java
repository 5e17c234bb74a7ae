/// The external term format (protocol section c): a cursor, [org.sunda.etf.TermReader] and [org.sunda.etf.TermWriter],
/// that makes no objects but what it is asked for, and on top of it whole terms, [org.sunda.etf.ExternalTerm].
///
/// Pure: no thread, no socket. Depends on `term` and `memory`.
package org.sunda.etf;
