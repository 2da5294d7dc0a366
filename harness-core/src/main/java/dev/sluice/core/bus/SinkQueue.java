package dev.sluice.core.bus;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One reporter, with a thread of its own and a queue before it, so that nobody waits for an output
 * that is slow or blocked: not workers, not commands, not the end of the run, not other reporters.
 * What a reporter throws is logged and changes nothing.
 *
 * <p>The queue holds {@value #MAX_INTERVALS} intervals and {@value #MAX_EVENTS} of everything else.
 * What does not fit is left out and counted, and the reporter is told how much before what comes
 * next. Any thread.
 */
final class SinkQueue {

  /** An hour of intervals of a second. */
  static final int MAX_INTERVALS = 3_600;

  /** What happens when all connections of a large run are lost, several times. */
  static final int MAX_EVENTS = 100_000;

  private static final Logger LOG = LoggerFactory.getLogger(SinkQueue.class);

  private record News(boolean interval, Consumer<Sink> call) {}

  private final Sink reporter;
  private final Queue<News> waiting = new ArrayDeque<>(); // guarded by this
  private final Thread thread;
  private int intervals; // that wait; guarded by this
  private long missedIntervals; // guarded by this
  private long missedEvents; // guarded by this
  private boolean closed; // guarded by this

  SinkQueue(Sink reporter) {
    this.reporter = reporter;
    this.thread = new Thread(this::tellAll, "reporter-" + reporter.getClass().getSimpleName());
    thread.setDaemon(true);
    thread.start();
  }

  boolean isOf(Sink other) {
    return reporter == other;
  }

  /** An interval has ended. */
  void interval(Consumer<Sink> call) {
    offer(new News(true, call));
  }

  /** Something else happened. */
  void event(Consumer<Sink> call) {
    offer(new News(false, call));
  }

  /** A worker took a step, which not every reporter follows. */
  void workerStep(Consumer<Sink> call) {
    if (reporter.followsWorkers()) {
      event(call);
    }
  }

  /** Nothing is taken any more; what waits is still told. */
  synchronized void close() {
    if (!closed) {
      addMissed();
      closed = true;
      notifyAll();
    }
  }

  /** Nothing is taken any more, and what waits is not told. */
  synchronized void abandon() {
    waiting.clear();
    closed = true;
    notifyAll();
  }

  /**
   * Waits until all is told, after {@link #close}.
   *
   * @return false if the reporter did not take it in time
   */
  boolean awaitTold(long timeoutMillis) throws InterruptedException {
    thread.join(Math.max(1, timeoutMillis));
    return !thread.isAlive();
  }

  private synchronized void offer(News news) {
    if (closed) {
      return;
    }
    if (news.interval && intervals >= MAX_INTERVALS) {
      missedIntervals++;
    } else if (!news.interval && waiting.size() - intervals >= MAX_EVENTS) {
      missedEvents++;
    } else {
      addMissed();
      add(news);
    }
  }

  /** What was left out up to here, for the reporter to say so. Guarded by this. */
  private void addMissed() {
    long leftOutIntervals = missedIntervals;
    long leftOutEvents = missedEvents;
    if (leftOutIntervals + leftOutEvents > 0) {
      missedIntervals = 0;
      missedEvents = 0;
      add(new News(false, to -> to.missed(leftOutIntervals, leftOutEvents)));
      LOG.warn(
          "{} was blocked: {} intervals and {} events were not shown",
          reporter.getClass().getSimpleName(),
          leftOutIntervals,
          leftOutEvents);
    }
  }

  /** Guarded by this. */
  private void add(News news) {
    waiting.add(news);
    intervals += news.interval ? 1 : 0;
    notifyAll();
  }

  private void tellAll() {
    try {
      for (News next = take(); next != null; next = take()) {
        tell(next);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nobody else has this thread, so it is to end
    }
  }

  private void tell(News news) {
    try {
      news.call.accept(reporter);
    } catch (RuntimeException e) {
      LOG.warn("A reporter failed and was passed over: {}", e.toString(), e);
    }
  }

  /** The next news; null when there will be none. */
  private synchronized News take() throws InterruptedException {
    while (waiting.isEmpty() && !closed) {
      wait();
    }
    News next = waiting.poll();
    intervals -= next != null && next.interval ? 1 : 0;
    return next;
  }
}
