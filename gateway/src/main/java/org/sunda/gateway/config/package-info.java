/// The configuration file, read by explicit code: every value is asked for by name, type and range, and every
/// mistake is collected with its file and line, so that one run tells them all.
///
/// Depends on nothing of Sunda.
@NullMarked
package org.sunda.gateway.config;

import org.jspecify.annotations.NullMarked;
