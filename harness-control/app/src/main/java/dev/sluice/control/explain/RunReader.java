package dev.sluice.control.explain;

import dev.sluice.control.format.Observation;
import dev.sluice.control.format.RunDocument;
import dev.sluice.control.format.RunDocument.WorkloadOutcome;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.scenario.outside.Observer;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.LatencyFigure;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.estimates.bottleneck.Bottleneck;
import dev.sluice.estimates.bottleneck.Evidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a run says of a workload, of the harness, and of the other side as far as the plan observes
 * it.
 *
 * @param observers those of the plan, without the one of {@link #HOST}
 * @param cards where the kernel says how fast each network card is, {@code /sys/class/net}
 */
public record RunReader(String workload, List<Observer> observers, Path cards) {

  /** The name of the observer of the host that the harness is on. */
  public static final String HOST = "host of the harness";

  private static final String COLLECTIONS = "harness GC ms";
  private static final double FULL = 0.9;
  private static final double MILLIS_PER_SECOND = 1e3;
  private static final double MICROS_PER_SECOND = 1e6;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double PERCENT = 100;
  private static final double BITS_PER_BYTE = 8;

  /**
   * Reads a run.
   *
   * @param requesters how many it had
   * @return nothing if it had no rate
   */
  public Optional<Evidence.MeasuredRun> read(RecordedRun run, int requesters) throws IOException {
    WorkloadOutcome found = outcome(run);
    double perSecond = found.achievedPerSecond().value();
    return perSecond > 0
        ? Optional.of(
            new Evidence.MeasuredRun(
                perSecond,
                requesters - (int) found.workersLost(),
                found.latencyMillis(LatencyKind.SERVICE, LatencyFigure.MEAN.word())
                    / MILLIS_PER_SECOND,
                busy(run.document(), run.observations())))
        : Optional.empty();
  }

  /** Whether it had a rate to keep, and kept it. */
  public boolean keepsRate(RecordedRun run) {
    return outcome(run).verdict() == Verdict.Kind.KEPT;
  }

  private WorkloadOutcome outcome(RecordedRun run) {
    return run.document().summary().stream()
        .flatMap(summary -> summary.workloads().stream())
        .filter(each -> each.name().equals(workload))
        .findFirst()
        .orElseThrow();
  }

  private Map<Bottleneck, Double> busy(RunDocument run, List<Observation> readings) {
    Map<Bottleneck, Double> busy = new EnumMap<>(Bottleneck.class);
    double processors = run.setup().host().processors();
    double harness = run.summary().orElseThrow().cpuCores() / processors;
    boolean filledByOthers = mean(readings, HOST, "cpu") > FULL * processors && harness < FULL;
    add(busy, Bottleneck.HARNESS, filledByOthers ? Double.NaN : harness); // it may have waited
    add(busy, Bottleneck.PAUSES, pauses(readings));
    for (Observer each : observers) {
      Optional<String> card = cardOfThisHost(each);
      if (each.isHost() && !each.includesHarness()) {
        add(busy, Bottleneck.PROCESSORS, mean(readings, each.name(), Observation.CPU_SHARE));
      } else if (each.source() instanceof Observer.QueueDepth) {
        add(busy, Bottleneck.CONSUMERS, waits(readings, each.name()));
      } else if (card.isPresent()) {
        double passed = mean(readings, each.name(), "value");
        add(busy, Bottleneck.NETWORK, passed / megabytesPerSecond(card.get()));
      }
    }
    for (String member :
        readings.stream()
            .map(Observation::subject)
            .collect(Collectors.toCollection(LinkedHashSet::new))) { // as they name it themselves
      double percent =
          mean(readings, member, "User CPU time percentage")
              + mean(readings, member, "System CPU time percentage");
      double writesPerSecond =
          mean(readings, member, "Log - physical bytes written")
              / mean(readings, member, "Log - write size");
      double micros = mean(readings, member, "Log - write latency");
      add(busy, Bottleneck.PROCESSORS, percent / PERCENT);
      add(busy, Bottleneck.LOG, writesPerSecond * micros / MICROS_PER_SECOND);
    }
    return busy;
  }

  /** The busiest counts; what is not a number is unknown. */
  private static void add(Map<Bottleneck, Double> busy, Bottleneck part, double share) {
    if (share >= 0) {
      busy.merge(part, Math.min(1, share), Math::max);
    }
  }

  private static double mean(List<Observation> readings, String subject, String measure) {
    return readings.stream()
        .filter(each -> each.subject().equals(subject) && each.measure().equals(measure))
        .mapToDouble(Observation::value)
        .average()
        .orElse(Double.NaN);
  }

  /** How often a message waited in a queue. */
  private static double waits(List<Observation> readings, String queue) {
    return readings.stream()
        .filter(each -> each.subject().equals(queue))
        .mapToDouble(each -> each.value() > 0 ? 1 : 0)
        .average()
        .orElse(Double.NaN);
  }

  private static Optional<String> cardOfThisHost(Observer observer) {
    return observer.source() instanceof Observer.CommandOutput command
            && command.line().text().equals("cat " + Observer.Reads.NETWORK_SENT.file())
        ? Optional.of(command.device())
        : Optional.empty();
  }

  /** What a card can pass at most; not a number where the kernel does not know it. */
  private double megabytesPerSecond(String card) {
    try {
      String megabits = Files.readString(cards.resolve(card).resolve("speed")).strip();
      return Double.parseDouble(megabits) / BITS_PER_BYTE;
    } catch (IOException | NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** The share of collection pauses in the time between the first and the last reading. */
  private static double pauses(List<Observation> readings) {
    List<Observation> counts =
        readings.stream().filter(each -> each.subject().equals(COLLECTIONS)).toList();
    if (counts.isEmpty()) {
      return Double.NaN;
    }
    Observation first = counts.get(0);
    Observation last = counts.get(counts.size() - 1);
    return (last.value() - first.value())
        * NANOS_PER_MILLI
        / (last.sinceStartNanos() - first.sinceStartNanos());
  }
}
