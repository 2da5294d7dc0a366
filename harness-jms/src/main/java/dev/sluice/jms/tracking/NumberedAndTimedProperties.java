package dev.sluice.jms.tracking;

import jakarta.jms.JMSException;
import jakarta.jms.Message;

/** Both stamps, the time last. */
final class NumberedAndTimedProperties implements TrackingProperties {

  private final TrackingProperties numbered;
  private final TrackingProperties timed;

  NumberedAndTimedProperties(TrackingProperties numbered, TrackingProperties timed) {
    this.numbered = numbered;
    this.timed = timed;
  }

  @Override
  public void stamp(Message message) throws JMSException {
    numbered.stamp(message);
    timed.stamp(message);
  }

  @Override
  public void changed() {
    numbered.changed();
    timed.changed();
  }

  @Override
  public void committed() {
    numbered.committed();
  }

  @Override
  public void rolledBack() {
    numbered.rolledBack();
  }

  @Override
  public void inDoubt() {
    numbered.inDoubt();
  }
}
