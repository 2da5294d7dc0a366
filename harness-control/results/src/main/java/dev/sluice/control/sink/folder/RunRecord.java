package dev.sluice.control.sink.folder;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.FigureJson;
import dev.sluice.control.format.Finding;
import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.RunDocument;
import dev.sluice.control.format.RunDocument.MissingShare;
import dev.sluice.control.format.RunDocument.ReconnectTimes;
import dev.sluice.control.format.RunDocument.RunOutcome;
import dev.sluice.control.format.RunDocument.RunState;
import dev.sluice.control.format.RunDocument.WorkloadOutcome;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.measure.AllDue;
import dev.sluice.control.measure.Steadiness;
import dev.sluice.control.secret.SecretRules;
import dev.sluice.core.bus.Conclusion;
import dev.sluice.core.result.RunBatches;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.Connections.Reconnects;
import dev.sluice.core.stats.Gauge;
import dev.sluice.core.stats.Window;
import dev.sluice.estimates.Batches;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is known of a run as a whole: the content of {@code run.json}, as it grows. One thread. */
public final class RunRecord {

  private final RunDescription description;
  private final Instant created;
  private final List<ObjectiveResult> objectives = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();
  private List<String> variables = List.of();
  private Optional<RunOutcome> outcome = Optional.empty();
  private String failure = "";

  /**
   * @param created wall-clock time
   */
  public RunRecord(RunDescription description, Instant created) {
    this.description = description;
    this.created = created;
  }

  /** The run has come to its summary. */
  public void ended(Summary result) {
    outcome = // once, because its errors take some work
        Optional.of(
            Conclusion.draw(
                "errors of figures",
                () -> outcome(result, result.batches()),
                () -> outcome(result, new RunBatches())));
  }

  /** The run did not come to a summary: why, one line. */
  public void failed(String why) {
    failure = failure.isEmpty() ? why : failure + "; " + why;
  }

  /** Adds what came of objectives. */
  public void objectives(List<ObjectiveResult> results) {
    objectives.addAll(results);
  }

  /** Adds something that was found. */
  public void found(Finding finding) {
    findings.add(finding);
  }

  /** The columns of the table of steps that hold the variables of loops. */
  public void variables(List<String> columns) {
    variables = List.copyOf(columns);
  }

  /** Whether it neither came to a summary nor failed. */
  public boolean isOpen() {
    return outcome.isEmpty() && failure.isEmpty();
  }

  /** All of it. */
  public RunDocument document() {
    return new RunDocument(
        RunFiles.FORMAT,
        description.spec().id(),
        state(),
        created,
        Optional.of(SecretRules.mask(failure)).filter(any -> !failure.isEmpty()),
        outcome,
        List.copyOf(objectives),
        List.copyOf(findings),
        variables,
        List.of(),
        description.setup());
  }

  private RunState state() {
    if (!failure.isEmpty()) {
      return RunState.FAILED;
    }
    return outcome.isPresent() ? RunState.DONE : RunState.RUNNING;
  }

  private static RunOutcome outcome(Summary summary, RunBatches batches) {
    return new RunOutcome(
        summary.started(),
        summary.measuredNanos() / NANOS_PER_SECOND,
        Optional.of(summary.warmupNanos() / NANOS_PER_SECOND),
        summary.endReason(),
        summary.clean(),
        summary.cpu().cores(),
        summary.workloads().stream().map(each -> outcome(each, batches.of(each.name()))).toList(),
        summary.overflows(),
        summary.failures());
  }

  private static WorkloadOutcome outcome(Summary.Workload workload, Batches parts) {
    Window measured = workload.measured();
    Window whole = workload.whole();
    Reconnects reconnects = workload.reconnects();
    return new WorkloadOutcome(
        workload.name(),
        Gauge.ACHIEVED.in(measured, parts),
        Gauge.TARGET.in(measured),
        Csv.ratio(measured.ratio()),
        workload.verdict().kind(),
        workload.verdict().explanation(),
        Optional.of(workload.verdict().shares().stream().map(RunRecord::share).toList()),
        Optional.of(measured.attemptedPerSecond()),
        FigureJson.account(measured),
        FigureJson.account(whole),
        measured.counts(),
        whole.counts().iterations(),
        whole.counts().inDoubt(),
        whole.counts().rolledBack(),
        Optional.of(whole.end().errorsByCause()),
        workload.workersLost(),
        Optional.of(
            new ReconnectTimes(
                reconnects.count(),
                Csv.millis(reconnects.p50Nanos()),
                Csv.millis(reconnects.maxNanos()),
                reconnects.notBack())),
        workload.delivery(),
        AllDue.of(measured).p99(),
        Steadiness.remarks(parts),
        FigureJson.latencies(measured, parts));
  }

  private static MissingShare share(Verdict.Share share) {
    return new MissingShare(share.kind(), share.iterations(), Csv.ratio(share.ofDue()));
  }
}
