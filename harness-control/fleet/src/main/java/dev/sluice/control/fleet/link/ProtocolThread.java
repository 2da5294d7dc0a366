package dev.sluice.control.fleet.link;

import dev.sluice.core.time.NanoClock;
import java.util.ArrayDeque;
import java.util.Queue;
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
  private final Queue<Event> waiting = new ArrayDeque<>(); // guarded by this
  private final Thread thread;
  private boolean ended; // guarded by this

  /** What happened, and when. */
  private record Event(long nanos, LongConsumer told) {}

  /**
   * @param tick told the time every {@code tickNanos}
   */
  ProtocolThread(String name, NanoClock clock, long tickNanos, LongConsumer tick) {
    this.clock = clock;
    this.tick = tick;
    this.tickNanos = tickNanos;
    thread = FleetThreads.daemon(this::run, name);
  }

  void start() {
    thread.start();
  }

  /** Something is to be done. */
  synchronized void put(LongConsumer event) {
    waiting.add(new Event(clock.nanos(), event));
    notifyAll();
  }

  /** Something happens on the network, which is forgotten if too much does. */
  synchronized void offer(LongConsumer event) {
    if (waiting.size() < MAX_WAITING) {
      put(event);
    }
  }

  /** Nothing is told any more; waits for what is being told. */
  void end() {
    synchronized (this) {
      ended = true;
      notifyAll();
    }
    if (Thread.currentThread() != thread) {
      try {
        thread.join(TimeUnit.SECONDS.toMillis(5));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void run() {
    long nextTick = clock.nanos();
    for (Event event = next(nextTick); event != null; event = next(nextTick)) {
      tell(event);
      if (event.nanos() - nextTick >= 0) {
        tell(new Event(event.nanos(), tick));
        nextTick = event.nanos() + tickNanos;
      }
    }
  }

  private static void tell(Event event) {
    try {
      event.told().accept(event.nanos());
    } catch (RuntimeException | Error e) { // the fleet goes on
      NanoClock.survived(e);
    }
  }

  /**
   * The next event, which is that it is time for a tick if nothing else happens; null at the end.
   */
  private synchronized Event next(long nextTickNanos) {
    try {
      while (!ended) {
        Event event = waiting.poll();
        if (event != null) {
          return event;
        }
        long now = clock.nanos();
        if (now - nextTickNanos >= 0) {
          return new Event(now, nanos -> {});
        }
        TimeUnit.NANOSECONDS.timedWait(this, nextTickNanos - now);
      }
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }
}
