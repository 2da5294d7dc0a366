package dev.sluice.estimates;

/** What an interval of a change says beside the change that does not matter. */
public enum Decision {
  BETTER,
  WORSE,
  /** No change that matters: the interval is within the margin (two one-sided tests, TOST). */
  EQUAL,
  CANNOT_TELL;

  /**
   * Decides. It is a change if the interval leaves out zero and the value is beyond the margin.
   *
   * @param change the change with its interval
   * @param margin a change up to this does not matter, in the unit of the change
   * @param moreIsBetter as with rates, and not with latencies
   */
  public static Decision of(Interval change, double margin, boolean moreIsBetter) {
    if (!change.known()) {
      return CANNOT_TELL;
    }
    if (change.low() >= -margin && change.high() <= margin) {
      return EQUAL;
    }
    if (change.contains(0) || Math.abs(change.value()) <= margin) {
      return CANNOT_TELL;
    }
    return change.value() > 0 == moreIsBetter ? BETTER : WORSE;
  }
}
