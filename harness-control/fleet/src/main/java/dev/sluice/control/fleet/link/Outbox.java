package dev.sluice.control.fleet.link;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What waits to be sent, bounded: what is put under a key replaces what waits there, and what is
 * too much is lost. Any thread puts and does not wait; one takes.
 *
 * @param <T> what is sent
 */
final class Outbox<T> {

  static final int MOST_WAITING = 1_000;

  private final Map<Object, T> waiting = new LinkedHashMap<>(); // guarded by this
  private boolean woken; // guarded by this

  synchronized void put(Object key, T message) {
    if (waiting.size() < MOST_WAITING || waiting.containsKey(key)) {
      waiting.put(key, message);
      notifyAll();
    }
  }

  /** Whoever takes looks round, now or the next time. */
  synchronized void wake() {
    woken = true;
    notifyAll();
  }

  /** The oldest; null if there is none in time, or none when it is woken. */
  synchronized T take(long patienceNanos) throws InterruptedException {
    long endNanos = System.nanoTime() + patienceNanos;
    for (long left = patienceNanos; waiting.isEmpty() && !woken && left > 0; ) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = endNanos - System.nanoTime();
    }
    woken = false;
    var oldest = waiting.entrySet().iterator();
    if (!oldest.hasNext()) {
      return null;
    }
    T message = oldest.next().getValue();
    oldest.remove();
    return message;
  }

  synchronized void clear() {
    waiting.clear();
  }
}
