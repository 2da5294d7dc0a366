package dev.sluice.control.compat;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * An option of an older tool.
 *
 * @param letters its name, without the dash
 * @param aliases longer names of the same
 * @param type what values it takes
 * @param choices the values there are, for {@link Type#CHOICE}
 * @param defaultValue the value it has when it is not given
 * @param status what has become of it
 * @param effect what it does to the workload
 * @param text what it becomes here, or why not
 */
record LegacyOption(
    String letters,
    List<String> aliases,
    Type type,
    List<String> choices,
    String defaultValue,
    Status status,
    OptionEffect effect,
    String text) {

  /** The values that an option takes. */
  enum Type {
    FLAG,
    WHOLE,
    DECIMAL,
    TEXT,
    CHOICE
  }

  /** The status of an option or a worker of the older tools. */
  enum Status {
    /** It means what it meant. */
    SUPPORTED("supported"),
    /** It means what it was documented to mean, without its defects. */
    FIXED("fixed"),
    /** It is accepted and changes nothing; a notice says so. */
    NO_OP("no-op"),
    /** It is refused, with the reason. */
    OUT_OF_SCOPE("out of scope");

    private final String text;

    Status(String text) {
      this.text = text;
    }

    /** As it stands in tables. */
    String text() {
      return text;
    }

    static Status of(String text) {
      return Arrays.stream(values())
          .filter(status -> status.text.equals(text))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("no status: " + text));
    }
  }

  static LegacyOption parse(List<String> columns) {
    List<String> names = List.of(columns.get(0).split(","));
    String values = columns.get(1);
    Type type =
        Arrays.stream(Type.values())
            .filter(each -> each.name().equalsIgnoreCase(values))
            .findFirst()
            .orElse(Type.CHOICE);
    return new LegacyOption(
        names.get(0),
        names.subList(1, names.size()),
        type,
        List.of(values.split(",")),
        columns.get(2),
        Status.of(columns.get(3)),
        OptionEffect.parse(columns.get(4)),
        columns.get(5));
  }

  /** Whether it is the option that is called so. */
  boolean isNamed(String name, boolean caseMatters) {
    return same(letters, name, caseMatters)
        || aliases.stream().anyMatch(alias -> same(alias, name, caseMatters));
  }

  private static boolean same(String a, String b, boolean caseMatters) {
    return caseMatters ? a.equals(b) : a.equalsIgnoreCase(b);
  }

  /** Whether a value says more than nothing: true, above 0, or not empty. */
  boolean isSet(String value) {
    return switch (type) {
      case FLAG -> value.equals("true");
      case WHOLE, DECIMAL -> !value.isEmpty() && Double.parseDouble(value) > 0;
      case TEXT, CHOICE -> !value.isEmpty();
    };
  }

  /** Whether it changes nothing on any line. */
  boolean isIdle() {
    return status == Status.NO_OP || status == Status.OUT_OF_SCOPE;
  }

  /**
   * The value as it is meant: {@code true} or {@code false} of a flag, a choice as it is written in
   * the catalogue, anything else as it is.
   *
   * @param name the option as it was given, for the message
   * @throws LegacyLineException if it is not one that this option takes
   */
  String normalised(String name, String value) {
    try {
      return switch (type) {
        case FLAG ->
            switch (value.toLowerCase(Locale.ROOT)) {
              case "", "1", "true" -> "true";
              case "0", "false" -> "false";
              default ->
                  throw LegacyLineException.wrong(
                      name, value, "true, false, 1 or 0; without a value it is true");
            };
        case WHOLE -> Integer.toString(Integer.parseInt(value));
        case DECIMAL -> {
          if (!Double.isFinite(Double.parseDouble(value))) {
            throw new NumberFormatException(value);
          }
          yield value;
        }
        case TEXT -> value;
        case CHOICE ->
            choices.stream()
                .filter(choice -> choice.equalsIgnoreCase(value))
                .findFirst()
                .orElseThrow(
                    () ->
                        LegacyLineException.wrong(
                            name, value, "one of " + String.join(", ", choices)));
      };
    } catch (NumberFormatException e) {
      throw LegacyLineException.wrong(
          name, value, type == Type.WHOLE ? "a whole number" : "a number");
    }
  }

  /**
   * Checks that a whole number is in the range that the row names.
   *
   * @throws LegacyLineException if it is not
   */
  void requireInRange(String value) {
    int number = type == Type.WHOLE ? Integer.parseInt(value) : effect.min();
    if (number < effect.min() || number > effect.max()) {
      String right = effect.max() == Integer.MAX_VALUE ? " or more" : " to " + effect.max();
      throw LegacyLineException.wrong(letters, value, effect.min() + right);
    }
  }
}
