package dev.sluice.control.command;

import dev.sluice.core.run.RateTarget;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers and durations as people type them in commands. Pure functions. */
final class Arguments {

  static final int MOST_WORKERS = 100_000;
  static final Duration LONGEST = Duration.ofHours(1_000);

  private static final double LARGEST_PERCENT = 1e6;
  private static final Pattern NUMBER = Pattern.compile("\\d{1,12}(\\.\\d{1,9})?|\\.\\d{1,9}");
  private static final Pattern COUNT = Pattern.compile("\\d{1,9}");
  private static final Pattern DURATION =
      Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(ms|s|m|min|h)?");

  private Arguments() {}

  /** A rate per second, 0 or more. */
  static double rate(String word) throws BadCommandException {
    return number(word, RateTarget.LARGEST_PER_SECOND, "a rate per second");
  }

  static double percent(String word) throws BadCommandException {
    return number(word, LARGEST_PERCENT, "a percentage");
  }

  /** A number of workers, 1 or more. */
  static int workers(String word) throws BadCommandException {
    int count = COUNT.matcher(word).matches() ? Integer.parseInt(word) : 0;
    if (count < 1 || count > MOST_WORKERS) {
      throw BadCommandException.argument(
          quoted(word) + " is no number of workers (1 to " + MOST_WORKERS + ")");
    }
    return count;
  }

  /** As {@code 500ms}, {@code 30s}, {@code 2m}, {@code 1h}; a bare number is in seconds. */
  static Duration duration(String word) throws BadCommandException {
    Matcher matcher = DURATION.matcher(word.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw BadCommandException.argument(
          quoted(word) + " is no duration (such as 500ms, 30s, 2m, 1h)");
    }
    double seconds = Double.parseDouble(matcher.group(1)) * secondsPer(matcher.group(2));
    if (seconds > LONGEST.toSeconds()) {
      throw BadCommandException.argument(
          quoted(word) + " is too long (at most " + LONGEST.toHours() + "h)");
    }
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  /** What a client sent, fit to be part of a message. */
  static String quoted(String word) {
    int limit = 60;
    return "'" + (word.length() <= limit ? word : word.substring(0, limit) + "...") + "'";
  }

  private static double number(String word, double largest, String what)
      throws BadCommandException {
    double number = NUMBER.matcher(word).matches() ? Double.parseDouble(word) : -1;
    if (number < 0 || number > largest) {
      throw BadCommandException.argument(
          String.format(
              Locale.ROOT, "%s is not %s (a number from 0 to %.0f)", quoted(word), what, largest));
    }
    return number;
  }

  private static double secondsPer(String unit) {
    if (unit == null) {
      return 1;
    }
    return switch (unit) {
      case "ms" -> 1e-3;
      case "m", "min" -> 60;
      case "h" -> 3_600;
      default -> 1;
    };
  }
}
