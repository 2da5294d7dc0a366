package dev.sluice.control.compat;

import java.util.List;
import java.util.Locale;

/**
 * The values that an option takes.
 *
 * @param kind what they are
 * @param choices the values there are, for {@link Kind#CHOICE}
 */
record OptionType(Kind kind, List<String> choices) {

  enum Kind {
    FLAG,
    WHOLE,
    DECIMAL,
    TEXT,
    CHOICE
  }

  static OptionType of(String text) {
    return switch (text) {
      case "flag" -> new OptionType(Kind.FLAG, List.of());
      case "whole" -> new OptionType(Kind.WHOLE, List.of());
      case "decimal" -> new OptionType(Kind.DECIMAL, List.of());
      case "text" -> new OptionType(Kind.TEXT, List.of());
      default -> new OptionType(Kind.CHOICE, List.of(text.split(",")));
    };
  }

  /**
   * The value as it is meant: {@code true} or {@code false} of a flag, a choice as it is written in
   * the catalogue, anything else as it is.
   *
   * @param name the option, for the message
   * @throws LegacyLineException if it is not one that this type takes
   */
  String normalised(String name, String value) {
    return switch (kind) {
      case FLAG -> flag(name, value);
      case WHOLE -> whole(name, value);
      case DECIMAL -> decimal(name, value);
      case TEXT -> value;
      case CHOICE -> choice(name, value);
    };
  }

  private static String flag(String name, String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "", "1", "true" -> "true";
      case "0", "false" -> "false";
      default -> throw wrong(name, value, "true, false, 1 or 0; without a value it is true");
    };
  }

  private static String whole(String name, String value) {
    try {
      return Integer.toString(Integer.parseInt(value));
    } catch (NumberFormatException e) {
      throw wrong(name, value, "a whole number");
    }
  }

  private static String decimal(String name, String value) {
    try {
      if (Double.isFinite(Double.parseDouble(value))) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw wrong(name, value, "a number");
    }
    throw wrong(name, value, "a number");
  }

  private String choice(String name, String value) {
    return choices.stream()
        .filter(choice -> choice.equalsIgnoreCase(value))
        .findFirst()
        .orElseThrow(() -> wrong(name, value, "one of " + String.join(", ", choices)));
  }

  private static LegacyLineException wrong(String name, String value, String right) {
    return new LegacyLineException("Invalid parameter: -" + name + " '" + value + "': " + right);
  }
}
