/**
 * Loads in Java. {@link dev.sluice.api.Sluice} describes them; {@code run()} blocks and returns
 * values, {@code start()} returns a run that can be steered meanwhile.
 *
 * <p>Nothing is printed, and there is no static state: two runs in one JVM know nothing of each
 * other.
 */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.sluice.api;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
