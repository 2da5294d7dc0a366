package dev.sluice.mqsim.statistics;

import dev.sluice.mqsim.queue.Counters;
import dev.sluice.mqsim.queue.Counters.Event;
import dev.sluice.mqsim.queue.Counters.Operation;
import dev.sluice.mqsim.queue.MessageLog;

/** What has happened between two moments. */
final class Interval {

  /**
   * A moment.
   *
   * @param counters of all calls, or those of one queue
   * @param depth of the queue
   */
  record Moment(long nanos, Counters counters, int depth, MessageLog.Written log, Usage usage) {}

  private static final long NANOS_PER_MICRO = 1_000;

  private final Moment begin;
  private final Moment end;
  private final Counters counted;

  Interval(Moment begin, Moment end) {
    this.begin = begin;
    this.end = end;
    this.counted = end.counters.since(begin.counters);
  }

  long micros() {
    return (end.nanos - begin.nanos) / NANOS_PER_MICRO;
  }

  Counters counted() {
    return counted;
  }

  /** Messages put, by either call. */
  long puts() {
    return counted.messages(Operation.PUT) + counted.messages(Operation.PUT1);
  }

  long putBytes(boolean persistent) {
    return counted.bytes(Operation.PUT, persistent) + counted.bytes(Operation.PUT1, persistent);
  }

  /** Mean time that messages got in the interval had spent on the queue; 0 if there were none. */
  long meanMicrosOnQueue() {
    long gets = counted.messages(Operation.GET);
    return gets == 0 ? 0 : counted.events(Event.NANOS_ON_QUEUE) / gets / NANOS_PER_MICRO;
  }

  Moment end() {
    return end;
  }

  long logBytes() {
    return end.log.bytes() - begin.log.bytes();
  }

  private long logWrites() {
    return end.log.writes() - begin.log.writes();
  }

  /** Mean length of a write to the log; 0 if there was none. */
  long meanLogBytes() {
    return logWrites() == 0 ? 0 : logBytes() / logWrites();
  }

  /** Mean time of a write to the log; 0 if there was none. */
  long meanLogMicros() {
    long nanos = end.log.nanos() - begin.log.nanos();
    return logWrites() == 0 ? 0 : nanos / logWrites() / NANOS_PER_MICRO;
  }

  /** Part of all processors' time, in units of 1/10000. */
  long userShare() {
    return share(end.usage.userTicks() - begin.usage.userTicks());
  }

  long systemShare() {
    return share(end.usage.systemTicks() - begin.usage.systemTicks());
  }

  private long share(long ticks) {
    return Math.round(10_000.0 * ticks / Math.max(1, end.usage.ticks() - begin.usage.ticks()));
  }

  /** Part of all processors' time that the queue manager's thread took, in units of 1/10000. */
  long threadUserShare(int processors) {
    return threadShare(end.usage.threadUserNanos() - begin.usage.threadUserNanos(), processors);
  }

  long threadSystemShare(int processors) {
    return threadShare(end.usage.threadSystemNanos() - begin.usage.threadSystemNanos(), processors);
  }

  private long threadShare(long nanos, int processors) {
    return Math.round(10_000.0 * nanos / Math.max(1, end.nanos - begin.nanos) / processors);
  }
}
