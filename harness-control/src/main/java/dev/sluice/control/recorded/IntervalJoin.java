package dev.sluice.control.recorded;

import dev.sluice.control.format.RecordedInterval;
import dev.sluice.core.result.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Joins several intervals into one, so that a long run fits into a picture. Counts and histograms
 * are added, so percentiles are those of all values; none reaches over the end of the warm-up. One
 * thread.
 */
public final class IntervalJoin implements Consumer<RecordedInterval> {

  private final int length;
  private final Consumer<RecordedInterval> next;
  private final List<RecordedInterval> waiting = new ArrayList<>();

  /**
   * @param length intervals in one, 1 to change nothing
   * @param next takes the joined ones
   */
  public IntervalJoin(int length, Consumer<RecordedInterval> next) {
    this.length = length;
    this.next = next;
  }

  @Override
  public void accept(RecordedInterval interval) {
    if (!waiting.isEmpty() && waiting.get(0).snapshot().warmup() != interval.snapshot().warmup()) {
      end();
    }
    waiting.add(interval);
    if (waiting.size() == length) {
      end();
    }
  }

  /** Passes on what has not become a whole one. */
  public void end() {
    waiting.stream().reduce(IntervalJoin::join).ifPresent(next);
    waiting.clear();
  }

  private static RecordedInterval join(RecordedInterval a, RecordedInterval b) {
    Snapshot last = b.snapshot();
    long lengthNanos = a.snapshot().lengthNanos() + last.lengthNanos();
    double cpuCores =
        (a.cpuCores() * a.snapshot().lengthNanos() + b.cpuCores() * last.lengthNanos())
            / lengthNanos;
    List<Snapshot.Workload> workloads =
        last.workloads().stream().map(w -> join(find(a, w.name()), w, lengthNanos)).toList();
    return new RecordedInterval(
        new Snapshot(
            last.number(),
            last.time(),
            last.sinceStartNanos(),
            lengthNanos,
            last.warmup(),
            last.runId(),
            workloads),
        cpuCores);
  }

  private static Snapshot.Workload find(RecordedInterval interval, String name) {
    return interval.snapshot().workloads().stream()
        .filter(w -> w.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  private static Snapshot.Workload join(
      Snapshot.Workload a, Snapshot.Workload b, long lengthNanos) {
    return new Snapshot.Workload(
        b.name(),
        b.workersUp(),
        b.workers(),
        b.targetNowPerSecond(),
        b.mode(),
        lengthNanos,
        a == null ? b.measures() : a.measures().plus(b.measures()),
        b.underWay(),
        b.totalIterations(),
        b.connections(),
        b.errorsByCause(),
        b.delivery(),
        List.of());
  }
}
