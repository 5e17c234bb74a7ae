/// Java records as terms and back, beside Jackson.
@NullMarked
package org.sunda.bench.mapper;

import org.jspecify.annotations.NullMarked;
