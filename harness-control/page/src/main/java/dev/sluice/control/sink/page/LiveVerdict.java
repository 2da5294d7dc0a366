package dev.sluice.control.sink.page;

import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.pacing.Pacer.Pacing;
import dev.sluice.core.result.CpuUse;
import dev.sluice.core.result.Hindrance;
import dev.sluice.core.result.Shortfall;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.result.Verdict.Interruption;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.RunStatus;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.stats.Window;
import dev.sluice.core.worker.WorkerSettings.Disconnects;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The verdict on a run that goes on: which workloads are below their targets, since when, and why.
 * The newest cause is the one that is told, with the evidence of all intervals since it became the
 * largest. One thread.
 */
final class LiveVerdict {

  /** A workload that achieves less of its target than this in an interval is below it. */
  private static final double CLOSE = 0.99;

  private static final int MOST_HINDRANCES = 100;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

  private final RunSpec spec;
  private final ZoneId zone;
  private final Map<String, Window> last = new HashMap<>();
  private final Map<String, BelowTarget> below = new LinkedHashMap<>();
  private final List<Hindrance> hindrances = new ArrayList<>(); // the last ones
  private boolean hasTarget;

  /**
   * @param zone of the times of day in what it says
   */
  LiveVerdict(RunSpec spec, ZoneId zone) {
    this.spec = spec;
    this.zone = zone;
  }

  /** Intervals in a row in which a workload was below its target for the same cause. */
  private static final class BelowTarget {

    private final Instant since;
    private final long beganNanos;
    private final Window before;
    private Window sum;
    private CpuUse cpu = CpuUse.NOTHING;

    BelowTarget(Snapshot first, Window before) {
      this.since = first.time().minusNanos(first.lengthNanos());
      this.beganNanos = first.sinceStartNanos() - first.lengthNanos();
      this.before = before;
      this.sum = before.unmeasured();
    }

    void add(Window interval, CpuUse cpuInIt) {
      sum = sum.then(interval);
      cpu = cpu.then(cpuInIt);
    }

    boolean isOtherThan(BelowTarget before, Pacing pacing) {
      Verdict.Kind kind = verdict(pacing, List.of()).kind();
      return kind.compareTo(Verdict.Kind.KEPT) > 0
          && kind != before.verdict(pacing, List.of()).kind();
    }

    /**
     * Its verdict.
     *
     * @param hindrances of the harness, by the schedule's time
     */
    Verdict verdict(Pacing pacing, List<Hindrance> hindrances) {
      return Verdict.of(
          new Verdict.Evidence(
              pacing,
              sum,
              Shortfall.of(sum, before.unfinished()).by(cpu),
              1 + sum.inFlight(),
              new Interruption(
                  Math.min(
                      sum.lengthNanos(),
                      sum.end().connections().lostNanos() - before.end().connections().lostNanos()),
                  sum.lengthNanos(),
                  sum.end().connections().workersLost(),
                  Math.max(sum.end().workers(), sum.end().connections().workersLost())),
              sum.end().errorsByCauseSince(before.end()),
              cpu,
              hindrances.stream().filter(each -> each.toNanos() > beganNanos).toList()));
    }
  }

  /** What kept the harness from working, if an event tells of that. */
  void event(RunEvent event) {
    event.hindrance().ifPresent(hindrances::add);
    if (hindrances.size() > MOST_HINDRANCES) {
      hindrances.remove(0);
    }
  }

  /** The next interval. */
  void interval(Snapshot snapshot) {
    hasTarget = false;
    for (Window workload : snapshot.workloads()) {
      String name = workload.name();
      hasTarget |= workload.asked() > 0;
      if (workload.asked() > 0
          && workload.achievedPerSecond() < CLOSE * workload.targetPerSecond()) {
        BelowTarget newest = new BelowTarget(snapshot, last.getOrDefault(name, Window.none(name)));
        newest.add(workload, snapshot.cpu());
        BelowTarget before = below.putIfAbsent(name, newest);
        if (before != null && newest.isOtherThan(before, pacing(name))) {
          below.put(name, newest);
        } else if (before != null) {
          before.add(workload, snapshot.cpu());
        }
      } else {
        below.remove(name);
      }
      last.put(name, workload);
    }
  }

  /**
   * What can be said now.
   *
   * @param away agents that do not work, each in a sentence
   */
  PageVerdict in(RunStatus state, List<String> away) {
    List<String> missing =
        state.workloads().stream()
            .filter(each -> each.workersUp() < each.workers() && !workersComeAndGo(each.name()))
            .map(each -> each.workersUp() + " of " + each.workers() + " workers of " + each.name())
            .toList();
    List<PageVerdict.Trouble> troubles = new ArrayList<>();
    below.forEach(
        (name, intervals) -> {
          Verdict verdict = intervals.verdict(pacing(name), hindrances);
          if (verdict.kind().compareTo(Verdict.Kind.KEPT) > 0) {
            troubles.add(
                new PageVerdict.Trouble(
                    verdict.kind(),
                    TIME.format(intervals.since.atZone(zone)),
                    name + ": " + verdict.explanation()));
          }
        });
    return PageVerdict.soFar(
        state.phase(), hasTarget, troubles, missing, missing.isEmpty() ? List.of() : away);
  }

  private Pacing pacing(String workload) {
    return named(workload).map(WorkloadSpec::pacing).orElse(Pacing.SCHEDULE);
  }

  private Optional<WorkloadSpec> named(String workload) {
    return spec.workloads().stream().filter(each -> each.name().equals(workload)).findFirst();
  }

  /** Whether they end, or disconnect, on purpose. */
  private boolean workersComeAndGo(String workload) {
    return named(workload)
        .filter(each -> each.count() > 0 || !each.disconnects().equals(Disconnects.NEVER))
        .isPresent();
  }
}
