package dev.sluice.jms.message;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.stream.IntStream;

/**
 * A string property whose value goes from one message to the next, for subscribers to select by.
 *
 * @param name what it is called
 * @param prefix what its values begin with, may be empty
 * @param count how many values it has: the prefix and {@code 0}, and up
 */
public record ValueProperty(String name, String prefix, int count) {

  public ValueProperty {
    if (count < 1) {
      throw new IllegalArgumentException("a property needs at least 1 value, not " + count);
    }
  }

  /** One of the values, counted from 0. */
  public String value(int k) {
    return prefix + k;
  }

  public Values values() {
    return new Values();
  }

  /**
   * A string property that goes through a number of values from one message to the next, for
   * subscribers to select by. For one worker's thread.
   */
  public final class Values {

    private final String[] values =
        IntStream.range(0, count).mapToObj(ValueProperty.this::value).toArray(String[]::new);
    private int next;

    public void applyTo(Message message) throws JMSException {
      message.setStringProperty(name, values[next]);
      next = next + 1 == values.length ? 0 : next + 1;
    }
  }
}
