package dev.sluice.jms.tracking;

import dev.sluice.jms.tracking.sequence.Arrival;
import dev.sluice.jms.tracking.sequence.Arrival.Condition;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/** Reads stamps and compares them with the messages they are on. For one thread. */
final class ArrivalReader {

  private final BodyChecksum checksum = new BodyChecksum();

  Arrival read(Message message) {
    boolean redelivered = false;
    try {
      redelivered = message.getJMSRedelivered();
      return read(message, redelivered);
    } catch (JMSException | RuntimeException e) {
      // what it holds cannot be converted to what it should be
      return Arrival.nameless(Condition.UNREADABLE, redelivered);
    }
  }

  private Arrival read(Message message, boolean redelivered) throws JMSException {
    Object from = message.getObjectProperty(TrackingProperty.FROM);
    Object number = message.getObjectProperty(TrackingProperty.NUMBER);
    Object sum = message.getObjectProperty(TrackingProperty.SUM);
    if (from == null && number == null && sum == null) {
      return Arrival.nameless(Condition.UNSTAMPED, redelivered);
    }
    if (from instanceof String sender
        && number instanceof Long sequence
        && sum instanceof Long sealed
        && TrackingChecksum.guards(sealed, sender, sequence)) {
      Condition condition =
          bodyIs(message, TrackingChecksum.body(sealed)) ? Condition.INTACT : Condition.DAMAGED;
      return new Arrival(condition, sender, sequence, redelivered);
    }
    return Arrival.nameless(Condition.UNREADABLE, redelivered);
  }

  private boolean bodyIs(Message message, int expected) {
    try {
      return checksum.of(message) == expected;
    } catch (JMSException | RuntimeException e) {
      return false; // it cannot even be read
    }
  }
}
