package dev.sluice.jms.tracking;

import jakarta.jms.JMSException;
import jakarta.jms.Message;

/** Stamps messages with the time of sending and the host whose clock gave it. */
final class TimedProperties implements TrackingProperties {

  private final WallClock clock;
  private final int hostId;
  private Message stampedLast;

  TimedProperties(WallClock clock, int hostId) {
    this.clock = clock;
    this.hostId = hostId;
  }

  @Override
  public void stamp(Message message) throws JMSException {
    if (message != stampedLast) {
      message.setIntProperty(TrackingProperty.HOST, hostId);
      stampedLast = message;
    }
    message.setLongProperty(TrackingProperty.AT, clock.epochNanos());
  }

  @Override
  public void changed() {
    stampedLast = null;
  }
}
