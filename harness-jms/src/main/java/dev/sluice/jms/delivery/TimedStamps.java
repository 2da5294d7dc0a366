package dev.sluice.jms.delivery;

import jakarta.jms.JMSException;
import jakarta.jms.Message;

/** Stamps messages with the time of sending and the host whose clock gave it. */
final class TimedStamps implements SendStamps {

  private final WallClock clock;
  private final int hostId;
  private Message stampedLast;

  TimedStamps(WallClock clock, int hostId) {
    this.clock = clock;
    this.hostId = hostId;
  }

  @Override
  public void stamp(Message message) throws JMSException {
    if (message != stampedLast) {
      message.setIntProperty(StampProperty.HOST, hostId);
      stampedLast = message;
    }
    message.setLongProperty(StampProperty.AT, clock.epochNanos());
  }

  @Override
  public void changed() {
    stampedLast = null;
  }
}
