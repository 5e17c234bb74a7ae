/// Measurements, each with its rivals in the same run. Never part of the tests, never published.
@NullMarked
package org.sunda.bench;

import org.jspecify.annotations.NullMarked;
