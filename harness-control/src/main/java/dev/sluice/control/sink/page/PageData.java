package dev.sluice.control.sink.page;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.RecordedInterval;
import dev.sluice.control.recorded.IntervalJoin;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.recorded.RunTotals;
import dev.sluice.control.recorded.WorkloadTotal;
import dev.sluice.core.result.Snapshot;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The contents of a run's page, gathered from its intervals one after the other. One thread. */
final class PageData {

  /** More points than a chart has pixels make it slow and no finer. */
  private static final int MAX_POINTS = 1_200;

  private static final double NANOS_PER_SECOND = 1e9;

  private final List<BigDecimal> endSeconds = new ArrayList<>();
  private final List<Long> endsNanos = new ArrayList<>();
  private final List<BigDecimal> lengthSeconds = new ArrayList<>();
  private final List<Boolean> warmup = new ArrayList<>();
  private final List<BigDecimal> cpuCores = new ArrayList<>();
  private final Map<String, WorkloadSeries> workloads = new LinkedHashMap<>();
  private final RunTotals totals = new RunTotals();
  private long intervals;
  private long missing;
  private long lastNumber;

  private PageData() {}

  /** Reads a run. */
  static Json of(RecordedRun run) throws IOException {
    return of(run, MAX_POINTS);
  }

  /** Reads a run into at most N points in time, or a few more around the warm-up's end. */
  static Json of(RecordedRun run, int maxPoints) throws IOException {
    PageData data = new PageData();
    int together = (int) (1 + (run.intervalCount() - 1) / maxPoints);
    IntervalJoin points = new IntervalJoin(together, data::point);
    long damaged =
        run.intervals(
            interval -> {
              data.interval(interval);
              points.accept(interval);
            });
    points.end();
    Map<String, WorkloadTotal> total =
        data.totals.workloads().stream()
            .collect(Collectors.toMap(WorkloadTotal::name, each -> each));
    return new Json()
        .put("run", run.rawDescription())
        .put("verdict", PageVerdict.of(run.description(), data.intervals).json())
        .put("intervals", data.intervals)
        .put("intervalsPerPoint", together)
        .put("damagedLines", damaged)
        .put("missingIntervals", data.missing)
        .put("measuredSeconds", Csv.number(data.totals.measuredNanos() / NANOS_PER_SECOND))
        .put("cpuCoresMean", Csv.number(data.totals.cpuCores()))
        .put("endSeconds", data.endSeconds)
        .put("lengthSeconds", data.lengthSeconds)
        .put("warmup", data.warmup)
        .put("cpuCores", data.cpuCores)
        .put(
            "workloads",
            data.workloads.entrySet().stream()
                .map(each -> each.getValue().json(total.get(each.getKey())))
                .toList())
        .put("events", PageEvents.of(run.events(), data.endsNanos))
        .put("observations", PageObservations.of(run.observations()))
        .put("steps", run.steps())
        .put("sweeps", SweepCurves.of(run.steps(), run.variables()))
        .put("tries", run.tries());
  }

  /** Takes an interval into the sums. */
  private void interval(RecordedInterval interval) {
    long number = interval.snapshot().number();
    missing += Math.max(0, number - lastNumber - 1);
    lastNumber = number;
    intervals++;
    totals.add(interval);
  }

  /** Takes an interval, or several joined, into the charts. */
  private void point(RecordedInterval interval) {
    Snapshot snapshot = interval.snapshot();
    int before = endsNanos.size();
    for (Snapshot.Workload workload : snapshot.workloads()) {
      workloads
          .computeIfAbsent(workload.name(), name -> new WorkloadSeries(name, before))
          .add(workload);
    }
    workloads.forEach(
        (name, series) -> {
          if (snapshot.workloads().stream().noneMatch(w -> w.name().equals(name))) {
            series.addNothing();
          }
        });
    endsNanos.add(snapshot.sinceStartNanos());
    endSeconds.add(Csv.number(snapshot.sinceStartNanos() / NANOS_PER_SECOND));
    lengthSeconds.add(Csv.number(snapshot.lengthNanos() / NANOS_PER_SECOND));
    warmup.add(snapshot.warmup());
    cpuCores.add(Csv.number(interval.cpuCores()));
  }
}
