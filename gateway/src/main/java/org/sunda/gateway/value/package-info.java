/// Java values as terms, and the few terms that stand for dates and times as Java values: the part of the type table
/// that databases and Java methods share.
///
/// Depends on `org.sunda`.
@NullMarked
package org.sunda.gateway.value;

import org.jspecify.annotations.NullMarked;
