package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.queue.Timer;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * How many messages per second a queue manager moves: a token bucket, kept as the time at which the
 * next token falls due. A message put costs one token and a message got costs another; all other
 * calls are free. Nothing sleeps: what has no token yet is done in order of arrival when its token
 * falls due, so an overloaded queue manager simply answers later.
 */
public final class CapacityLimiter {

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** Tokens of this much time may be saved up; makes the rate exact although timers are coarse. */
  private static final long BURST_NANOS = 20_000_000L;

  private long nanosPerMessage;
  private final Timer timer;
  private final Queue<Runnable> delayed = new ArrayDeque<>();
  private long nextTokenNanos;

  /**
   * @param messagesPerSecond 0 = no limit
   */
  public CapacityLimiter(int messagesPerSecond, Timer timer) {
    this.timer = timer;
    this.nextTokenNanos = timer.nowNanos();
    change(messagesPerSecond);
  }

  /**
   * Moves this many from now on.
   *
   * @param messagesPerSecond 0 = no limit
   */
  public void change(int messagesPerSecond) {
    nanosPerMessage = messagesPerSecond == 0 ? 0 : NANOS_PER_SECOND / messagesPerSecond;
  }

  boolean isUnlimited() {
    return nanosPerMessage == 0;
  }

  /** Runs a task at the cost of one token: now if there is one, else when there will be. */
  public void submit(Runnable task) {
    if (isUnlimited() && delayed.isEmpty()) {
      task.run();
      return;
    }
    delayed.add(task);
    if (delayed.size() == 1) {
      drain();
    }
  }

  private void drain() {
    long nowNanos = timer.nowNanos();
    while (!delayed.isEmpty()) {
      nextTokenNanos = Math.max(nextTokenNanos, nowNanos - BURST_NANOS);
      if (nextTokenNanos > nowNanos) {
        timer.schedule(nextTokenNanos - nowNanos, this::drain);
        return;
      }
      nextTokenNanos += nanosPerMessage;
      delayed.peek().run();
      delayed.remove();
    }
  }
}
