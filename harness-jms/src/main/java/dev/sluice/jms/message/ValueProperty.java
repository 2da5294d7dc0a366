package dev.sluice.jms.message;

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
      throw new IllegalArgumentException("a property needs a value at least, not " + count);
    }
  }

  /** One of the values, counted from 0. */
  public String value(int k) {
    return prefix + k;
  }

  public PropertyValues values() {
    return new PropertyValues(this);
  }
}
