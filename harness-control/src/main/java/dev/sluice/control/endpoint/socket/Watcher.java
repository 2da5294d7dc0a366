package dev.sluice.control.endpoint.socket;

import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import io.netty.channel.Channel;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * Sends intervals to one client. A client that does not read misses them, and is dropped when that
 * goes on: it can hold up neither the run nor the memory. Called by one thread of the run at a
 * time.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the channel, no more is to do
final class Watcher implements Sink {

  /** So many intervals in a row that found the channel full end the watch. */
  static final int MAX_MISSED = 5;

  private final Channel channel;
  private final long periodNanos;
  private final Function<Snapshot, List<String>> lines;
  private long lastSentNanos = Long.MIN_VALUE / 2;
  private int missed;

  /**
   * @param period the least time from one line to the next; zero for every interval
   * @param lines what is sent of an interval
   */
  Watcher(Channel channel, Duration period, Function<Snapshot, List<String>> lines) {
    this.channel = channel;
    this.periodNanos = period.toNanos();
    this.lines = lines;
  }

  @Override
  public void interval(Snapshot snapshot) {
    // half an interval of grace, because intervals do not end to the nanosecond
    long dueNanos = lastSentNanos + periodNanos - snapshot.lengthNanos() / 2;
    if (snapshot.sinceStartNanos() < dueNanos) {
      return;
    }
    if (channel.isWritable()) {
      missed = 0;
      lastSentNanos = snapshot.sinceStartNanos();
      channel.writeAndFlush(lines.apply(snapshot));
    } else if (++missed >= MAX_MISSED) {
      channel.close();
    }
  }

  @Override
  public void summary(Summary summary) {
    channel.writeAndFlush(List.of("OK the run has ended"));
  }
}
