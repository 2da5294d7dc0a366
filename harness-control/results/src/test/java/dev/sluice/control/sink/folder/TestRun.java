package dev.sluice.control.sink.folder;

import dev.sluice.control.format.RunDocument.Host;
import dev.sluice.control.format.RunFolderException;
import dev.sluice.core.pacing.Cause;
import dev.sluice.core.result.CpuUse;
import dev.sluice.core.result.RunBatches;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.stats.Connections;
import dev.sluice.core.stats.Connections.Reconnects;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Standing;
import dev.sluice.core.stats.Standing.PaceMode;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Runs for tests: intervals of one second with latencies drawn from a seed. */
public final class TestRun {

  /** As a person starts it, with a password that must not be written down. */
  private static final List<String> JVM_ARGUMENTS =
      List.of("-Xmx768M", "-Djavax.net.ssl.keyStorePassword=s3cr3t-of-the-jvm");

  public static final long SECOND_NANOS = 1_000_000_000L;
  public static final Instant STARTED = Instant.parse("2026-01-02T03:04:05Z");

  private TestRun() {}

  /** A description whose options hold secrets. */
  public static RunDescription description(String id) {
    WorkloadSpec senders =
        WorkloadSpec.of(
            "senders",
            index -> {
              throw new UnsupportedOperationException("never started");
            },
            2,
            new RateTarget.PerWorker(50));
    return new RunDescription(
        new RunSpec(
            id,
            List.of(senders),
            Duration.ofSeconds(10),
            Duration.ofSeconds(2),
            Duration.ofSeconds(1),
            Duration.ofSeconds(30)),
        "embedded",
        new TreeMap<>(
            Map.of(
                "--rate", "50",
                "--url", "tcp://someone:hunter2@broker:61616?keyStorePassword=hunter2",
                "--password-file", "/etc/secret.txt",
                "password", "hunter2")),
        new Environment(
            Map.of("sluice", "1"),
            new Host("host", "Linux", 2, 1 << 20, "Z", Optional.of(JVM_ARGUMENTS))),
        Map.of(),
        Optional.empty());
  }

  /** A folder that is begun at {@link #STARTED} and must give no warnings. */
  public static RunFolder folder(Path path, String id) throws RunFolderException {
    return folder(
        path,
        id,
        STARTED,
        FileOpener.SYSTEM,
        warning -> {
          throw new AssertionError(warning);
        });
  }

  public static RunFolder folder(Path path, FileOpener opener, Consumer<String> warnings)
      throws RunFolderException {
    return folder(path, "test", STARTED, opener, warnings);
  }

  public static RunFolder folder(
      Path path, String id, Instant created, FileOpener opener, Consumer<String> warnings)
      throws RunFolderException {
    return RunFolder.create(path, description(id), created, opener, warnings);
  }

  /** Intervals of two workloads, the first {@code warmups} of them of the warm-up. */
  public static List<Snapshot> intervals(Instant started, int count, int warmups, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Snapshot> intervals = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      boolean warmup = i <= warmups;
      intervals.add(
          new Snapshot(
              i,
              started.plusSeconds(i),
              i * SECOND_NANOS,
              SECOND_NANOS,
              warmup,
              "test",
              0.5,
              List.of(
                  // what is slow in the warm-up would show in any figure it leaked into
                  workload("senders", i, warmup ? 1_000_000_000L : 200_000L, random),
                  workload("odd, name/1", i, warmup ? 1_000_000_000L : 400_000L, random))));
    }
    return intervals;
  }

  private static Window workload(
      String name, int number, long scaleNanos, SplittableRandom random) {
    int iterations = 90 + random.nextInt(20);
    Histogram service = histogram();
    Histogram latency = histogram();
    for (int i = 0; i < iterations; i++) {
      long nanos = scaleNanos + random.nextLong(scaleNanos);
      service.recordValue(nanos);
      latency.recordValue(nanos + random.nextLong(scaleNanos));
    }
    Window measures =
        Window.of(
            0,
            Counts.ZERO
                .with(Counter.ITERATIONS, iterations)
                .with(Counter.DONE, iterations)
                .with(Counter.EMPTY, 1)
                .with(Counter.ERRORS, 2)
                .with(Counter.IN_DOUBT, 3)
                .with(Counter.ROLLED_BACK, 4)
                .with(Counter.DROPPED, 5)
                .with(Counter.WAKE_UPS, 6)
                .with(Counter.OVERSLEPT_NANOS, 7)
                .with(Counter.SKEWED, 8),
            Map.of(
                LatencyKind.LATENCY,
                Latency.of(latency),
                LatencyKind.SERVICE,
                Latency.of(service),
                LatencyKind.ROUND_TRIP,
                Latency.of(service)),
            Unfinished.NOTHING);
    return measures
        .asking(100.125)
        .as(
            name,
            SECOND_NANOS,
            List.of(),
            new Standing(
                2,
                3,
                100,
                PaceMode.PACED,
                new Unfinished(2, 3, Map.of(Cause.NO_CONNECTION, 3L), 4_000_000_000L),
                number * 100L,
                new Connections(Map.of("QM1", 1, "QM2", 1), number),
                Map.of("2009 \"broken\"", (long) number),
                Optional.of(
                    Snapshots.findings(number)
                        .plus(
                            DeliveryCounts.of(
                                Map.of(
                                    DeliveryFigure.POSSIBLY_LOST,
                                    7L,
                                    DeliveryFigure.OTHER_CLOCKS,
                                    8L))))));
  }

  /** A summary of these intervals' first workload. */
  public static Summary summary(List<Snapshot> intervals) {
    Window measured =
        intervals.stream()
            .filter(interval -> !interval.warmup())
            .map(interval -> interval.workloads().get(0))
            .reduce(Window.none(""), Window::plus);
    long measuredNanos =
        intervals.stream().filter(i -> !i.warmup()).mapToLong(Snapshot::lengthNanos).sum();
    return new Summary(
        "test",
        STARTED,
        measuredNanos,
        intervals.stream().filter(Snapshot::warmup).mapToLong(Snapshot::lengthNanos).sum(),
        new CpuUse(SECOND_NANOS, measuredNanos, 2),
        List.of(
            new Summary.Workload(
                measured
                    .asking(100)
                    .as("senders", measuredNanos, List.of(), Window.none("senders").end()),
                Window.none("senders").counting(measured.counts()),
                Reconnects.NONE,
                0,
                new Verdict(Verdict.Kind.KEPT, "the target was kept", List.of()))),
        batches(intervals),
        "the duration has passed",
        List.of(),
        List.of());
  }

  /** A summary without a fault of workloads that are judged so. */
  public static Summary judged(String explanation, Verdict.Kind... kinds) {
    return new Summary(
        "test",
        STARTED,
        SECOND_NANOS,
        0,
        new CpuUse(0, SECOND_NANOS, 2),
        Stream.of(kinds)
            .map(
                kind ->
                    new Summary.Workload(
                        Window.none("senders"),
                        Window.none("senders"),
                        Reconnects.NONE,
                        0,
                        new Verdict(kind, explanation, List.of())))
            .toList(),
        new RunBatches(),
        "the duration has passed",
        List.of(),
        List.of());
  }

  /** From which errors are known. */
  public static RunBatches batches(List<Snapshot> intervals) {
    RunBatches batches = new RunBatches();
    intervals.forEach(batches::add);
    return batches;
  }

  /** Everything that tells intervals apart, in a form that can be compared. */
  public static String fingerprint(Snapshot s) {
    StringBuilder text = new StringBuilder();
    text.append(s.number()).append(s.time()).append(s.sinceStartNanos()).append(s.lengthNanos());
    text.append(s.warmup()).append(s.runId()).append(s.cpuCores());
    for (Window w : s.workloads()) {
      text.append(w.name()).append(w.end().workersUp()).append(w.end().workers()).append(w.asked());
      text.append(w.end().targetNowPerSecond()).append(w.end().mode()).append(w.lengthNanos());
      text.append(w.counts()).append(w.unfinished()).append(w.end().totalIterations());
      text.append(new TreeMap<>(w.end().connections().byPeer()));
      text.append(w.end().connections().reconnects())
          .append(w.end().errorsByCause())
          .append(w.end().delivery());
      text.append(values(w.latency())).append(values(w.service()));
      text.append(values(w.lateness()));
      w.parts().forEach((part, h) -> text.append(part).append(values(h)));
    }
    return text.toString();
  }

  /** Each value of a histogram and how often it is in it. */
  public static String values(Latency latency) {
    StringBuilder text = new StringBuilder("[");
    latency
        .toHistogram()
        .recordedValues()
        .forEach(
            v ->
                text.append(v.getValueIteratedTo())
                    .append('x')
                    .append(v.getCountAtValueIteratedTo())
                    .append(' '));
    return text.append(']').toString();
  }

  public static Histogram histogram() {
    Histogram histogram = new Histogram(2);
    histogram.setAutoResize(true);
    return histogram;
  }
}
