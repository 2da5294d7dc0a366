package dev.sluice.control.fleet.link;

import dev.sluice.core.time.NanoClock;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * The one thread on which a state machine of the protocol is told what happens: in the order in
 * which it happened, with a reading of the clock of that moment, which never goes back. Anyone may
 * put events.
 */
final class ProtocolThread {

  /** More are dropped, as a network drops what is sent too fast. */
  private static final int MAX_WAITING = 100_000;

  private final NanoClock clock;
  private final LongConsumer tick;
  private final long tickNanos;
  private final ScheduledThreadPoolExecutor thread;

  /**
   * @param tick told the time every {@code tickNanos}
   */
  ProtocolThread(String name, NanoClock clock, long tickNanos, LongConsumer tick) {
    this.clock = clock;
    this.tick = tick;
    this.tickNanos = tickNanos;
    thread =
        new ScheduledThreadPoolExecutor(
            1, task -> daemon(task, name), new ThreadPoolExecutor.DiscardPolicy());
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // it goes on until the end
  void start() {
    thread.scheduleWithFixedDelay(() -> put(tick), 0, tickNanos, TimeUnit.NANOSECONDS);
  }

  /** Something is to be done. */
  synchronized void put(LongConsumer event) {
    long nanos = clock.nanos();
    thread.execute(() -> tell(event, nanos));
  }

  /** Something happens on the network, which is forgotten if too much does. */
  void offer(LongConsumer event) {
    if (thread.getQueue().size() < MAX_WAITING) {
      put(event);
    }
  }

  private static void tell(LongConsumer event, long nanos) {
    try {
      event.accept(nanos);
    } catch (RuntimeException | Error e) { // the fleet goes on
      NanoClock.survived(e);
    }
  }

  /** Tells what has happened until now, and nothing any more. */
  void end() {
    thread.shutdown();
    try {
      thread.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
