package dev.sluice.control.format;

import dev.sluice.core.pacing.Cause;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Account;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.Measures;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** {@code intervals.csv}: a row for each workload in each interval. Pure functions. */
public final class IntervalCsv {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double[] PERCENTILES = {50, 90, 99, 99.9};
  private static final List<String> KINDS =
      List.of(LatencyKind.LATENCY, LatencyKind.SERVICE, LatencyKind.LATENESS);
  private static final List<String> PERCENTILE_NAMES =
      List.of("mean", "p50", "p90", "p99", "p99.9", "max");

  private static final List<String> COLUMNS =
      List.of(
          "interval",
          "time",
          "since_start_s",
          "length_s",
          "warmup",
          "run_id",
          "workload",
          "mode",
          "workers_up",
          "workers",
          "target_per_s",
          "achieved_per_s",
          "target_now_per_s",
          "due",
          "iterations",
          "empty",
          "errors",
          "in_doubt",
          "rolled_back",
          "given_up",
          "skewed",
          "iterations_total",
          "errors_total",
          "reconnects_total",
          "connections",
          "cpu_cores");

  /** The terms of the account that have no column above, at the end of the row. */
  private static final Map<String, ToLongFunction<Account>> ACCOUNT = account();

  private static final Map<String, ToLongFunction<DeliveryCounts>> DELIVERY = delivery();

  private IntervalCsv() {}

  private static Map<String, ToLongFunction<Account>> account() {
    Map<String, ToLongFunction<Account>> columns = new LinkedHashMap<>();
    columns.put("under_way_before", Account::before);
    columns.put("unscheduled", account -> account.counts().unscheduled());
    columns.put("done", account -> account.counts().done());
    columns.put("failed", account -> account.counts().failed());
    columns.put("under_way", account -> account.after().total());
    columns.put("overdue", account -> account.after().overdue());
    columns.put("postponed", account -> account.counts().postponed());
    for (Cause cause : Cause.values()) {
      columns.put(
          "given_up_" + cause.name().toLowerCase(Locale.ROOT),
          account -> account.counts().givenUp(cause));
    }
    return columns;
  }

  private static Map<String, ToLongFunction<DeliveryCounts>> delivery() {
    Map<String, ToLongFunction<DeliveryCounts>> columns = new LinkedHashMap<>();
    columns.put("checked_total", DeliveryCounts::checked);
    columns.put("unchecked_total", DeliveryCounts::unchecked);
    columns.put("lost_total", DeliveryCounts::lost);
    columns.put("possibly_lost_total", DeliveryCounts::possiblyLost);
    columns.put("duplicates_total", DeliveryCounts::duplicates);
    columns.put("out_of_order_total", DeliveryCounts::outOfOrder);
    columns.put("corrupt_total", DeliveryCounts::corrupt);
    columns.put("redelivered_total", DeliveryCounts::redelivered);
    columns.put("other_clocks_total", DeliveryCounts::otherClocks);
    return columns;
  }

  public static String header() {
    List<String> header = new ArrayList<>(COLUMNS);
    header.addAll(DELIVERY.keySet());
    for (String kind : KINDS) {
      PERCENTILE_NAMES.forEach(name -> header.add(kind + "_" + name + "_ms"));
    }
    header.addAll(ACCOUNT.keySet());
    header.add("oldest_call_ms");
    return Csv.line(header);
  }

  public static String lines(RecordedInterval interval) {
    return interval.snapshot().workloads().stream()
        .map(workload -> Csv.line(cells(interval, workload)))
        .collect(Collectors.joining());
  }

  private static List<Object> cells(RecordedInterval interval, Snapshot.Workload workload) {
    Snapshot snapshot = interval.snapshot();
    Counts counts = workload.measures().counts();
    List<Object> cells = new ArrayList<>();
    cells.add(snapshot.number());
    cells.add(snapshot.time());
    cells.add(Csv.number(snapshot.sinceStartNanos() / NANOS_PER_SECOND));
    cells.add(Csv.number(snapshot.lengthNanos() / NANOS_PER_SECOND));
    cells.add(snapshot.warmup());
    cells.add(snapshot.runId());
    cells.add(workload.name());
    cells.add(workload.mode().name().toLowerCase(Locale.ROOT));
    cells.add(workload.workersUp());
    cells.add(workload.workers());
    cells.add(Csv.number(workload.targetPerSecond()));
    cells.add(Csv.number(workload.achievedPerSecond()));
    cells.add(Csv.number(workload.targetNowPerSecond()));
    cells.add(counts.due());
    cells.add(counts.iterations());
    cells.add(counts.empty());
    cells.add(counts.errors());
    cells.add(counts.inDoubt());
    cells.add(counts.rolledBack());
    cells.add(counts.givenUp());
    cells.add(counts.skewed());
    cells.add(workload.totalIterations());
    cells.add(workload.errorsByCause().values().stream().mapToLong(Long::longValue).sum());
    cells.add(workload.connections().reconnects());
    cells.add(
        workload.connections().byPeer().entrySet().stream()
            .map(peer -> peer.getKey() + "=" + peer.getValue())
            .collect(Collectors.joining(";")));
    cells.add(Csv.number(interval.cpuCores()));
    workload
        .delivery()
        .ifPresentOrElse(
            found -> DELIVERY.values().forEach(figure -> cells.add(figure.applyAsLong(found))),
            () -> nothing(cells, DELIVERY.size()));
    latencies(cells, workload.measures());
    Account account = workload.account();
    ACCOUNT.values().forEach(term -> cells.add(term.applyAsLong(account)));
    cells.add(Csv.millis(account.after().oldestCallNanos()));
    return cells;
  }

  /** Percentiles of nothing are not 0, they are not there. */
  private static void latencies(List<Object> cells, Measures measures) {
    for (String kind : KINDS) {
      Latency nanos = LatencyKind.histograms(measures).get(kind);
      if (nanos.isEmpty()) {
        nothing(cells, PERCENTILE_NAMES.size());
        continue;
      }
      cells.add(mean(nanos));
      for (double percentile : PERCENTILES) {
        cells.add(Csv.millis(nanos.atPercentile(percentile)));
      }
      cells.add(Csv.millis(nanos.maxNanos()));
    }
  }

  private static BigDecimal mean(Latency nanos) {
    return Csv.millis(Math.round(nanos.meanNanos()));
  }

  private static void nothing(List<Object> cells, int count) {
    for (int i = 0; i < count; i++) {
      cells.add("");
    }
  }
}
