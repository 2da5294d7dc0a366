package dev.sluice.jms.tracking;

import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.WorkLog;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures how long messages were under way, by the wall clocks of sender and receiver. One
 * delivered twice counts twice.
 */
final class EndToEndTimer implements ArrivalCheck {

  private static final Logger log = LoggerFactory.getLogger(EndToEndTimer.class);

  private final WallClock clock;
  private final boolean acrossHosts;
  private final LongAdder otherClocks;

  /**
   * @param acrossHosts whether the clocks of other hosts are trusted
   * @param otherClocks counts stamps that were ignored because they are not
   */
  EndToEndTimer(WallClock clock, boolean acrossHosts, LongAdder otherClocks) {
    this.clock = clock;
    this.acrossHosts = acrossHosts;
    this.otherClocks = otherClocks;
  }

  @Override
  public void arrived(Message message, WorkLog workLog) {
    long nowNanos = clock.epochNanos();
    try {
      if (!(message.getObjectProperty(Stamp.AT) instanceof Long sentNanos)) {
        return; // nobody stamped it
      }
      if (acrossHosts || fromThisHost(message)) {
        workLog.part(LatencyKind.END_TO_END, nowNanos - sentNanos);
      } else {
        otherClocks.increment();
      }
    } catch (JMSException | RuntimeException e) {
      log.debug("a message's send time cannot be read", e);
    }
  }

  private boolean fromThisHost(Message message) throws JMSException {
    return message.getObjectProperty(Stamp.HOST) instanceof Integer host && host == clock.hostId();
  }
}
