package dev.sluice.control.sink.folder;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.FigureJson;
import dev.sluice.control.format.Finding;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.secret.SecretRules;
import dev.sluice.control.sink.console.AllDue;
import dev.sluice.control.sink.console.Steadiness;
import dev.sluice.core.bus.Conclusion;
import dev.sluice.core.result.RunBatches;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Summary.Overflow;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.Connections.Reconnects;
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
  private final RunBatches batches = new RunBatches();
  private Optional<Json> summary = Optional.empty();
  private String failure = "";

  /**
   * @param created wall-clock time
   */
  public RunRecord(RunDescription description, Instant created) {
    this.description = description;
    this.created = created;
  }

  /** An interval has ended. */
  public void interval(Snapshot interval) {
    batches.add(interval);
  }

  /** The run has come to its summary. */
  public void ended(Summary result) {
    batches.ended(result);
    summary = // once, because its errors take some work
        Optional.of(
            Conclusion.draw(
                "errors of figures",
                () -> json(result, batches),
                () -> json(result, new RunBatches())));
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
    return summary.isEmpty() && failure.isEmpty();
  }

  /** All of it. */
  public Json json() {
    Json json =
        new Json()
            .put("format", RunFiles.FORMAT)
            .put("id", description.spec().id())
            .put("state", state())
            .put("created", created.toString());
    if (!failure.isEmpty()) {
      json.put("failure", SecretRules.mask(failure));
    }
    summary.ifPresent(result -> json.put("summary", result));
    json.putAny("objectives", objectives.stream().map(ObjectiveResult::json).toList())
        .putAny("findings", findings.stream().map(Finding::json).toList())
        .putAny("variables", variables);
    description.json().members().forEach(json::put);
    return json;
  }

  private String state() {
    if (!failure.isEmpty()) {
      return "failed";
    }
    return summary.isPresent() ? "done" : "running";
  }

  /** Times in seconds, latencies in milliseconds. */
  private static Json json(Summary summary, RunBatches batches) {
    return new Json()
        .put("started", summary.started().toString())
        .put("measuredSeconds", Csv.seconds(summary.measuredNanos()))
        .put("warmupSeconds", Csv.seconds(summary.warmupNanos()))
        .put("endReason", summary.endReason())
        .put("clean", summary.clean())
        .put("cpuCores", Csv.number(summary.cpu().cores()))
        .put(
            "workloads",
            summary.workloads().stream()
                .map(each -> workload(each, batches.of(each.name())))
                .toList())
        .putAny("overflows", summary.overflows().stream().map(RunRecord::overflow).toList())
        .putAny("failures", summary.failures());
  }

  private static Json overflow(Overflow overflow) {
    return new Json()
        .put("sink", overflow.sink())
        .put("intervals", overflow.intervals())
        .put("events", overflow.events());
  }

  private static Json workload(Summary.Workload workload, Batches parts) {
    Json json =
        new Json()
            .put("name", workload.name())
            .put("achievedPerSecond", Csv.number(workload.measured().achievedPerSecond()));
    FigureJson.addError(json, "achievedPerSecond", parts.achieved().interval(), Csv::number)
        .put("targetPerSecond", Csv.number(workload.measured().targetPerSecond()))
        .put("ratio", Csv.ratio(workload.measured().ratio()))
        .put("verdict", workload.verdict().kind().key())
        .put("explanation", workload.verdict().explanation());
    json.put("shares", workload.verdict().shares().stream().map(RunRecord::share).toList())
        .put("attemptedPerSecond", Csv.number(workload.measured().attemptedPerSecond()))
        .put("account", FigureJson.account(workload.measured()))
        .put("wholeAccount", FigureJson.account(workload.whole()));
    FigureJson.addTo(json, workload.measured().counts())
        .put("totalIterations", workload.whole().counts().iterations())
        .put("totalInDoubt", workload.whole().counts().inDoubt())
        .put("totalRolledBack", workload.whole().counts().rolledBack())
        .put("totalErrorsByCause", workload.whole().end().errorsByCause())
        .put("workersLost", workload.workersLost())
        .put("reconnects", reconnects(workload.reconnects()));
    workload.delivery().ifPresent(delivery -> json.put("delivery", FigureJson.of(delivery)));
    AllDue.of(workload.measured()).p99().ifPresent(text -> json.put("ofAllDue", text));
    return json.putAny("unsteady", Steadiness.remarks(parts))
        .put("latencyMillis", FigureJson.latencies(workload.measured(), parts));
  }

  private static Json share(Verdict.Share share) {
    return new Json()
        .put("kind", share.kind().key())
        .put("iterations", Csv.number(share.iterations()))
        .put("ofDue", Csv.ratio(share.ofDue()));
  }

  private static Json reconnects(Reconnects reconnects) {
    return new Json()
        .put("count", reconnects.count())
        .put("p50Millis", Csv.millis(reconnects.p50Nanos()))
        .put("maxMillis", Csv.millis(reconnects.maxNanos()))
        .put("notBack", reconnects.notBack());
  }
}
