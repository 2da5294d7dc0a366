package dev.sluice.jms.message;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A property that every message has.
 *
 * @param name an identifier as JMS wants it
 * @param type tells the JMS type of the value
 * @param value as it is written
 */
public record MessageProperty(String name, PropertyType type, String value) {

  /** The words of selectors, which cannot be names. */
  private static final Set<String> RESERVED =
      Set.of("null", "true", "false", "not", "and", "or", "between", "like", "in", "is", "escape");

  /**
   * @throws IllegalArgumentException if the name is no JMS identifier or the value not of the type
   */
  public MessageProperty {
    if (!isIdentifier(name)) {
      throw new IllegalArgumentException(
          "'"
              + name
              + "' is not a valid property name: use letters, digits, '_' and '$', and no "
              + "keyword of the selector language");
    }
    type.parse(value);
  }

  /**
   * Reads {@code NAME=VALUE}, a string, or {@code NAME:TYPE=VALUE}.
   *
   * @throws IllegalArgumentException if it is neither
   */
  public static MessageProperty parse(String text) {
    int equals = text.indexOf('=');
    if (equals < 0) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a property such as COLOUR=red or WEIGHT:int=5");
    }
    String name = text.substring(0, equals);
    String value = text.substring(equals + 1);
    int colon = name.indexOf(':');
    return colon < 0
        ? new MessageProperty(name, PropertyType.STRING, value)
        : new MessageProperty(
            name.substring(0, colon), PropertyType.named(name.substring(colon + 1)), value);
  }

  void applyTo(Message message) throws JMSException {
    message.setObjectProperty(name, type.parse(value));
  }

  /** As people write it. */
  @Override
  public String toString() {
    return name + (type == PropertyType.STRING ? "" : ":" + type) + "=" + value;
  }

  private static boolean isIdentifier(String name) {
    return !name.isEmpty()
        && Character.isJavaIdentifierStart(name.charAt(0))
        && IntStream.range(1, name.length())
            .allMatch(i -> Character.isJavaIdentifierPart(name.charAt(i)))
        && !RESERVED.contains(name.toLowerCase(Locale.ROOT));
  }
}
