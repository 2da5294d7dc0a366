package dev.sluice.control.command;

import dev.sluice.core.result.Connections;
import dev.sluice.core.result.PaceMode;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.RunStatus;
import dev.sluice.core.run.WorkloadStatus;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.Measures;
import dev.sluice.core.stats.UnderWay;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.json.JSONException;
import org.json.JSONObject;
import org.json.JSONStringer;
import org.json.JSONWriter;

/**
 * Replies as one line of JSON, and back: times in seconds, latencies in milliseconds, histograms in
 * nanoseconds. Pure functions.
 */
public final class RunJson {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;

  private static final String HISTOGRAMS = "histograms";
  private static final String LATENCY = "latency";
  private static final String SERVICE = "service";
  private static final String LATENESS = "lateness";

  private static final Map<Counter, String> COUNTS = counts();

  private RunJson() {}

  /** What is counted in an interval, with its keys. */
  private static Map<Counter, String> counts() {
    Map<Counter, String> keys = new LinkedHashMap<>();
    keys.put(Counter.ITERATIONS, "iterations");
    keys.put(Counter.EMPTY, "empty");
    keys.put(Counter.ERRORS, "errors");
    keys.put(Counter.IN_DOUBT, "inDoubt");
    keys.put(Counter.ROLLED_BACK, "rolledBack");
    keys.put(Counter.GIVEN_UP, "givenUp");
    keys.put(Counter.SKEWED, "skewed");
    keys.put(Counter.DUE, "due");
    keys.put(Counter.DONE, "done");
    keys.put(Counter.FAILED, "failed");
    keys.put(Counter.UNSCHEDULED, "unscheduled");
    return Collections.unmodifiableMap(keys);
  }

  static String status(RunStatus status) {
    JSONWriter json = new JSONStringer().object();
    json.key("id").value(status.id());
    json.key("phase").value(lowerCase(status.phase()));
    json.key("sinceStartSeconds").value(status.sinceStartNanos() / NANOS_PER_SECOND);
    json.key("workloads").array();
    status.workloads().forEach(workload -> workload(json, workload));
    return json.endArray().endObject().toString();
  }

  static String interval(Snapshot snapshot) {
    return interval(snapshot, false);
  }

  /** The same with histograms, so that whoever watches can add intervals up. */
  public static String watched(Snapshot snapshot) {
    return interval(snapshot, true);
  }

  /**
   * Reads a line of {@code watch json} or {@code stats json}. What was under way is in one sum, and
   * there are no parts of iterations.
   *
   * @throws JSONException if it is none
   */
  public static Snapshot parse(String line) {
    JSONObject json = new JSONObject(line);
    long lengthNanos = nanos(json, "lengthSeconds");
    List<Snapshot.Workload> workloads = new ArrayList<>();
    for (Object each : json.getJSONArray("workloads")) {
      if (!(each instanceof JSONObject workload)) {
        throw new JSONException("a workload is no object");
      }
      workloads.add(workload(workload, lengthNanos));
    }
    try {
      return new Snapshot(
          json.getLong("interval"),
          Instant.parse(json.getString("time")),
          nanos(json, "sinceStartSeconds"),
          lengthNanos,
          json.getBoolean("warmup"),
          json.getString("id"),
          workloads);
    } catch (DateTimeException e) {
      throw new JSONException(e);
    }
  }

  private static Snapshot.Workload workload(JSONObject json, long lengthNanos) {
    Map<String, Integer> byPeer = new TreeMap<>();
    JSONObject peers = json.getJSONObject("connectionsByPeer");
    peers.keySet().forEach(peer -> byPeer.put(peer, peers.getInt(peer)));
    Map<String, Long> byCause = new TreeMap<>();
    JSONObject causes = json.getJSONObject("totalErrorsByCause");
    causes.keySet().forEach(cause -> byCause.put(cause, causes.getLong(cause)));
    return new Snapshot.Workload(
        json.getString("name"),
        json.getInt("workersUp"),
        json.getInt("workers"),
        json.getDouble("targetPerSecond") * lengthNanos / NANOS_PER_SECOND,
        json.getDouble("targetNowPerSecond"),
        PaceMode.valueOf(json.getString("mode").toUpperCase(Locale.ROOT)),
        lengthNanos,
        measures(json),
        new UnderWay(
            json.getLong("underWay"),
            0,
            Map.of(),
            Math.round(json.getDouble("oldestCallMillis") * NANOS_PER_MILLI)),
        json.getLong("totalIterations"),
        new Connections(byPeer, json.getLong("totalReconnects")),
        byCause,
        Optional.empty(),
        List.of());
  }

  private static Measures measures(JSONObject json) {
    Map<Counter, Long> counts = new EnumMap<>(Counter.class);
    COUNTS.forEach((counter, key) -> counts.put(counter, json.getLong(key)));
    JSONObject histograms = json.optJSONObject(HISTOGRAMS, new JSONObject());
    return new Measures(
        Counts.of(counts),
        decoded(histograms, LATENCY),
        decoded(histograms, SERVICE),
        decoded(histograms, LATENESS),
        Map.of());
  }

  private static long nanos(JSONObject json, String key) {
    return Math.round(json.getDouble(key) * NANOS_PER_SECOND);
  }

  private static String interval(Snapshot snapshot, boolean histograms) {
    JSONWriter json = new JSONStringer().object();
    json.key("id").value(snapshot.runId());
    json.key("interval").value(snapshot.number());
    json.key("time").value(snapshot.time().toString());
    json.key("sinceStartSeconds").value(snapshot.sinceStartNanos() / NANOS_PER_SECOND);
    json.key("lengthSeconds").value(snapshot.lengthNanos() / NANOS_PER_SECOND);
    json.key("warmup").value(snapshot.warmup());
    json.key("workloads").array();
    snapshot.workloads().forEach(workload -> workload(json, workload, histograms));
    return json.endArray().endObject().toString();
  }

  private static void workload(JSONWriter json, WorkloadStatus status) {
    json.object();
    json.key("name").value(status.name());
    json.key("mode").value(lowerCase(status.mode()));
    json.key("targetPerWorkerPerSecond").value(status.perWorkerPerSecond());
    json.key("targetPerSecond").value(status.totalPerSecond());
    json.key("finalTargetPerWorkerPerSecond").value(status.finalPerWorkerPerSecond());
    json.key("workersUp").value(status.workersUp());
    json.key("workers").value(status.workers());
    json.key("iterations").value(status.iterations());
    json.key("inDoubt").value(status.inDoubt());
    json.key("rolledBack").value(status.rolledBack());
    json.key("skewed").value(status.skewed());
    connections(json, status.connections());
    errors(json, status.errorsByCause());
    status.delivery().ifPresent(counts -> delivery(json, counts));
    json.endObject();
  }

  private static void workload(JSONWriter json, Snapshot.Workload workload, boolean histograms) {
    Measures measures = workload.measures();
    json.object();
    json.key("name").value(workload.name());
    json.key("mode").value(lowerCase(workload.mode()));
    json.key("achievedPerSecond").value(workload.achievedPerSecond());
    json.key("targetPerSecond").value(workload.targetPerSecond());
    json.key("targetNowPerSecond").value(workload.targetNowPerSecond());
    json.key("workersUp").value(workload.workersUp());
    json.key("workers").value(workload.workers());
    COUNTS.forEach((counter, key) -> json.key(key).value(measures.counts().get(counter)));
    json.key("totalIterations").value(workload.totalIterations());
    json.key("underWayBefore").value(workload.account().before());
    json.key("underWay").value(workload.underWay().total());
    json.key("oldestCallMillis").value(workload.underWay().oldestCallNanos() / NANOS_PER_MILLI);
    connections(json, workload.connections());
    errors(json, workload.errorsByCause());
    workload.delivery().ifPresent(counts -> delivery(json, counts));
    latency(json, "latencyMillis", measures.latency());
    latency(json, "serviceMillis", measures.service());
    latency(json, "latenessMillis", measures.lateness());
    json.key("partsMillis").object();
    measures.parts().forEach((part, nanos) -> latency(json, part.word(), nanos));
    json.endObject();
    if (histograms) {
      json.key(HISTOGRAMS).object();
      histogram(json, LATENCY, measures.latency());
      histogram(json, SERVICE, measures.service());
      histogram(json, LATENESS, measures.lateness());
      json.endObject();
    }
    json.endObject();
  }

  private static void connections(JSONWriter json, Connections connections) {
    json.key("totalReconnects").value(connections.reconnects());
    json.key("connectionsByPeer").object();
    connections.byPeer().forEach((peer, count) -> json.key(peer).value(count));
    json.endObject();
  }

  private static void errors(JSONWriter json, Map<String, Long> byCause) {
    json.key("totalErrorsByCause").object();
    byCause.forEach((cause, count) -> json.key(cause).value(count));
    json.endObject();
  }

  /** All of it since the run started. */
  private static void delivery(JSONWriter json, DeliveryCounts counts) {
    json.key("delivery").object();
    json.key("checked").value(counts.checked());
    json.key("unchecked").value(counts.unchecked());
    json.key("lost").value(counts.lost());
    json.key("duplicates").value(counts.duplicates());
    json.key("corrupt").value(counts.corrupt());
    json.key("outOfOrder").value(counts.outOfOrder());
    json.key("redelivered").value(counts.redelivered());
    json.key("possiblyLost").value(counts.possiblyLost());
    json.key("otherClocks").value(counts.otherClocks());
    json.key("clean").value(counts.clean());
    json.endObject();
  }

  private static void latency(JSONWriter json, String name, Latency nanos) {
    json.key(name).object();
    json.key("count").value(nanos.count());
    if (!nanos.isEmpty()) { // percentiles of nothing are not 0, they are not there
      json.key("mean").value(nanos.meanNanos() / NANOS_PER_MILLI);
      json.key("p50").value(nanos.atPercentile(50) / NANOS_PER_MILLI);
      json.key("p90").value(nanos.atPercentile(90) / NANOS_PER_MILLI);
      json.key("p99").value(nanos.atPercentile(99) / NANOS_PER_MILLI);
      json.key("p99.9").value(nanos.atPercentile(99.9) / NANOS_PER_MILLI);
      json.key("max").value(nanos.maxNanos() / NANOS_PER_MILLI);
    }
    json.endObject();
  }

  /** As HdrHistogram encodes it: version 2, compressed, in base 64. */
  private static void histogram(JSONWriter json, String name, Latency nanos) {
    if (nanos.isEmpty()) {
      return;
    }
    Histogram histogram = nanos.toHistogram();
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    byte[] encoded = Arrays.copyOf(buffer.array(), length);
    json.key(name).value(Base64.getEncoder().encodeToString(encoded));
  }

  private static Latency decoded(JSONObject histograms, String name) {
    String encoded = histograms.optString(name);
    if (encoded.isEmpty()) {
      return Latency.NONE;
    }
    try {
      return Latency.of(
          Histogram.decodeFromCompressedByteBuffer(
              ByteBuffer.wrap(Base64.getDecoder().decode(encoded)), 0));
    } catch (DataFormatException
        | IllegalArgumentException
        | IndexOutOfBoundsException
        | BufferUnderflowException e) {
      throw new JSONException("no histogram: " + name, e);
    }
  }

  private static String lowerCase(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
