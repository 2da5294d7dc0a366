package dev.sluice.control.analysis.check;

import dev.sluice.core.time.NanoClock;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;

/** Time that a test sets, for a history whose thread has its turn when it is told so. */
public final class HistoryClock implements NanoClock {

  private final LongSupplier time;
  private Runnable writing; // what the history's thread does

  private static final class ParkedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /**
   * @param time in nanoseconds
   */
  public HistoryClock(LongSupplier time) {
    this.time = time;
  }

  @Override
  public long nanos() {
    return time.getAsLong();
  }

  @Override
  public void parkUntil(long deadlineNanos) {
    throw new ParkedException();
  }

  @Override
  public Thread start(ThreadFactory threads, String name, Runnable task) {
    writing = task;
    return new Thread(task); // never starts
  }

  /** The history's thread has its turn, until it parks. */
  public void write() {
    try {
      writing.run();
    } catch (ParkedException e) {
      // it begins again with the next turn
    }
  }
}
