package dev.sluice.control.command;

import static dev.sluice.core.time.Nanos.NANOS_PER_MILLI;
import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.format.FigureJson;
import dev.sluice.control.format.IntervalJson;
import dev.sluice.control.format.Json;
import dev.sluice.core.pacing.RateCurve;
import dev.sluice.core.pacing.RateCurve.LinearRamp;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.RunStatus;
import dev.sluice.core.run.RunStatus.RunPhase;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.run.TargetState;
import dev.sluice.core.stats.Connections;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.core.stats.Figure;
import dev.sluice.core.stats.Gauge;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyFigure;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Reach;
import dev.sluice.core.stats.Standing.PaceMode;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import java.time.DateTimeException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * Replies as one line of JSON, and back: times in seconds, latencies in milliseconds, histograms in
 * nanoseconds. Pure functions.
 */
public final class RunJson {

  private static final String HISTOGRAMS = "histograms";
  private static final String AGES = "ages";
  private static final String TOO_OLD = "tooOld";

  /** The counts of an interval. */
  private static final List<Counter> COUNTS =
      Counter.reaching(
          Reach.REPLIES,
          Counter.ITERATIONS,
          Counter.EMPTY,
          Counter.ERRORS,
          Counter.IN_DOUBT,
          Counter.ROLLED_BACK,
          Counter.DROPPED,
          Counter.SKEWED,
          Counter.DUE,
          Counter.DONE,
          Counter.FAILED,
          Counter.UNSCHEDULED);

  /** The counts since the start. */
  private static final List<Counter> STATUS_COUNTS =
      Counter.reaching(Reach.LINES, Counter.ITERATIONS);

  private static final List<LatencyFigure> OF_LATENCY =
      LatencyFigure.withPercentiles(50, 90, 99, 99.9);

  private RunJson() {}

  static String status(RunStatus status) {
    return new Json()
        .put("id", status.id())
        .put("phase", status.phase())
        .put("sinceStartSeconds", status.sinceStartNanos() / NANOS_PER_SECOND)
        .put("workloads", status.workloads().stream().map(RunJson::workload).toList())
        .toString();
  }

  static String interval(Snapshot snapshot) {
    return interval(snapshot, false);
  }

  /** The same with histograms, so that watchers can add intervals up. */
  public static String watched(Snapshot snapshot) {
    return interval(snapshot, true);
  }

  /**
   * Reads a line of {@code watch json} or {@code stats json}. The causes of what is overdue, and
   * parts of iterations, are not in it.
   *
   * @throws JSONException if it is not such a line
   */
  public static Snapshot parse(String line) {
    JSONObject json = new JSONObject(line);
    long lengthNanos = nanos(json, "lengthSeconds");
    try {
      return IntervalJson.snapshot(
          json,
          nanos(json, "sinceStartSeconds"),
          lengthNanos,
          workloads(json, each -> workload(each, lengthNanos)));
    } catch (DateTimeException e) {
      throw new JSONException(e);
    }
  }

  /**
   * Reads a line of {@code status json}. What was found in deliveries is left out.
   *
   * @throws JSONException if it is not such a line
   */
  public static RunStatus parseStatus(String line) {
    JSONObject json = new JSONObject(line);
    return new RunStatus(
        json.getString("id"),
        Json.word(json, "phase", RunPhase.class),
        nanos(json, "sinceStartSeconds"),
        workloads(json, RunJson::workloadStatus));
  }

  private static <T> List<T> workloads(JSONObject json, Function<JSONObject, T> reader) {
    return Json.objects(json.getJSONArray("workloads")).stream().map(reader).toList();
  }

  private static WorkloadStatus workloadStatus(JSONObject json) {
    return new WorkloadStatus(
        json.getString("name"),
        target(json),
        json.getInt("workersUp"),
        json.getInt("workers"),
        counts(json, STATUS_COUNTS),
        FigureJson.connections(json),
        FigureJson.byName(json.getJSONObject("totalErrorsByCause")),
        Optional.empty());
  }

  private static TargetState target(JSONObject json) {
    double now = json.getDouble("targetPerWorkerPerSecond");
    double end = json.getDouble("finalTargetPerWorkerPerSecond");
    double rampSeconds = json.optDouble("rampSeconds", 0);
    return new TargetState(
        false,
        rampSeconds > 0 ? new LinearRamp(now, end, rampSeconds) : RateCurve.constant(end),
        json.getInt("workers"),
        Json.word(json, "mode", PaceMode.class) == PaceMode.PAUSED,
        0);
  }

  private static Counts counts(JSONObject json, List<Counter> counters) {
    Map<Counter, Long> counts = new EnumMap<>(Counter.class);
    counters.forEach(counter -> counts.put(counter, json.optLong(counter.key())));
    return Counts.of(counts);
  }

  private static Window workload(JSONObject json, long lengthNanos) {
    JSONObject histograms = json.optJSONObject(HISTOGRAMS, new JSONObject());
    Map<LatencyKind, Latency> latencies = new EnumMap<>(LatencyKind.class);
    for (LatencyKind kind : LatencyKind.WHOLE) {
      latencies.put(kind, decoded(histograms, kind.word()));
    }
    return IntervalJson.workload(
        json,
        lengthNanos,
        json.getDouble("targetPerSecond") * lengthNanos / NANOS_PER_SECOND,
        counts(json, COUNTS),
        latencies,
        new Unfinished(
            json.getLong("inFlight"),
            json.getLong("overdue"),
            Map.of(),
            Math.round(json.getDouble("oldestCallMillis") * NANOS_PER_MILLI),
            json.optLong(TOO_OLD),
            decoded(histograms, AGES)),
        Optional.empty());
  }

  private static long nanos(JSONObject json, String key) {
    return Math.round(json.getDouble(key) * NANOS_PER_SECOND);
  }

  private static String interval(Snapshot snapshot, boolean histograms) {
    return new Json()
        .put("id", snapshot.runId())
        .put("interval", snapshot.number())
        .put("time", snapshot.time().toString())
        .put("sinceStartSeconds", snapshot.sinceStartNanos() / NANOS_PER_SECOND)
        .put("lengthSeconds", snapshot.lengthNanos() / NANOS_PER_SECOND)
        .put("warmup", snapshot.warmup())
        .put(
            "workloads",
            snapshot.workloads().stream().map(workload -> workload(workload, histograms)).toList())
        .toString();
  }

  private static Json workload(WorkloadStatus status) {
    TargetState target = status.target();
    Json json =
        new Json()
            .put("name", status.name())
            .put("mode", target.mode())
            .put("targetPerWorkerPerSecond", target.perWorkerPerSecond())
            .put("targetPerSecond", target.totalPerSecond())
            .put("finalTargetPerWorkerPerSecond", target.finalPerWorkerPerSecond())
            .put("rampSeconds", target.rampLeft().toNanos() / NANOS_PER_SECOND)
            .put("workersUp", status.workersUp())
            .put("workers", status.workers());
    addCounts(json, STATUS_COUNTS, status.counts());
    addState(json, status.connections(), status.errorsByCause(), status.delivery());
    return json;
  }

  private static Json workload(Window workload, boolean histograms) {
    Json json = new Json().put("name", workload.name()).put("mode", workload.end().mode());
    FigureJson.FIRST.forEach(gauge -> json.put(gauge.key(), exactly(gauge, workload)));
    addCounts(json, COUNTS, workload.counts());
    json.put("totalIterations", workload.end().totalIterations())
        .put("unfinishedBefore", workload.unfinishedBefore())
        .put("inFlight", workload.unfinished().inFlight())
        .put("overdue", workload.unfinished().overdue())
        .put(TOO_OLD, workload.unfinished().tooOld());
    FigureJson.addOthers(json, gauge -> exactly(gauge, workload), Set.of(Gauge.TOTAL_RECONNECTS));
    addState(
        json,
        workload.end().connections(),
        workload.end().errorsByCause(),
        workload.end().delivery());
    Json parts = new Json();
    workload.parts().forEach((part, nanos) -> parts.put(part.word(), latency(nanos)));
    for (LatencyKind kind : LatencyKind.WHOLE) {
      json.put(kind.key() + "Millis", latency(workload.get(kind)));
    }
    json.put("partsMillis", parts);
    if (histograms) {
      Json encoded = new Json();
      LatencyKind.WHOLE.stream()
          .filter(workload.latencies()::containsKey)
          .forEach(kind -> encoded.put(kind.word(), workload.get(kind).encoded()));
      if (!workload.unfinished().ages().isEmpty()) {
        encoded.put(AGES, workload.unfinished().ages().encoded());
      }
      json.put(HISTOGRAMS, encoded);
    }
    return json;
  }

  private static Number exactly(Figure figure, Window workload) {
    Number value = figure.value(workload);
    return switch (figure.unit()) {
      case ITERATIONS, TIMES -> value.longValue();
      case PER_SECOND -> value;
      case NANOS -> value.doubleValue() / NANOS_PER_MILLI;
    };
  }

  private static void addCounts(Json json, List<Counter> counters, Counts counts) {
    counters.forEach(counter -> json.put(counter.key(), counts.get(counter)));
  }

  /** All of it since the run started. */
  private static void addState(
      Json json,
      Connections connections,
      Map<String, Long> errorsByCause,
      Optional<DeliveryCounts> delivery) {
    FigureJson.addToReply(json, connections).put("totalErrorsByCause", errorsByCause);
    delivery.ifPresent(counts -> json.put("delivery", delivery(counts)));
  }

  private static Json delivery(DeliveryCounts counts) {
    Json json = new Json();
    Stream.of(DeliveryFigure.values())
        .filter(DeliveryFigure::knownWhileRunning)
        .forEach(figure -> json.put(figure.key(), counts.get(figure)));
    return json.put("clean", counts.clean());
  }

  private static Map<String, Number> latency(Latency nanos) {
    return FigureJson.of(nanos, each -> each / NANOS_PER_MILLI, OF_LATENCY);
  }

  private static Latency decoded(JSONObject histograms, String name) {
    String encoded = histograms.optString(name);
    try {
      return encoded.isEmpty() ? Latency.NONE : Latency.decode(encoded);
    } catch (IllegalArgumentException e) {
      throw new JSONException("no histogram: " + name, e);
    }
  }
}
