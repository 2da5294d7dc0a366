package dev.sluice.jms.delivery;

import jakarta.jms.JMSException;
import jakarta.jms.Message;

/** Both stamps, the time last. */
final class NumberedAndTimedStamps implements SendStamps {

  private final SendStamps numbered;
  private final SendStamps timed;

  NumberedAndTimedStamps(SendStamps numbered, SendStamps timed) {
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
