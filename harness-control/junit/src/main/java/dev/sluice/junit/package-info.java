/**
 * Assertions about runs, and brokers that start inside a test.
 *
 * <p>{@link dev.sluice.junit.SluiceAssertions} is the way in; {@link
 * dev.sluice.junit.SluiceExtension} gives tests an embedded broker or queue manager as a parameter.
 */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.sluice.junit;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
