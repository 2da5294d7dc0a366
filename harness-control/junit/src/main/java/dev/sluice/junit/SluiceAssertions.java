package dev.sluice.junit;

import dev.sluice.api.Estimate;
import dev.sluice.api.PlanResult;
import dev.sluice.api.RunResult;
import dev.sluice.api.Turns;

/** The way in to assertions about runs. */
public final class SluiceAssertions {

  private SluiceAssertions() {}

  /** Assertions about a run: about its main workload, unless another is named. */
  public static RunAssert assertThat(RunResult run) {
    return new RunAssert(run);
  }

  /**
   * Assertions about two loads in turns, which run now.
   *
   * @see dev.sluice.api.Sluice#inTurns
   */
  public static TurnsAssert assertThat(Turns turns) {
    return new TurnsAssert(turns.run());
  }

  /** Assertions about a plan that was played. */
  public static PlanAssert assertThat(PlanResult plan) {
    return new PlanAssert(plan);
  }

  /** Assertions about one figure. */
  public static EstimateAssert assertThat(Estimate estimate) {
    return new EstimateAssert("the figure", estimate, () -> "");
  }
}
