package dev.sluice.mqsim.queue;

import dev.sluice.mqsim.queue.Counters.Event;
import dev.sluice.mqsim.queue.Counters.Operation;

/** What has happened at a queue: counts, when it last did, how long messages stay. */
public final class QueueActivity {

  private static final long NEVER = 0;
  private static final double SHORT_WEIGHT = 1.0 / 8;
  private static final double LONG_WEIGHT = 1.0 / 64;

  private final Timer timer;
  private final Counters counters = new Counters();
  private long lastPutMillis = NEVER;
  private long lastGetMillis = NEVER;
  private double shortNanos = Double.NaN;
  private double longNanos = Double.NaN;
  private Counters atReset = new Counters();
  private long resetNanos;
  private int highDepth;

  QueueActivity(Timer timer) {
    this.timer = timer;
    this.resetNanos = timer.nowNanos();
  }

  /** All counts since the queue was made; puts and gets also of open units of work. */
  public Counters counters() {
    return counters;
  }

  void put(Message message) {
    counters.count(Operation.PUT, message);
    lastPutMillis = timer.epochMillis();
  }

  void arrived(Message message) {
    message.arrivedNanos = timer.nowNanos();
  }

  void got(Message message) {
    counters.count(Operation.GET, message);
    lastGetMillis = timer.epochMillis();
    long nanos = timer.nowNanos() - message.arrivedNanos;
    counters.add(Event.NANOS_ON_QUEUE, nanos);
    shortNanos =
        Double.isNaN(shortNanos) ? nanos : shortNanos + SHORT_WEIGHT * (nanos - shortNanos);
    longNanos = Double.isNaN(longNanos) ? nanos : longNanos + LONG_WEIGHT * (nanos - longNanos);
  }

  void depth(int messages) {
    highDepth = Math.max(highDepth, messages);
  }

  /** Wall-clock time of the last put; 0 if there was none. */
  public long lastPutMillis() {
    return lastPutMillis;
  }

  /** Wall-clock time of the last get; 0 if there was none. */
  public long lastGetMillis() {
    return lastGetMillis;
  }

  /** How long messages stayed, with a weight of 1/8 for each newer one; NaN before the first. */
  public double recentNanosOnQueue() {
    return shortNanos;
  }

  /** The same with a weight of 1/64. */
  public double nanosOnQueue() {
    return longNanos;
  }

  /**
   * What has happened since the last reset.
   *
   * @param highDepth most messages at once
   * @param sinceNanos how long ago that was
   */
  public record SinceReset(Counters counters, int highDepth, long sinceNanos) {}

  /** Tells what has happened since the last reset, and resets. */
  public SinceReset reset(int depth) {
    long nowNanos = timer.nowNanos();
    SinceReset result = new SinceReset(counters.since(atReset), highDepth, nowNanos - resetNanos);
    atReset = counters.copy();
    resetNanos = nowNanos;
    highDepth = depth;
    return result;
  }
}
