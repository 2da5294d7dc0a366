package dev.sluice.control.scenario.measure;

import dev.sluice.control.command.Quantities;
import dev.sluice.core.text.NearestWord;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A condition that a run must meet: {@code p99 < 20ms}, {@code achieved/target >= 0.999}.
 *
 * @param figure what it is about
 * @param limit what that is held against; times in nanoseconds
 * @param written as it stands in the scenario
 */
public record Objective(Figure figure, Comparison comparison, double limit, String written) {

  private static final Pattern FORM =
      Pattern.compile("\\s*([a-z][a-z0-9./-]*?)\\s*(<=|>=|==|<|>)\\s*(\\S+)\\s*");

  /** How a figure and a limit are compared. */
  public enum Comparison {
    LESS("<"),
    AT_MOST("<="),
    EQUAL("=="),
    AT_LEAST(">="),
    MORE(">");

    private final String sign;

    Comparison(String sign) {
      this.sign = sign;
    }

    boolean holds(double figure, double limit) {
      return switch (this) {
        case LESS -> figure < limit;
        case AT_MOST -> figure <= limit;
        case EQUAL -> figure == limit;
        case AT_LEAST -> figure >= limit;
        case MORE -> figure > limit;
      };
    }

    static Comparison of(String sign) {
      for (Comparison comparison : values()) {
        if (comparison.sign.equals(sign)) {
          return comparison;
        }
      }
      throw new IllegalArgumentException("write one of < <= == >= >");
    }
  }

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException if it is none; the message says what would be right
   */
  public static Objective parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "write it as 'p99 < 20ms', 'achieved/target >= 0.999' or 'lost == 0'");
    }
    String word = matcher.group(1);
    Metric metric =
        Metric.of(word)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        NearestWord.of(word, Metric.words())
                            .map(nearest -> "did you mean '" + nearest + "'?")
                            .orElse(
                                "'"
                                    + word
                                    + "' is not a figure; use one of "
                                    + String.join(", ", Metric.words()))));
    double limit =
        metric.isTime()
            ? Quantities.time(matcher.group(3)).toNanos()
            : Quantities.share(matcher.group(3));
    return new Objective(metric, Comparison.of(matcher.group(2)), limit, text.strip());
  }

  /** Whether the figures meet it; not if it was not measured. */
  public boolean metBy(Window window) {
    OptionalDouble found = figure.in(window);
    return found.isPresent() && comparison.holds(found.getAsDouble(), limit);
  }

  /**
   * The same, in words.
   *
   * @param where which window it is, may be empty
   */
  public Judgement judge(String where, String workload, Window window) {
    OptionalDouble found = figure.in(window);
    return found.isPresent()
        ? new Judgement(label(where, workload), metBy(window), figure.show(found.getAsDouble()))
        : unmeasured(where, workload);
  }

  /** That of a window of which nothing is known: it is missed. */
  public Judgement unmeasured(String where, String workload) {
    return new Judgement(label(where, workload), false, "was not measured");
  }

  private String label(String where, String workload) {
    return (where.isEmpty() ? "" : where + ": ")
        + (figure.isOfWorkload() ? workload + " " : "")
        + written;
  }
}
