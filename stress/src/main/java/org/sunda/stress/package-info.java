/// What takes long: a soak, and a million links at once. The tests of single races stand in `org.sunda.process`, since
/// they look at what is not public there.
@NullMarked
package org.sunda.stress;

import org.jspecify.annotations.NullMarked;
