package dev.sluice.control.socket;

import dev.sluice.core.run.Connections;
import dev.sluice.core.run.RunStatus;
import dev.sluice.core.run.Snapshot;
import dev.sluice.core.run.WorkloadStatus;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.Measures;
import java.util.Locale;
import java.util.Map;
import org.json.JSONStringer;
import org.json.JSONWriter;

/** Replies as one line of JSON: times in seconds, latencies in milliseconds. Pure functions. */
final class RunJson {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;

  private RunJson() {}

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
    JSONWriter json = new JSONStringer().object();
    json.key("id").value(snapshot.runId());
    json.key("interval").value(snapshot.number());
    json.key("time").value(snapshot.time().toString());
    json.key("sinceStartSeconds").value(snapshot.sinceStartNanos() / NANOS_PER_SECOND);
    json.key("lengthSeconds").value(snapshot.lengthNanos() / NANOS_PER_SECOND);
    json.key("warmup").value(snapshot.warmup());
    json.key("workloads").array();
    snapshot.workloads().forEach(workload -> workload(json, workload));
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

  private static void workload(JSONWriter json, Snapshot.Workload workload) {
    Measures measures = workload.measures();
    json.object();
    json.key("name").value(workload.name());
    json.key("mode").value(lowerCase(workload.mode()));
    json.key("achievedPerSecond").value(workload.achievedPerSecond());
    json.key("targetPerSecond").value(workload.targetPerSecond());
    json.key("targetNowPerSecond").value(workload.targetNowPerSecond());
    json.key("workersUp").value(workload.workersUp());
    json.key("workers").value(workload.workers());
    json.key("iterations").value(measures.counts().iterations());
    json.key("empty").value(measures.counts().empty());
    json.key("errors").value(measures.counts().errors());
    json.key("inDoubt").value(measures.counts().inDoubt());
    json.key("rolledBack").value(measures.counts().rolledBack());
    json.key("givenUp").value(measures.counts().givenUp());
    json.key("skewed").value(measures.counts().skewed());
    json.key("totalIterations").value(workload.totalIterations());
    json.key("due").value(measures.counts().due());
    json.key("done").value(measures.counts().done());
    json.key("failed").value(measures.counts().failed());
    json.key("unscheduled").value(measures.counts().unscheduled());
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

  private static String lowerCase(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
