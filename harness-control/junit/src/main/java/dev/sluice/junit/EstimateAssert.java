package dev.sluice.junit;

import dev.sluice.api.Estimate;
import dev.sluice.api.Rate;
import java.time.Duration;
import java.util.function.Supplier;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions about one figure. They hold for the figure itself; a failure also says whether the
 * limit lies within its error.
 */
public final class EstimateAssert extends AbstractAssert<EstimateAssert, Estimate> {

  private final String name;
  private final Supplier<String> evidence;

  EstimateAssert(String name, Estimate estimate, Supplier<String> evidence) {
    super(estimate, EstimateAssert.class);
    this.name = name;
    this.evidence = evidence;
  }

  /** A time below this limit. */
  public EstimateAssert isLessThan(Duration limit) {
    return isLessThan((double) limit.toNanos());
  }

  /** A number below this limit. */
  public EstimateAssert isLessThan(double limit) {
    return holds(actual.value() < limit, "less than ", limit);
  }

  /** A rate of at least this. */
  public EstimateAssert isAtLeast(Rate limit) {
    return isAtLeast(limit.iterationsPerSecond());
  }

  /** A number of at least this. */
  public EstimateAssert isAtLeast(double limit) {
    return holds(actual.value() >= limit, "at least ", limit);
  }

  private EstimateAssert holds(boolean condition, String relation, double limit) {
    if (!condition) {
      failWithMessage(
          "%nExpected %s to be %s%s,%nbut it is %s%s%s",
          name,
          relation,
          actual.text(limit),
          actual,
          actual.isWithinError(limit)
              ? ": the limit lies within the error, so a longer run may say otherwise"
              : "",
          evidence.get());
    }
    return this;
  }
}
