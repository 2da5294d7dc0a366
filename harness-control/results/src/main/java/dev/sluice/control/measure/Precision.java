package dev.sluice.control.measure;

import dev.sluice.control.format.Csv;
import dev.sluice.core.text.Quantities;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A figure and how well it must be known: {@code p99 +/- 5%}, {@code senders: p99 +/- 5%}.
 *
 * @param workload whose figure it is; empty if only one comes into question
 * @param relativeError 0.05 for 5 %
 */
public record Precision(String workload, Metric metric, double relativeError) {

  private static final Pattern FORM =
      Pattern.compile("(?:([^:]+):)?\\s*(\\S+?)\\s*(?:\\+/-|\u00b1)\\s*([0-9.]+)\\s*%\\s*");
  private static final double LEAST = 0.001;
  private static final double MOST = 0.5;

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException if it is none; the message says what would be right
   */
  public static Precision parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("write it as 'p99 +/- 5%'");
    }
    Metric metric = Metric.parse(matcher.group(2));
    if (!metric.hasError()) {
      List<String> known = Metric.ALL.stream().filter(Metric::hasError).map(Metric::word).toList();
      throw new IllegalArgumentException(
          "'" + metric.word() + "' has no error; use one of " + String.join(", ", known));
    }
    double error = Quantities.number(matcher.group(3)) / 100;
    if (error < LEAST || error > MOST) {
      throw new IllegalArgumentException("the error must be from 0.1% to 50%");
    }
    String workload = matcher.group(1) == null ? "" : matcher.group(1).strip();
    return new Precision(workload, metric, error);
  }

  /** The same figure of a workload, if it names none. */
  public Precision of(String only) {
    return workload.isEmpty() ? new Precision(only, metric, relativeError) : this;
  }

  /** As it is written, without the workload. */
  public String text() {
    return metric.word() + " +/- " + Csv.number(100 * relativeError) + "%";
  }
}
