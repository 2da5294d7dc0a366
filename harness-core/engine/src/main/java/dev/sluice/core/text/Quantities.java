package dev.sluice.core.text;

import dev.sluice.core.pacing.RateCurve;
import dev.sluice.core.run.RateTarget;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers, rates, times and counts as people write them, with their limits: the one grammar of the
 * command line, of scenarios and of every endpoint. What is printed here is parsed back to the same
 * value. Pure functions; those that parse throw {@link BadQuantityException}.
 */
public final class Quantities {

  /** The longest time that can be written. */
  public static final Duration MAX_TIME = Duration.ofDays(1_000);

  public static final int MAX_WORKERS = 1_000_000;

  private static final String DECIMAL =
      "(?:\\d{1,15}(?:\\.\\d{0,30})?|\\.\\d{1,30})(?:[eE][+-]?\\d{1,3})?";
  private static final Pattern NUMBER = Pattern.compile("[+-]?" + DECIMAL);
  private static final Pattern WHOLE = Pattern.compile("\\d{1,18}|[1-8]\\d{18}");
  private static final Pattern TIME =
      Pattern.compile("(" + DECIMAL + ")(us|ms|s|min|m|h|d)?", Pattern.CASE_INSENSITIVE);
  private static final Map<String, BigDecimal> UNIT_NANOS =
      Map.of(
          "us", new BigDecimal(1_000),
          "ms", new BigDecimal(1_000_000),
          "s", new BigDecimal(1_000_000_000),
          "m", new BigDecimal(60_000_000_000L),
          "min", new BigDecimal(60_000_000_000L),
          "h", new BigDecimal(3_600_000_000_000L),
          "d", new BigDecimal(86_400_000_000_000L));

  private static final int MILLIS_SCALE = 6; // of nanoseconds

  private static final int LARGEST_EXPONENT = 40; // of numbers that can be within any limit

  private Quantities() {}

  /** A number, with a sign and decimals if need be: {@code 20}, {@code -0.5}, {@code 1e-9}. */
  public static double number(String text) {
    if (!NUMBER.matcher(text).matches()) {
      throw new BadQuantityException("a number such as 20 or 0.999");
    }
    return Double.parseDouble(text);
  }

  /** A number, or one in per cent: {@code 0.02} or {@code 2%}. */
  public static double share(String text) {
    return text.endsWith("%") ? number(text.substring(0, text.length() - 1)) / 100 : number(text);
  }

  /** A rate per second: 0, or within the limits of {@link RateTarget}. */
  public static double rate(String text) {
    boolean signed = text.startsWith("+") || text.startsWith("-");
    if (signed || !NUMBER.matcher(text).matches()) {
      throw new BadQuantityException(
          signed ? "a rate without a sign" : "a number", "a rate per second, such as 115 or 0.5");
    }
    double perSecond = Double.parseDouble(text);
    if (!RateCurve.isRate(perSecond)) {
      throw new BadQuantityException("0 or a rate from 1e-12 to 1e9 per second");
    }
    return perSecond;
  }

  /** A whole number within limits, both included. */
  public static long whole(String text, long least, long most) {
    String expected =
        "a whole number "
            + (most == Long.MAX_VALUE ? "of at least " + least : "from " + least + " to " + most);
    if (!WHOLE.matcher(text).matches()) {
      throw new BadQuantityException(expected);
    }
    long number = Long.parseLong(text);
    if (number < least || number > most) {
      throw new BadQuantityException(expected);
    }
    return number;
  }

  /** A number of workers, 1 or more. */
  public static int workers(String text) {
    return (int) whole(text, 1, MAX_WORKERS);
  }

  /** A time with its unit, {@code 500ms} or {@code 1.5h}, or 0; rounded to a nanosecond. */
  public static Duration time(String text) {
    Matcher matcher = TIME.matcher(text);
    if (!matcher.matches()) {
      throw new BadQuantityException("a time such as 500ms, 30s, 5m or 2h");
    }
    BigDecimal number = new BigDecimal(matcher.group(1));
    if (matcher.group(2) == null && number.signum() != 0) {
      String remedy = text + "ms or " + text + "s";
      throw new BadQuantityException("a time, because it has no unit; write " + remedy, remedy);
    }
    String unit = matcher.group(2) == null ? "s" : matcher.group(2).toLowerCase(Locale.ROOT);
    if (number.precision() - number.scale() > LARGEST_EXPONENT) {
      throw tooLong();
    }
    if (number.scale() > 2 * LARGEST_EXPONENT) {
      return Duration.ZERO; // far below a nanosecond
    }
    BigDecimal nanos = number.multiply(UNIT_NANOS.get(unit));
    if (nanos.compareTo(new BigDecimal(MAX_TIME.toNanos())) > 0) {
      throw tooLong();
    }
    return Duration.ofNanos(nanos.setScale(0, RoundingMode.HALF_UP).longValueExact());
  }

  private static BadQuantityException tooLong() {
    return new BadQuantityException("a time of at most " + MAX_TIME.toDays() + "d");
  }

  /** A time as it is parsed, in the largest unit: {@code 4m}, {@code 90s}, {@code 1500ms}. */
  public static String text(Duration time) {
    if (time.equals(time.truncatedTo(ChronoUnit.SECONDS))) {
      long seconds = time.toSeconds();
      return seconds == 0 || seconds % 60 > 0
          ? seconds + "s"
          : seconds % 3600 > 0 ? seconds / 60 + "m" : seconds / 3600 + "h";
    }
    return BigDecimal.valueOf(time.toNanos(), MILLIS_SCALE).stripTrailingZeros().toPlainString()
        + "ms";
  }

  /** A text is not the quantity that belongs there. The message says what to write instead. */
  public static final class BadQuantityException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String expected;

    public BadQuantityException(String expected) {
      this(expected, expected);
    }

    /**
     * @param expected what the text is not
     * @param remedy what to write
     */
    public BadQuantityException(String expected, String remedy) {
      super("write " + remedy);
      this.expected = expected;
    }

    /** The expected value, to stand behind "is not": {@code a time such as 500ms}. */
    public String expected() {
      return expected;
    }
  }
}
