package dev.sluice.jms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.IterationTimes;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.WorkLog;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.ConnectionWatch;
import dev.sluice.core.worker.Worker.WorkerContext;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Keeps what workers tell of their work, on whatever thread. */
public final class WorkRecord implements WorkLog {

  private final List<TimedPart> parts = new CopyOnWriteArrayList<>();
  private final AtomicLong completed = new AtomicLong();
  private final AtomicLong rolledBack = new AtomicLong();
  private final AtomicLong inDoubt = new AtomicLong();

  private record TimedPart(LatencyKind part, long nanos) {}

  /** A worker's context in which this is told of the work. */
  public WorkerContext context() {
    return context(Long.MAX_VALUE);
  }

  /** The same for a worker that is to do no more than a count. */
  public WorkerContext context(long limit) {
    return new WorkerContext(
        ConnectionWatch.NOBODY, this, IterationTimes.NONE, NanoClock.SYSTEM, limit);
  }

  public List<LatencyKind> parts() {
    return parts.stream().map(TimedPart::part).toList();
  }

  /** How long each time of a part was, in the order in which they were told. */
  public List<Long> nanosOf(LatencyKind part) {
    return parts.stream().filter(p -> p.part == part).map(TimedPart::nanos).toList();
  }

  /** Iterations that workers counted themselves. */
  public long completed() {
    return completed.get();
  }

  public long rolledBack() {
    return rolledBack.get();
  }

  public long inDoubt() {
    return inDoubt.get();
  }

  @Override
  public void part(LatencyKind part, long nanos) {
    if (part != LatencyKind.END_TO_END) { // which is by two clocks
      assertThat(nanos).isNotNegative();
    }
    parts.add(new TimedPart(part, nanos));
  }

  @Override
  public void completed(long startNanos, long endNanos) {
    assertThat(endNanos).isGreaterThanOrEqualTo(startNanos);
    completed.incrementAndGet();
  }

  @Override
  public void completed(long intendedNanos, long startNanos, long endNanos) {
    completed(startNanos, endNanos);
  }

  @Override
  public void uncommitted() {}

  @Override
  public void committed(long iterations) {}

  @Override
  public void commitInDoubt(long iterations) {
    inDoubt(iterations);
  }

  @Override
  public void rolledBack(long iterations) {
    rolledBack.addAndGet(iterations);
  }

  @Override
  public void inDoubt(long units) {
    inDoubt.addAndGet(units);
  }
}
