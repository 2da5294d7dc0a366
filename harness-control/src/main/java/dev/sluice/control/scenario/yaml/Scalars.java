package dev.sluice.control.scenario.yaml;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers and times as people write them. Pure functions; all throw {@link
 * IllegalArgumentException} with what would be right.
 */
public final class Scalars {

  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d{1,15}(\\.\\d{1,9})?|\\.\\d{1,9})");
  private static final Pattern TIME = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(us|ms|s|m|h|d)?");
  private static final Map<String, Double> NANOS =
      Map.of("us", 1e3, "ms", 1e6, "s", 1e9, "m", 60e9, "h", 3600e9, "d", 86400e9);
  private static final double LONGEST_NANOS = 1000 * 86400e9;

  private Scalars() {}

  /** A number, decimals and a sign allowed. */
  public static double number(String text) {
    if (!NUMBER.matcher(text).matches()) {
      throw new IllegalArgumentException("write a number such as 20 or 0.999");
    }
    return Double.parseDouble(text);
  }

  /** A whole number within bounds. */
  public static int whole(String text, int least, int most) {
    String remedy = "write a whole number from " + least + " to " + most;
    if (!text.matches("\\d{1,9}")) {
      throw new IllegalArgumentException(remedy);
    }
    int number = Integer.parseInt(text);
    if (number < least || number > most) {
      throw new IllegalArgumentException(remedy);
    }
    return number;
  }

  /** A number, or one in per cent: {@code 0.02} or {@code 2%}. */
  public static double share(String text) {
    return text.endsWith("%") ? number(text.substring(0, text.length() - 1)) / 100 : number(text);
  }

  /** A time: {@code 500ms}, {@code 30s}, {@code 5m}, or a number of seconds. */
  public static Duration time(String text) {
    Matcher matcher = TIME.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("write a time such as 500ms, 30s, 5m or 2h");
    }
    String unit = matcher.group(2) == null ? "s" : matcher.group(2);
    double nanos = Double.parseDouble(matcher.group(1)) * NANOS.get(unit);
    if (nanos > LONGEST_NANOS) {
      throw new IllegalArgumentException("write a time of at most 1000d");
    }
    return Duration.ofNanos(Math.round(nanos));
  }

  /** yes or no. */
  public static boolean flag(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("write true or false");
    };
  }
}
