package dev.sluice.jms.message;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The types that JMS has for the properties of messages. */
public enum PropertyType {
  STRING(text -> text),
  BOOLEAN(PropertyType::truth),
  BYTE(Byte::valueOf),
  SHORT(Short::valueOf),
  INT(Integer::valueOf),
  LONG(Long::valueOf),
  FLOAT(Float::valueOf),
  DOUBLE(Double::valueOf);

  @SuppressWarnings("ImmutableEnumChecker") // functions without state
  private final Function<String, Object> reader; // throws NumberFormatException

  PropertyType(Function<String, Object> reader) {
    this.reader = reader;
  }

  private static boolean truth(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new NumberFormatException();
    };
  }

  /** As people write it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The type that is written so.
   *
   * @throws IllegalArgumentException if there is none
   */
  static PropertyType named(String text) {
    return Arrays.stream(values())
        .filter(type -> type.toString().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'"
                        + text
                        + "' is not a type; use one of "
                        + Arrays.stream(values())
                            .map(PropertyType::toString)
                            .collect(Collectors.joining(", "))));
  }

  /**
   * The value that a text stands for.
   *
   * @throws IllegalArgumentException if it is none of this type
   */
  Object parse(String text) {
    try {
      return reader.apply(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is not a value of type " + this, e);
    }
  }
}
