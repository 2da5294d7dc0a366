package dev.sluice.jms.message;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The types that JMS has for the properties of messages. */
public enum PropertyType {
  STRING {
    @Override
    Object read(String text) {
      return text;
    }
  },
  BOOLEAN {
    @Override
    Object read(String text) {
      return switch (text) {
        case "true" -> true;
        case "false" -> false;
        default -> throw new NumberFormatException();
      };
    }
  },
  BYTE {
    @Override
    Object read(String text) {
      return Byte.valueOf(text);
    }
  },
  SHORT {
    @Override
    Object read(String text) {
      return Short.valueOf(text);
    }
  },
  INT {
    @Override
    Object read(String text) {
      return Integer.valueOf(text);
    }
  },
  LONG {
    @Override
    Object read(String text) {
      return Long.valueOf(text);
    }
  },
  FLOAT {
    @Override
    Object read(String text) {
      return Float.valueOf(text);
    }
  },
  DOUBLE {
    @Override
    Object read(String text) {
      return Double.valueOf(text);
    }
  };

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
  final Object parse(String text) {
    try {
      return read(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is not a value of type " + this, e);
    }
  }

  /** Throws a NumberFormatException if the text is no such value. */
  abstract Object read(String text);
}
