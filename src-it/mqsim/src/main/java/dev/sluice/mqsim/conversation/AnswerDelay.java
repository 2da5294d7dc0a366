package dev.sluice.mqsim.conversation;

import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;

/**
 * How much later than it could a queue manager answers, as over a slow network. What is sent keeps
 * its order when the delay changes. Confined to one event loop.
 */
public final class AnswerDelay {

  private final EventLoop loop;
  private long delayNanos;
  private long lastNanos = Long.MIN_VALUE; // when the last of what waits is sent
  private int waiting;

  /** No delay. */
  public AnswerDelay(EventLoop loop) {
    this.loop = loop;
  }

  /** From now on. */
  public void set(long nanos) {
    delayNanos = nanos;
  }

  /** Whether there is none, and all that waited has been sent. */
  boolean isOver() {
    return delayNanos == 0 && waiting == 0;
  }

  /** Sends something after the delay, and after all that was to be sent before. */
  void send(Runnable sending) {
    long nowNanos = loop.ticker().nanoTime();
    long dueNanos = nowNanos + delayNanos;
    if (waiting > 0 && dueNanos < lastNanos) {
      dueNanos = lastNanos;
    }
    lastNanos = dueNanos;
    waiting++;
    var unused =
        loop.schedule(
            () -> {
              waiting--;
              sending.run();
            },
            dueNanos - nowNanos,
            TimeUnit.NANOSECONDS);
  }
}
