package dev.sluice.control.command;

import dev.sluice.control.command.Syntax.Arguments;
import dev.sluice.core.run.RateChange;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunControlException;
import dev.sluice.core.text.Quantities;
import dev.sluice.core.text.Quantities.BadQuantityException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Changes the rate of a workload, of each of its workers or in total.
 *
 * @param workload its name, or empty for those that have a rate
 * @param over how long the way to the new rate is, zero for a change at once
 */
public record Rate(String workload, RateChange change, Duration over) implements Command.OfRun {

  static final Syntax OF_EACH =
      Syntax.of(
          "rate [WORKLOAD] N | +N | -N | +N% | -N% [over 30s]",
          "Sets, raises or lowers the rate of each worker, per second; 0 = as fast as possible.",
          arguments -> parse(arguments, Rate::ofEach),
          "rate 116",
          "rate +115",
          "rate senders -10% over 30s");

  static final Syntax IN_TOTAL =
      Syntax.of(
          "total [WORKLOAD] N [over 30s]",
          "Sets the rate of all workers together, per second; 0 = as fast as possible.",
          arguments -> parse(arguments, Rate::inTotal),
          "total 20700");

  /** Candidates for one. */
  private static final Pattern AMOUNT = Pattern.compile("[+-]?[.\\d].*");

  private static final String OVER = "over";

  private interface Amount {
    RateChange of(String word) throws BadCommandException;
  }

  /**
   * A rate of each worker, or a change of it: {@code 115}, {@code +115}, {@code -10%}.
   *
   * @throws BadQuantityException if it is not one
   */
  public static RateChange change(String word) {
    int sign = word.startsWith("+") ? 1 : word.startsWith("-") ? -1 : 0;
    boolean percent = word.endsWith("%");
    if (!AMOUNT.matcher(word).matches()) {
      throw new BadQuantityException("a rate", "a rate per second: 115, +115, -5, +10%");
    }
    if (sign == 0 && percent) {
      throw new BadQuantityException("a change in per cent with its sign, as +10% or -10%");
    }
    if (sign == 0) {
      return new RateChange.ToPerWorker(Quantities.rate(word));
    }
    double by = Quantities.rate(word.substring(1, word.length() - (percent ? 1 : 0)));
    return percent ? new RateChange.ByPercent(sign * by) : new RateChange.ByPerWorker(sign * by);
  }

  private static RateChange ofEach(String word) throws BadCommandException {
    return Arguments.quantity(word, Rate::change);
  }

  private static RateChange inTotal(String word) throws BadCommandException {
    if (word.startsWith("+") || word.startsWith("-")) {
      throw BadCommandException.argument("a total has no sign; usage: " + IN_TOTAL.usage());
    }
    return new RateChange.ToTotal(Arguments.quantity(word, Quantities::rate));
  }

  private static Rate parse(Arguments arguments, Amount amount) throws BadCommandException {
    int size = arguments.size();
    Duration over = Duration.ZERO;
    if (size >= 3 && arguments.word(size - 2).toLowerCase(Locale.ROOT).equals(OVER)) {
      over = Arguments.quantity(arguments.last(), Quantities::time);
      size -= 2;
    }
    return switch (size) {
      case 1 -> new Rate(RunControl.DEFAULT_WORKLOADS, amount.of(arguments.word(0)), over);
      case 2 -> new Rate(arguments.word(0), amount.of(arguments.word(1)), over);
      default -> throw arguments.usage();
    };
  }

  @Override
  public String text() {
    String[] verbAndAmount = change.text().split(" ", 2);
    return verbAndAmount[0]
        + (workload.isEmpty() ? " " : " " + workload + " ")
        + verbAndAmount[1]
        + (over.isZero() ? "" : " over " + Quantities.text(over));
  }

  @Override
  public List<String> runOn(RunControl control) throws RunControlException {
    return RunText.effective(control.changeRate(workload, change, over));
  }
}
