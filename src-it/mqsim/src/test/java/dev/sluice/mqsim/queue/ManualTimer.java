package dev.sluice.mqsim.queue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Time that passes only when a test says so. */
public final class ManualTimer implements Timer {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private record Task(long dueNanos, Runnable action) {}

  private final List<Task> tasks = new ArrayList<>();
  private long nowNanos;

  @Override
  public long nowNanos() {
    return nowNanos;
  }

  @Override
  public long epochMillis() {
    return 1_700_000_000_000L + nowNanos / NANOS_PER_MILLI;
  }

  @Override
  public Cancellable schedule(long delayNanos, Runnable action) {
    Task task = new Task(nowNanos + delayNanos, action);
    tasks.add(task);
    return () -> tasks.remove(task);
  }

  /** Lets time pass; tasks run when they are due, in order. */
  public void advanceMillis(long millis) {
    long untilNanos = nowNanos + millis * NANOS_PER_MILLI;
    while (true) {
      Task next =
          tasks.stream()
              .filter(task -> task.dueNanos <= untilNanos)
              .min(Comparator.comparingLong(Task::dueNanos))
              .orElse(null);
      if (next == null) {
        nowNanos = untilNanos;
        return;
      }
      tasks.remove(next);
      nowNanos = Math.max(nowNanos, next.dueNanos);
      next.action.run();
    }
  }
}
