package dev.sluice.junit;

import dev.sluice.api.RunResult;
import dev.sluice.api.WorkloadResult;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.text.Figures;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions about a run. A failure says what was wanted, what was found with its error, how much
 * of a latency is the harness's own lateness, and where the page of the run lies.
 */
public final class RunAssert extends AbstractAssert<RunAssert, RunResult> {

  private final WorkloadResult workload;

  RunAssert(RunResult run) {
    this(run, run.main());
  }

  private RunAssert(RunResult run, WorkloadResult workload) {
    super(run, RunAssert.class);
    this.workload = workload;
  }

  /** Goes on with another workload of the run. */
  public RunAssert workload(String name) {
    return new RunAssert(actual, actual.workload(name));
  }

  /** The target was kept. */
  public RunAssert keptItsTarget() {
    return holds(
        workload.verdict().kind() == Verdict.Kind.KEPT,
        "to keep its target of " + Figures.perSecond(workload.targetPerSecond()),
        "achieved " + workload.achieved() + "; " + workload.verdict().explanation());
  }

  /**
   * No iteration failed or is in doubt, and no message that was checked is missing, in any workload
   * of the run.
   */
  public RunAssert nothingFailedOrLost() {
    for (WorkloadResult each : actual.workloads()) {
      long failed = each.account().failed();
      long inDoubt = each.account().inDoubt();
      long missing = each.delivery().map(DeliveryCounts::missing).orElse(0L);
      holds(
          failed + inDoubt + missing == 0,
          "to have nothing failed or lost",
          Figures.text(
              "%s: %,d failed, %,d in doubt, %,d messages missing %s",
              each.name(), failed, inDoubt, missing, each.errors()));
    }
    return requiresCheck("nothingFailedOrLost()");
  }

  /** No message that was checked is missing, whatever iterations failed or are in doubt. */
  public RunAssert noMessageLost() {
    for (WorkloadResult each : actual.workloads()) {
      long missing = each.delivery().map(DeliveryCounts::missing).orElse(0L);
      holds(missing == 0, "to lose no message", each.name() + ": " + missing + " missing");
    }
    return requiresCheck("noMessageLost()");
  }

  /** No message came twice. */
  public RunAssert noDuplicates() {
    return found(DeliveryFigure.DUPLICATES, "to have no duplicates");
  }

  /** No message came after a later one of its sender. */
  public RunAssert inOrder() {
    return found(DeliveryFigure.OUT_OF_ORDER, "to keep the order of messages");
  }

  /** No message came other than it was sent. */
  public RunAssert nothingCorrupt() {
    return found(DeliveryFigure.CORRUPT, "to corrupt nothing");
  }

  /** The 50th percentile of the latency. */
  public EstimateAssert p50() {
    return figure("p50", each -> each.latency().p50());
  }

  /** The 99th percentile of the latency. */
  public EstimateAssert p99() {
    return figure("p99", each -> each.latency().p99());
  }

  /** A percentile of the latency. */
  public EstimateAssert percentile(double percent) {
    return figure(Latency.word(percent), each -> each.latency().percentile(percent));
  }

  /** The 50th percentile of the time from sending to receiving. */
  public EstimateAssert endToEndP50() {
    return figure("end-to-end p50", each -> each.of(LatencyKind.END_TO_END).p50());
  }

  /** The 99th percentile of the time from sending to receiving. */
  public EstimateAssert endToEndP99() {
    return figure("end-to-end p99", each -> each.of(LatencyKind.END_TO_END).p99());
  }

  /** Iterations done per second. */
  public EstimateAssert achieved() {
    return figure("achieved", WorkloadResult::achieved);
  }

  private EstimateAssert figure(
      String name, Function<WorkloadResult, dev.sluice.api.Estimate> reader) {
    return new EstimateAssert(
        workload.name() + " " + name, reader.apply(workload), () -> explained() + kept(actual));
  }

  /** Both latencies, and whose the lateness is. */
  private String explained() {
    String verdict = workload.verdict().explanation();
    String share = Verdict.harnessShareText(workload.harnessShare());
    boolean told = workload.harnessShare() == 0 || verdict.contains(share);
    return "\n  from the intended start: %s\n  service time: %s\n  %s%s"
        .formatted(workload.latency(), workload.service(), verdict, told ? "" : "\n  " + share);
  }

  private RunAssert found(DeliveryFigure figure, String wanted) {
    for (WorkloadResult each : actual.workloads()) {
      Optional<DeliveryCounts> delivery = each.delivery();
      long count = delivery.map(counts -> counts.get(figure)).orElse(0L);
      holds(count == 0, wanted, each.name() + ": " + count + " " + figure.label());
    }
    return requiresCheck(wanted);
  }

  /** An assertion about messages that nobody checked would always hold. */
  private RunAssert requiresCheck(String wanted) {
    boolean checked = actual.workloads().stream().anyMatch(each -> each.delivery().isPresent());
    boolean answered =
        actual.workloads().stream().anyMatch(each -> !each.of(LatencyKind.GET).all().isEmpty());
    if (!checked && !answered) {
      failWithMessage(
          "%nNothing was checked, so it cannot be said that it was %s: add verifying() to senders and receivers",
          wanted);
    }
    return this;
  }

  private RunAssert holds(boolean condition, String wanted, String found) {
    if (!condition) {
      failWithMessage(
          "%nExpected %s %s,%nbut found %s%s", workload.name(), wanted, found, kept(actual));
    }
    return this;
  }

  /** Where the page of the run lies. */
  private static String kept(RunResult run) {
    return notJudged(Stream.of(run)) + "\n  run: " + KeptRuns.keep(run);
  }

  /** Why runs say nothing of the broker, if they do not. */
  static String notJudged(Stream<RunResult> runs) {
    return runs.flatMap(each -> each.stoodStill().stream())
        .map("\n  cannot be judged: "::concat)
        .collect(Collectors.joining());
  }
}
