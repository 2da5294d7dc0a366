package dev.sluice.junit;

import dev.sluice.api.Turns.Compared;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractAssert;

/** Assertions about two loads that ran in turns: about figures of the first over the second. */
public final class TurnsAssert extends AbstractAssert<TurnsAssert, Compared> {

  TurnsAssert(Compared compared) {
    super(compared, TurnsAssert.class);
  }

  /** The rate that the first achieved over that of the second. */
  public EstimateAssert achieved() {
    return new EstimateAssert("achieved, A over B", actual.achieved(), this::pages);
  }

  /** The 99th percentile of the first over that of the second. */
  public EstimateAssert p99() {
    return new EstimateAssert("p99, A over B", actual.p99(), this::pages);
  }

  private String pages() {
    return RunAssert.notJudged(Stream.of(actual.a(), actual.b()).flatMap(List::stream))
        + "\n  last run of A: "
        + KeptRuns.keep(actual.a().get(actual.a().size() - 1))
        + "\n  last run of B: "
        + KeptRuns.keep(actual.b().get(actual.b().size() - 1));
  }
}
