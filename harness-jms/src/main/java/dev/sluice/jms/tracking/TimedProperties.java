package dev.sluice.jms.tracking;

import jakarta.jms.JMSException;
import jakarta.jms.Message;

/** Stamps messages with the time of sending and the host whose clock gave it. */
final class TimedProperties implements TrackingProperties {

  private final WallClock clock;
  private Message stampedLast;

  TimedProperties(WallClock clock) {
    this.clock = clock;
  }

  @Override
  public void stamp(Message message) throws JMSException {
    if (message != stampedLast) {
      message.setIntProperty(Stamp.HOST, clock.hostId());
      stampedLast = message;
    }
    message.setLongProperty(Stamp.AT, clock.epochNanos());
  }

  @Override
  public void changed() {
    stampedLast = null;
  }
}
