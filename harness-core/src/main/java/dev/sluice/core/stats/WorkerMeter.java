package dev.sluice.core.stats;

/** Reads one worker, time and again. Guarded by its owner. */
final class WorkerMeter {

  private final String name;
  private final WorkerStats worker;
  private long[] lastCells = {};
  private long lastIterations;
  private boolean complete;

  WorkerMeter(String name, WorkerStats worker) {
    this.name = name;
    this.worker = worker;
  }

  String name() {
    return name;
  }

  /** Its iterations as they stand. */
  long iterations() {
    return worker.iterations();
  }

  /** What it did since it was last read, of which it was there for a part of this stretch. */
  WorkerReading read(long fromNanos, long nowNanos) {
    complete = worker.ended(); // before the rest, so that nothing can come after it
    long iterations = worker.iterations();
    long[] cells = worker.service().cells();
    WorkerReading reading =
        new WorkerReading(
            name,
            iterations - lastIterations,
            iterations,
            worker.ranNanos(fromNanos, nowNanos),
            ServiceTimes.of(worker.service().between(lastCells, cells)));
    lastIterations = iterations;
    lastCells = cells;
    return reading;
  }

  /** Whether it had ended when it was read last, so that there is nothing more to read. */
  boolean complete() {
    return complete;
  }
}
