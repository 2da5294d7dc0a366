package dev.sluice.control.sink.folder;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.Json;
import dev.sluice.control.secret.SecretRules;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The description of a run before it starts.
 *
 * @param spec the run
 * @param provider how it reaches its broker, in one line without secrets
 * @param configuration everything it was told, by name; secrets are masked when it is written
 * @param environment what it runs on
 * @param labels what people find it by, by key
 * @param table the table of connections, if there is one
 */
public record RunDescription(
    RunSpec spec,
    String provider,
    Map<String, Object> configuration,
    Environment environment,
    Map<String, String> labels,
    Optional<TableDigest> table) {

  /** The member for the table of connections, whatever a provider calls it. */
  private static final String TABLE = "ccdt";

  /** The members of the description. */
  Json json() {
    Json json = new Json();
    json.put("versions", environment.versions())
        .put(
            "host",
            new Json()
                .put("name", environment.host())
                .put("operatingSystem", environment.operatingSystem())
                .put("processors", environment.processors())
                .put("maxHeapBytes", environment.maxHeapBytes())
                .put("zone", environment.zone().getId())
                .put(
                    "jvmArguments",
                    environment.jvmArguments().stream().map(SecretRules::mask).toList()))
        .put(
            "clock",
            "intervals and latencies by System.nanoTime of this host, dates by its wall clock;"
                + " end-to-end times by the wall clocks of sender and receiver")
        .put("provider", provider);
    table.ifPresent(
        table ->
            json.put(
                TABLE,
                new Json()
                    .put("location", SecretRules.mask(table.location()))
                    .put("sha256", table.sha256())));
    json.put("durationSeconds", Csv.seconds(spec.duration().toNanos()))
        .put("warmupSeconds", Csv.seconds(spec.warmup().toNanos()))
        .put("intervalSeconds", Csv.seconds(spec.interval().toNanos()))
        .put("workloads", workloads(spec))
        .put("configuration", SecretRules.mask(configuration));
    if (!labels.isEmpty()) {
      json.put("labels", SecretRules.mask(labels));
    }
    return json;
  }

  private static List<Json> workloads(RunSpec spec) {
    return spec.workloads().stream().map(RunDescription::workload).toList();
  }

  private static Json workload(WorkloadSpec workload) {
    double perWorker = workload.target().perWorker(workload.workers());
    return new Json()
        .put("name", workload.name())
        .put("workers", workload.workers())
        .put("targetPerWorkerPerSecond", Csv.number(perWorker))
        .put("targetPerSecond", Csv.number(perWorker * workload.workers()))
        .put("rampSeconds", Csv.seconds(workload.ramp().toNanos()))
        .put("arrivals", workload.arrivals())
        .put("catchUpSeconds", catchUp(workload.catchUp().limitNanos()))
        .put("count", workload.count())
        .put("disconnectEvery", workload.disconnects().every())
        .put("disconnectSeconds", Csv.seconds(workload.disconnects().pause().toNanos()))
        .put("startParallel", workload.start().parallel())
        .put("onError", workload.errorPolicy())
        .put("threads", workload.threads())
        .put("drainSeconds", Csv.seconds(workload.drain().toNanos()));
  }

  private static Object catchUp(long limitNanos) {
    return limitNanos == Long.MAX_VALUE ? "unlimited" : Csv.seconds(limitNanos);
  }

  /**
   * Which table of connections a run used.
   *
   * @param location its path or URL
   * @param sha256 of its bytes, in hexadecimal; empty if it does not lie on this host
   */
  public record TableDigest(String location, String sha256) {

    /** Of a file on this host. */
    public static TableDigest of(Path file) throws IOException {
      return new TableDigest(file.toString(), sha256(Files.readAllBytes(file)));
    }

    /** The digest of a file's content, in hexadecimal. */
    public static String sha256(byte[] content) {
      try {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every JVM has SHA-256", e);
      }
    }

    /** Of a table that lies elsewhere. */
    public static TableDigest unread(String location) {
      return new TableDigest(location, "");
    }
  }
}
