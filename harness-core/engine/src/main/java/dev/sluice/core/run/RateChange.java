package dev.sluice.core.run;

import java.math.BigDecimal;
import java.util.Locale;

/** A change of a workload's target, as a person asks for it. */
public sealed interface RateChange {

  /** To this many iterations per second for each worker; 0 = as fast as possible. */
  record ToPerWorker(double perSecond) implements RateChange {
    @Override
    public String text() {
      return "rate " + decimal(perSecond);
    }

    @Override
    public boolean inTotal(TargetState before) {
      return false;
    }

    @Override
    public double perSecond(TargetState before, String workload) {
      return perSecond;
    }
  }

  /** To this many iterations per second for all workers together; 0 = as fast as possible. */
  record ToTotal(double perSecond) implements RateChange {
    @Override
    public String text() {
      return "total " + decimal(perSecond);
    }

    @Override
    public boolean inTotal(TargetState before) {
      return true;
    }

    @Override
    public double perSecond(TargetState before, String workload) {
      return perSecond;
    }
  }

  /** By this many iterations per second for each worker, up or down. */
  record ByPerWorker(double perSecond) implements RateChange {
    @Override
    public String text() {
      return "rate " + signed(perSecond);
    }

    @Override
    public double perSecond(TargetState before, String workload) throws RunControlException {
      return moved(before, before.inTotal() ? perSecond * before.workers() : perSecond, workload);
    }
  }

  /** By this many percent, up or down. */
  record ByPercent(double percent) implements RateChange {
    @Override
    public String text() {
      return "rate " + signed(percent) + "%";
    }

    @Override
    public double perSecond(TargetState before, String workload) throws RunControlException {
      return moved(before, before.goalPerSecond() * percent / 100, workload);
    }
  }

  /** Whether the rate is in total after the change. */
  default boolean inTotal(TargetState before) {
    return before.inTotal();
  }

  /**
   * The rate after the change, which may lie beyond the limits.
   *
   * @param workload what a refusal calls the workload
   * @throws RunControlException if there is no rate to change, or nothing would be left of it
   */
  double perSecond(TargetState before, String workload) throws RunControlException;

  /** Whether it starts from the target in force, so that it keeps the ramp to that. */
  default boolean isRelative() {
    return this instanceof ByPerWorker || this instanceof ByPercent;
  }

  /** As it is commanded: {@code rate +115}, {@code total 20700}. */
  String text();

  private static String signed(double number) {
    return (number < 0 ? "-" : "+") + decimal(Math.abs(number));
  }

  /** The shortest decimal that is this number, without an exponent. */
  private static String decimal(double number) {
    return number == 0
        ? "0"
        : new BigDecimal(Double.toString(number)).stripTrailingZeros().toPlainString();
  }

  private static double moved(TargetState before, double byPerSecond, String workload)
      throws RunControlException {
    if (before.isUnlimited()) {
      throw new RunControlException(
          "the rate of "
              + workload
              + " is unlimited, so it cannot be raised or lowered; set one first");
    }
    double next = before.goalPerSecond() + byPerSecond;
    if (!(next > 0)) {
      throw new RunControlException(
          String.format(
              Locale.ROOT,
              "the rate of %s would be %.2f/s %s; it must stay above 0 (use pause to hold it)",
              workload,
              next,
              before.inTotal() ? "in total" : "per worker"));
    }
    return next;
  }
}
