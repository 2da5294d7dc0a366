package dev.sluice.jms.worker;

/**
 * A string property whose value goes from one message to the next, for subscribers to select by.
 *
 * @param name what it is called
 * @param count how many values it has: {@code 0} and up
 */
public record ValueProperty(String name, int count) {

  public ValueProperty {
    if (count < 1) {
      throw new IllegalArgumentException("a property needs a value at least, not " + count);
    }
  }

  PropertyValues values() {
    return new PropertyValues(name, count);
  }
}
