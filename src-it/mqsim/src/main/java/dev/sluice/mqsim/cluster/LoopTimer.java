package dev.sluice.mqsim.cluster;

import dev.sluice.mqsim.queue.Timer;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Real time, and timers on an event loop. */
record LoopTimer(EventLoop loop) implements Timer {

  @Override
  public long nowNanos() {
    return System.nanoTime();
  }

  @Override
  public long epochMillis() {
    return System.currentTimeMillis();
  }

  @Override
  public Cancellable schedule(long delayNanos, Runnable task) {
    Future<?> scheduled = loop.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
    return () -> scheduled.cancel(false);
  }
}
