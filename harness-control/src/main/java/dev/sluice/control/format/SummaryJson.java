package dev.sluice.control.format;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.sink.console.AllDue;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Summary.Overflow;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.Connections.Reconnects;
import org.json.JSONObject;

/** A summary as JSON: times in seconds, latencies in milliseconds. Pure functions. */
public final class SummaryJson {

  private SummaryJson() {}

  public static Json of(Summary summary) {
    return new Json()
        .put("started", summary.started().toString())
        .put("measuredSeconds", seconds(summary.measuredNanos()))
        .put("warmupSeconds", seconds(summary.warmupNanos()))
        .put("endReason", summary.endReason())
        .put("clean", summary.clean())
        .put("cpuCores", Csv.number(summary.cpu().cores()))
        .put("workloads", summary.workloads().stream().map(SummaryJson::workload).toList())
        .putAny("overflows", summary.overflows().stream().map(SummaryJson::overflow).toList())
        .putAny("failures", summary.failures());
  }

  private static Json overflow(Overflow overflow) {
    return new Json()
        .put("sink", overflow.sink())
        .put("intervals", overflow.intervals())
        .put("events", overflow.events());
  }

  /** The verdict on a workload that was written as {@link #of} does. */
  public static Verdict.Kind verdictKind(JSONObject workload) {
    return Json.word(workload, "verdict", Verdict.Kind.class);
  }

  private static Json workload(Summary.Workload workload) {
    Json json =
        new Json()
            .put("name", workload.name())
            .put("achievedPerSecond", Csv.number(workload.measured().achievedPerSecond()))
            .put("targetPerSecond", Csv.number(workload.measured().targetPerSecond()))
            .put("ratio", Csv.ratio(workload.measured().ratio()))
            .put("verdict", workload.verdict().kind().key())
            .put("explanation", workload.verdict().explanation());
    json.put("shares", workload.verdict().shares().stream().map(SummaryJson::share).toList())
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
    return json.put("latencyMillis", FigureJson.latencies(workload.measured()));
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

  private static Object seconds(long nanos) {
    return Csv.number(nanos / NANOS_PER_SECOND);
  }
}
