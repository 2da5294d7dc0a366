package dev.sluice.junit;

import dev.sluice.api.PlanResult;
import dev.sluice.api.PlanResult.Objective;
import dev.sluice.api.PlanResult.Objective.Outcome;
import dev.sluice.api.PlanResult.Verdict;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractAssert;

/** Assertions about a plan. A failure says what came of it, and where the pages of its runs lie. */
public final class PlanAssert extends AbstractAssert<PlanAssert, PlanResult> {

  PlanAssert(PlanResult plan) {
    super(plan, PlanAssert.class);
  }

  /** It was played to its end, and met all of its objectives; it must have some. */
  public PlanAssert metItsObjectives() {
    if (actual.objectives().isEmpty() && actual.problems().isEmpty()) {
      failWithMessage("%nThe plan has no objectives: add some under 'objectives:'");
    }
    return holds(
        actual.problems().isEmpty()
            && actual.objectives().stream().allMatch(each -> each.outcome() == Outcome.MET),
        "to meet its objectives");
  }

  /** It passed, as {@code sluice run} with exit code 0: nothing failed in its runs either. */
  public PlanAssert passed() {
    return holds(actual.verdict() == Verdict.PASSED, "to pass");
  }

  /** Goes on with its first run. */
  public RunAssert run() {
    return new RunAssert(actual.runs().get(0));
  }

  private PlanAssert holds(boolean condition, String wanted) {
    if (!condition) {
      failWithMessage("%nExpected the plan %s,%nbut found%s%s", wanted, found(), pages());
    }
    return this;
  }

  private String found() {
    List<String> missed =
        actual.objectives().stream()
            .filter(each -> each.outcome() != Outcome.MET)
            .map(Objective::toString)
            .toList();
    List<String> unclean =
        actual.runs().stream().filter(each -> !each.clean()).map(Object::toString).toList();
    return Stream.of(actual.problems(), missed, unclean)
        .flatMap(List::stream)
        .map("\n  "::concat)
        .collect(Collectors.joining());
  }

  private String pages() {
    return actual
        .folder()
        .map(each -> "\n  results: " + each)
        .orElseGet(
            () ->
                actual.runs().stream()
                    .map(each -> "\n  run: " + KeptRuns.keep(each))
                    .collect(Collectors.joining()));
  }
}
