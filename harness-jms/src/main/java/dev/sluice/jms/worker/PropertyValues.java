package dev.sluice.jms.worker;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.stream.IntStream;

/**
 * A string property that goes through a number of values from one message to the next, for
 * subscribers to select by. For one worker's thread.
 */
final class PropertyValues {

  private final String property;
  private final String[] values;
  private int next;

  /**
   * @param count how many values: {@code 0} and up
   */
  PropertyValues(String property, int count) {
    this.property = property;
    this.values = IntStream.range(0, count).mapToObj(Integer::toString).toArray(String[]::new);
  }

  void applyTo(Message message) throws JMSException {
    message.setStringProperty(property, values[next]);
    next = next + 1 == values.length ? 0 : next + 1;
  }
}
