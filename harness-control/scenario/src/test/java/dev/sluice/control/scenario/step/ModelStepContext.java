package dev.sluice.control.scenario.step;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.endpoint.client.HostPort;
import dev.sluice.control.format.SearchTry;
import dev.sluice.control.measure.Findings;
import dev.sluice.control.measure.Observed;
import dev.sluice.control.measure.Reading;
import dev.sluice.control.measure.TimedInterval;
import dev.sluice.control.scenario.step.StepContext.Environment;
import dev.sluice.control.scenario.yaml.ShellCommand;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.pacing.Cause;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.Change;
import dev.sluice.core.run.Change.Undone;
import dev.sluice.core.run.RateChange;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunStatus;
import dev.sluice.core.run.RunStatus.RunPhase;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.run.TargetState;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.stats.Connections;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Standing;
import dev.sluice.core.stats.Standing.PaceMode;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import dev.sluice.jms.provider.JmsProvider;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongBinaryOperator;
import org.HdrHistogram.Histogram;

/**
 * Senders on a broker that takes this many messages per second and no more, on a clock that steps
 * move: no thread, no broker, no time goes by.
 */
final class ModelStepContext implements StepContext, RunControl, Environment {

  static final String SENDERS = "senders";
  static final String RECEIVERS = "receivers";

  /** By how much intervals of the other process end before those of this one. */
  private static final long OFFSET_NANOS = 400_000_000L;

  private static final long INTERVAL_NANOS = 1_000_000_000L;
  private static final long SERVICE_NANOS = 1_000_000;
  private static final double CATCH_UP_SECONDS = 1;

  final List<String> calls = new ArrayList<>();
  final List<SearchTry> tries = new ArrayList<>();
  final Findings findings =
      new Findings(
          List.of(
              new Findings.Listener() {
                @Override
                public void tried(SearchTry tried) {
                  tries.add(tried);
                }
              }),
          new SplittableRandom(1));
  final List<Disturbance> disturbances = new ArrayList<>();
  IntFunction<Trouble> troubles = interval -> Trouble.NONE;
  LongBinaryOperator taken; // of so many sent, in that interval; null without receivers here
  double capacityPerSecond;
  long slowUntilNanos; // it takes less than is due
  Cause limit = Cause.BUSY; // why senders do no more
  long postponed; // by the harness since the start, as a closed loop counts it
  double ownShare; // of each latency, the harness's own lateness
  double ratePerSecond;
  int workers = 4;
  int workersUp = 4;
  Map<String, Integer> peers = Map.of("QM1", 4);
  Map<String, Integer> peersElsewhere = Map.of("QM1", 4);
  boolean answersElsewhere = true;
  long lostHere;
  boolean longerAfterIt; // by the interval that is not there
  long slowSeconds;
  long lostElsewhere;

  private long takenTotal;
  private long nowNanos;
  private long number;
  private boolean paused;
  private double backlog;
  private double fraction;
  private final List<Observed> observed = new ArrayList<>();
  private final List<TimedInterval> here = new ArrayList<>();
  private final List<TimedInterval> elsewhere = new ArrayList<>();
  private long total;

  /**
   * What befalls an interval.
   *
   * @param capacityShare how much of its capacity the broker has
   * @param latenessNanos the harness's own lateness in each latency
   * @param still for which part of it the harness stands still
   */
  record Trouble(double capacityShare, long latenessNanos, double still) {
    static final Trouble NONE = new Trouble(1, 0, 0);
  }

  ModelStepContext(double capacityPerSecond, double ratePerSecond) {
    this.capacityPerSecond = capacityPerSecond;
    this.ratePerSecond = ratePerSecond;
  }

  @Override
  public RunControl run() {
    return this;
  }

  @Override
  public List<Disturbance> disturbances() {
    return disturbances;
  }

  @Override
  public Duration interval() {
    return Duration.ofNanos(INTERVAL_NANOS);
  }

  @Override
  public long nanos() {
    return nowNanos;
  }

  @Override
  public void sleep(Duration time) {
    long untilNanos = nowNanos + time.toNanos();
    while (nowNanos + INTERVAL_NANOS <= untilNanos) {
      advance();
    }
  }

  @Override
  public Snapshot nextInterval() {
    return advance();
  }

  @Override
  public void remake(int workloadSet, List<Step> setUp) {
    calls.add("remake " + workloadSet);
  }

  @Override
  public Environment environment() {
    return this;
  }

  @Override
  public Observed observe() {
    Observed now =
        new Observed(
            nowNanos,
            total * 10_000,
            Map.of(
                "broker", at(new Reading.Cpu(total * 20_000, 8)),
                "sent", at(new Reading.Counter(total)),
                "depth", at(new Reading.Value(backlog))));
    observed.add(now);
    return now;
  }

  /** Observers are held until they are as old as {@link #slowSeconds}. */
  @Override
  public Observed observeDue() {
    if (slowSeconds == 0) {
      return observe();
    }
    Observed last = observed.get(observed.size() - 1);
    long readNanos = last.readings().get("depth").nanos();
    if (nowNanos - readNanos >= Duration.ofSeconds(slowSeconds).toNanos()) {
      return observe();
    }
    Observed held = new Observed(nowNanos, total * 10_000, last.readings());
    observed.add(held);
    return held;
  }

  /** Nothing waits any more. */
  void drain() {
    backlog = 0;
  }

  private Observed.At at(Reading reading) {
    return new Observed.At(nowNanos, reading);
  }

  @Override
  public OptionalDouble meanBodyBytes(String workload) {
    return OptionalDouble.of(2_048);
  }

  @Override
  public List<Observed> observedBetween(long fromNanos, long toNanos) {
    return observed.stream()
        .filter(each -> each.nanos() >= fromNanos && each.nanos() <= toNanos)
        .toList();
  }

  @Override
  public Findings findings() {
    return findings;
  }

  /** One interval of the model: what is due queues up, the broker takes what it can. */
  private Snapshot advance() {
    double seconds = INTERVAL_NANOS / NANOS_PER_SECOND;
    double due = paused ? 0 : ratePerSecond * seconds;
    long owedBefore = (long) backlog;
    backlog = Math.min(backlog + due, (CATCH_UP_SECONDS + seconds) * ratePerSecond);
    Trouble trouble = troubles.apply((int) number);
    if (trouble.still > 0) {
      disturbances.add(new Disturbance(nowNanos, nowNanos + INTERVAL_NANOS, "standstill"));
    }
    double can = capacity(due) * seconds * trouble.capacityShare * (1 - trouble.still);
    double done = paused ? 0 : Math.min(backlog, can);
    backlog -= done;
    fraction += done;
    long iterations = (long) fraction;
    fraction -= iterations;
    total += iterations;
    nowNanos += INTERVAL_NANOS;
    observeDue();
    long waitNanos =
        capacityPerSecond == 0
            ? SERVICE_NANOS
            : SERVICE_NANOS
                + trouble.latenessNanos
                + Math.round(backlog / capacityPerSecond * NANOS_PER_SECOND);
    Histogram latency = new Histogram(2);
    latency.setAutoResize(true);
    if (iterations > 0) {
      latency.recordValueWithCount(waitNanos, iterations);
    }
    Window measures =
        Window.of(
            0,
            Counts.of(
                Map.of(
                    Counter.ITERATIONS,
                    iterations,
                    Counter.DONE,
                    iterations,
                    Counter.OWN_LATENESS_NANOS,
                    Math.round((ownShare * waitNanos + trouble.latenessNanos) * iterations),
                    Counter.DUE,
                    (long) backlog + iterations - owedBefore)),
            Map.of(
                LatencyKind.LATENCY,
                Latency.of(latency),
                LatencyKind.SERVICE,
                Latency.of(latency),
                LatencyKind.LATENESS,
                ownShare == 0 && trouble.latenessNanos == 0 ? Latency.NONE : Latency.of(latency)),
            Unfinished.NOTHING);
    number++;
    if (answersElsewhere && number != lostElsewhere) {
      elsewhere.add(
          new TimedInterval(
              nowNanos - OFFSET_NANOS,
              snapshot(
                  RECEIVERS, 0, PaceMode.UNLIMITED, measures, Unfinished.NOTHING, peersElsewhere)));
    }
    Snapshot own =
        snapshot(
            SENDERS,
            due,
            paused ? PaceMode.PAUSED : PaceMode.PACED,
            measures,
            new Unfinished(0, (long) backlog, missing(), 0),
            peers);
    if (taken != null) {
      long before = takenTotal;
      takenTotal = taken.applyAsLong(total, number);
      Window receivers =
          Window.of(
              0,
              Counts.of(Map.of(Counter.DONE, takenTotal - before)),
              Map.of(),
              Unfinished.NOTHING);
      Snapshot both =
          snapshot(RECEIVERS, 0, PaceMode.UNLIMITED, receivers, Unfinished.NOTHING, peers);
      List<Window> workloads = new ArrayList<>(own.workloads());
      workloads.addAll(both.workloads());
      own =
          new Snapshot(
              number, own.time(), nowNanos, INTERVAL_NANOS, false, "", 0, List.copyOf(workloads));
    }
    if (number != lostHere) {
      here.add(
          new TimedInterval(nowNanos, longerAfterIt && number == lostHere + 1 ? longer(own) : own));
    }
    return own;
  }

  private Map<Cause, Long> missing() {
    Map<Cause, Long> missing = new EnumMap<>(Map.of(limit, (long) backlog));
    missing.merge(Cause.HARNESS, postponed, Long::sum);
    return missing;
  }

  private static Snapshot longer(Snapshot own) {
    return new Snapshot(
        own.number(),
        own.time(),
        own.sinceStartNanos(),
        2 * own.lengthNanos(),
        own.warmup(),
        own.runId(),
        own.cpuCores(),
        own.workloads());
  }

  private double capacity(double due) {
    return nowNanos < slowUntilNanos ? due / 2 : capacityPerSecond;
  }

  private Snapshot snapshot(
      String name,
      double due,
      PaceMode mode,
      Window measures,
      Unfinished unfinished,
      Map<String, Integer> byPeer) {
    return new Snapshot(
        number,
        Instant.EPOCH.plusNanos(nowNanos),
        nowNanos,
        INTERVAL_NANOS,
        false,
        "",
        0,
        List.of(
            measures
                .asking(due)
                .as(
                    name,
                    INTERVAL_NANOS,
                    List.of(),
                    new Standing(
                        workersUp,
                        workers,
                        due,
                        mode,
                        unfinished,
                        total,
                        new Connections(byPeer, 0),
                        Map.of(),
                        Optional.empty()))));
  }

  @Override
  public List<WorkloadStatus> change(String workload, Change.Adjustment change) {
    if (change instanceof Change.OfRate rate) {
      calls.add("rate " + workload + " " + rate.change());
      if (rate.change() instanceof RateChange.ToTotal to) {
        ratePerSecond = to.perSecond();
      } else if (rate.change() instanceof RateChange.ByPerWorker by) {
        ratePerSecond += by.perSecond() * workers;
      }
    } else if (change instanceof Change.OfPause pause) {
      paused = pause.paused();
    } else if (change instanceof Change.OfWorkers ofWorkers) {
      calls.add((ofWorkers.by() > 0 ? "add " : "end ") + workload + " " + Math.abs(ofWorkers.by()));
      workers += ofWorkers.by();
    }
    return List.of();
  }

  @Override
  public Undone undo(String workload) {
    throw new UnsupportedOperationException("no step undoes");
  }

  @Override
  public void mark(String text) {
    calls.add("mark " + text);
  }

  @Override
  public void stop(String reason) {
    calls.add("stop " + reason);
  }

  @Override
  public RunStatus status() {
    return new RunStatus(
        "",
        RunPhase.RUNNING,
        nowNanos,
        List.of(
            new WorkloadStatus(
                SENDERS,
                TargetState.of(new RateTarget.Total(ratePerSecond), Duration.ZERO, workers)
                    .beginning(0),
                workersUp,
                workers,
                Counts.of(Map.of(Counter.ITERATIONS, total)),
                Connections.NONE,
                Map.of(),
                Optional.empty())));
  }

  @Override
  public Optional<Snapshot> latest() {
    return Optional.empty();
  }

  @Override
  public void subscribe(Sink reporter) {}

  @Override
  public void unsubscribe(Sink reporter) {}

  @Override
  public String exec(ShellCommand command, Duration timeout) {
    calls.add("exec " + command);
    return "";
  }

  @Override
  public String admin(HostPort at, String line, Duration timeout) {
    calls.add("admin " + at + " " + line);
    return "OK";
  }

  @Override
  public String deletePod(DeletePodStep step) {
    calls.add(step.text());
    return "qm1-0";
  }

  @Override
  public long put(String provider, Function<JmsProvider, WorkloadSpec> workload) {
    calls.add("put by " + provider);
    return 10;
  }

  @Override
  public List<TimedInterval> intervals(String process, long afterNanos) {
    return (process.isEmpty() ? here : elsewhere)
        .stream().filter(each -> each.endNanos() > afterNanos).toList();
  }

  @Override
  public RunControl run(String process) {
    if (!process.isEmpty()) {
      calls.add("to " + process);
    }
    return this;
  }
}
