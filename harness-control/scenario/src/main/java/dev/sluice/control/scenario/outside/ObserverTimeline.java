package dev.sluice.control.scenario.outside;

import dev.sluice.control.measure.Observed;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.BiConsumer;

/** Reads observers again and again, on a thread of its own, and keeps the last readings. */
public final class ObserverTimeline implements AutoCloseable {

  /** Hours of readings a second; a mean over a longer window is that of its last readings. */
  private static final int MAX_KEPT = 20_000;

  private final Observers observers;
  private final Duration every;
  private final BiConsumer<Observed, Observed> sink;
  private final Deque<Observed> kept = new ArrayDeque<>(); // guarded by this
  private volatile boolean closed;
  private final Thread thread = new Thread(this::readAgainAndAgain, "observers");

  /**
   * @param every the time between readings
   * @param sink gets each reading, after the one before it
   */
  public ObserverTimeline(
      Observers observers, Duration every, BiConsumer<Observed, Observed> sink) {
    this.observers = observers;
    this.every = every;
    this.sink = sink;
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  /** The readings of a window of time, in their order. Any thread. */
  public synchronized List<Observed> between(long fromNanos, long toNanos) {
    return kept.stream()
        .filter(each -> each.nanos() >= fromNanos && each.nanos() <= toNanos)
        .toList();
  }

  @Override
  public void close() {
    closed = true; // an interrupt alone may be used up by a library that is being asked
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // then it ends with the process
    }
  }

  private void readAgainAndAgain() {
    try {
      Observed last = observers.read();
      while (!closed) {
        Thread.sleep(every.toMillis());
        Observed now = observers.readDue();
        keep(now);
        sink.accept(last, now);
        last = now;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // that is how it is ended
    }
  }

  private synchronized void keep(Observed now) {
    if (kept.size() == MAX_KEPT) {
      kept.removeFirst();
    }
    kept.add(now);
  }
}
