package dev.sluice.jms.message;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.stream.IntStream;

/**
 * A string property that goes through a number of values from one message to the next, for
 * subscribers to select by. For one worker's thread.
 */
public final class PropertyValues {

  private final String property;
  private final String[] values;
  private int next;

  /**
   * @param property its name and its values
   */
  public PropertyValues(ValueProperty property) {
    this.property = property.name();
    this.values =
        IntStream.range(0, property.count()).mapToObj(property::value).toArray(String[]::new);
  }

  public void applyTo(Message message) throws JMSException {
    message.setStringProperty(property, values[next]);
    next = next + 1 == values.length ? 0 : next + 1;
  }
}
