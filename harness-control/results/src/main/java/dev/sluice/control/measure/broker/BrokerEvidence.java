package dev.sluice.control.measure.broker;

import static dev.sluice.core.time.Nanos.NANOS_PER_MICRO;
import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.format.Observation;
import dev.sluice.control.measure.broker.BrokerChecks.Approximation;
import dev.sluice.control.measure.broker.BrokerChecks.Counted;
import dev.sluice.control.measure.broker.BrokerChecks.Depth;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Window;
import dev.sluice.jms.provider.BrokerView.Aggregation;
import dev.sluice.jms.provider.BrokerView.Meaning;
import dev.sluice.jms.provider.BrokerView.Reading;
import dev.sluice.jms.provider.BrokerView.Readout;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * What a broker says of itself beside what this process did: both views of its applications as
 * observations, a line when they begin and end to differ, and at the end the laws that did not
 * hold. Any thread.
 */
public final class BrokerEvidence implements Sink {

  /**
   * What a workload is to the broker.
   *
   * @param application the name under which its connections are counted; may be empty
   * @param puts messages that one iteration puts into queues
   * @param gets messages that one iteration takes off queues
   * @param queues the queues, or the name that they begin with; empty if nobody knows
   */
  public record Traffic(String application, int puts, int gets, String queues) {}

  private final Map<String, Traffic> workloads;
  private final LongSupplier startNanos;
  private final TwoViews views;

  // all guarded by this
  private final Tally sent = new Tally();
  private final Tally received = new Tally();
  private final List<Counted> puts = new ArrayList<>();
  private final List<Counted> gets = new ArrayList<>();
  private final List<Counted> logged = new ArrayList<>();
  private final List<Depth> depths = new ArrayList<>();
  private final List<Double> queueMicros = new ArrayList<>();
  private final Set<String> queues = new HashSet<>();
  private Latency endToEnd = Latency.NONE;
  private Latency put = Latency.NONE;
  private long workersUp;
  private boolean stopping;
  private long calls;

  /**
   * @param workloads by name
   * @param grace how long both views may differ before it is said
   * @param startNanos the clock's reading when the schedule of this run began
   */
  public BrokerEvidence(Map<String, Traffic> workloads, Duration grace, LongSupplier startNanos) {
    this.workloads = Map.copyOf(workloads);
    this.startNanos = startNanos;
    Map<String, String> applications = new HashMap<>();
    workloads.forEach((name, traffic) -> applications.put(name, traffic.application()));
    this.views = new TwoViews(applications, grace);
  }

  /** What ends now is counted no more, here before there. */
  @Override
  public synchronized void event(RunEvent event) {
    if (event.kind() == RunEvent.Kind.STOPPING) {
      views.over();
      stopping = true;
    } else if (event.kind() == RunEvent.Kind.BEGUN) {
      stopping = false;
    }
  }

  @Override
  public synchronized void interval(Snapshot snapshot) {
    if (!stopping) {
      views.interval(snapshot);
    }
    long nanos = startNanos.getAsLong() + snapshot.sinceStartNanos();
    double more = 0;
    double got = 0;
    workersUp = 0;
    for (Window each : snapshot.workloads()) {
      Traffic traffic = workloads.get(each.name());
      if (traffic == null) {
        continue;
      }
      more += (double) traffic.puts() * each.counts().done();
      got += (double) traffic.gets() * each.counts().done();
      workersUp += each.end().workersUp();
      endToEnd = endToEnd.plus(each.get(LatencyKind.END_TO_END));
      if (traffic.puts() > 0 && traffic.gets() == 0) {
        put = put.plus(each.service());
      }
    }
    if (sent.isEmpty() || nanos > sent.toNanos()) { // a run after another one goes on
      sent.add(nanos, more);
      received.add(nanos, got);
    }
  }

  /** Takes an answer. */
  public synchronized void answered(Readout readout) {
    calls += readout.calls();
    readout.readings().forEach(this::keep);
    keepDepth(readout.readings());
  }

  /**
   * The readings of an answer that lie in a run, and those of this process beside them, as files
   * and pages have them.
   *
   * @param observer what subjects without a name are called
   * @param nanos the clock's reading now
   * @param runNanos the clock's reading when the schedule of the run started
   */
  public synchronized List<Observation> observations(
      String observer, Readout readout, long nanos, Instant time, long runNanos) {
    List<Observation> observations = new ArrayList<>();
    for (Reading each : readout.readings()) {
      if (each.nanos() - each.covered().toNanos() >= runNanos) {
        observations.add(observation(observer, each, nanos, time, runNanos));
      }
    }
    views
        .here()
        .forEach(
            (deployment, count) ->
                observations.add(
                    new Observation(
                        time,
                        nanos - runNanos,
                        deployment.member() + " " + deployment.application() + " (here)",
                        "instances",
                        "",
                        count)));
    return observations;
  }

  /** What is to be told of the two views after an answer. */
  public synchronized Optional<String> told(Readout readout, long nanos) {
    return views.answered(readout, nanos);
  }

  private Observation observation(
      String observer, Reading of, long nanos, Instant time, long runNanos) {
    String subject = (of.member() + " " + of.subject()).strip();
    boolean counts = of.measure().aggregation() == Aggregation.COUNT && !of.covered().isZero();
    String unit = of.measure().unit();
    return new Observation(
        time.minusNanos(nanos - of.nanos()),
        of.nanos() - runNanos,
        subject.isEmpty() ? observer : subject,
        of.measure().name(),
        counts ? (unit + "/s") : unit,
        counts ? of.value() * NANOS_PER_SECOND / of.covered().toNanos() : of.value());
  }

  private void keep(Reading of) {
    Counted counted =
        new Counted(of.member(), of.nanos(), of.errorNanos(), of.covered().toNanos(), of.value());
    switch (of.measure().meaning()) {
      case PUTS -> puts.add(counted);
      case GETS -> gets.add(counted);
      case LOG_BYTES -> logged.add(counted);
      case QUEUE_MICROS -> {
        if (of.value() > 0) {
          queueMicros.add(of.value());
        }
      }
      default -> {} // has no law
    }
  }

  private void keepDepth(List<Reading> readings) {
    List<Reading> all =
        readings.stream().filter(each -> each.measure().meaning() == Meaning.DEPTH).toList();
    Set<String> places = new HashSet<>();
    all.forEach(each -> places.add(each.member() + '\n' + each.subject()));
    if (!places.containsAll(queues) || all.isEmpty()) {
      depths.clear(); // what lies where nobody answers is unknown
      queues.clear();
      queues.addAll(places);
      return;
    }
    if (!places.equals(queues)) {
      queues.addAll(places);
    }
    long from = all.stream().mapToLong(each -> each.nanos() - each.errorNanos()).min().orElse(0);
    long to = all.stream().mapToLong(each -> each.nanos() + each.errorNanos()).max().orElse(0);
    depths.add(
        new Depth(
            from + (to - from) / 2,
            (to - from) / 2,
            all.stream().mapToDouble(Reading::value).sum()));
  }

  /** Whether the observed queues are those of all workloads, and only of them. */
  private boolean seesAllQueues() {
    Set<String> observed = new HashSet<>();
    queues.forEach(each -> observed.add(each.substring(each.indexOf('\n') + 1)));
    return workloads.values().stream()
            .allMatch(
                traffic ->
                    !traffic.queues().isEmpty()
                        && observed.stream().anyMatch(each -> each.startsWith(traffic.queues())))
        && observed.stream()
            .allMatch(
                each ->
                    workloads.values().stream()
                        .anyMatch(traffic -> each.startsWith(traffic.queues())));
  }

  private boolean knowsMessages() {
    return workloads.values().stream()
        .allMatch(traffic -> traffic.puts() >= 0 && traffic.gets() >= 0);
  }

  /** The laws that did not hold, a sentence each. */
  public synchronized List<String> broken() {
    List<Optional<String>> broken = new ArrayList<>();
    broken.add(BrokerChecks.logBytes(logged, puts));
    if (knowsMessages()) {
      broken.add(BrokerChecks.counted("puts", puts, sent, (double) calls));
      broken.add(BrokerChecks.counted("gets", gets, received, (double) calls));
      if (seesAllQueues()) {
        broken.add(BrokerChecks.depth(depths, sent, received, (double) workersUp));
        broken.add(ofQueues());
        broken.add(
            BrokerChecks.way(micros(endToEnd), Approximation.mean(queueMicros), micros(put)));
      }
    }
    return broken.stream().flatMap(Optional::stream).toList();
  }

  private Optional<String> ofQueues() {
    if (depths.size() < 2 || received.isEmpty()) {
      return Optional.empty();
    }
    long from = depths.get(0).nanos();
    long to = depths.get(depths.size() - 1).nanos();
    double perSecond = received.between(from, to) * NANOS_PER_SECOND / (to - from);
    Approximation depth = Approximation.mean(depths.stream().map(Depth::messages).toList());
    // what lies there at one end only has come, or gone, in another time
    double ends = Math.abs(depths.get(depths.size() - 1).messages() - depths.get(0).messages());
    return BrokerChecks.little(
        "messages on queues",
        new Approximation(depth.value(), depth.error() + ends + 1),
        new Approximation(perSecond, 0),
        Approximation.mean(queueMicros));
  }

  private static Approximation micros(Latency of) {
    double standardError = of.deviationNanos() / Math.sqrt((double) Math.max(1, of.count()));
    return new Approximation(
        of.meanNanos() / NANOS_PER_MICRO,
        of.isEmpty() ? Double.POSITIVE_INFINITY : 4 * standardError / NANOS_PER_MICRO);
  }
}
