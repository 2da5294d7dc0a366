package dev.sluice.control.analysis.merge;

import dev.sluice.control.recorded.IntervalReader;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Totals;
import dev.sluice.core.stats.Window;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;

/** One of the runs that are joined, read interval by interval. Owned by one thread. */
final class MergeSource implements AutoCloseable {

  final String name;
  final RecordedRun run;
  private final IntervalReader reader;

  /** When its schedule started, by the clock of its host. */
  final Instant started;

  private Snapshot next;
  private Totals totals = Totals.NOTHING; // of those that have been taken

  /**
   * @param name what it is called in what comes of it
   */
  MergeSource(String name, RecordedRun run) throws IOException {
    this.name = name;
    this.run = run;
    this.reader = run.reader();
    this.next = reader.next();
    this.started =
        next == null ? run.document().created() : next.time().minusNanos(next.sinceStartNanos());
  }

  /** Whether all its intervals have been taken. */
  boolean ended() {
    return next == null;
  }

  /** The number of the next interval on a common time line. */
  long slot(Instant base, long intervalNanos) {
    long endNanos = Duration.between(base, started).toNanos() + next.sinceStartNanos();
    return Math.round((double) endNanos / intervalNanos);
  }

  Snapshot take() throws IOException {
    Snapshot taken = next;
    totals = totals.then(taken);
    next = reader.next();
    return taken;
  }

  /** What each workload did in the intervals that have been taken. */
  Stream<Window> sums() {
    return totals.workloads().stream().map(name -> totals.of(name).sum());
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
