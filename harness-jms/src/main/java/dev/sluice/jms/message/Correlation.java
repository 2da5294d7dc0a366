package dev.sluice.jms.message;

/**
 * Whether messages carry a correlation id, and which.
 *
 * @param scope how many messages share one
 * @param form what they look like
 */
public record Correlation(Scope scope, CorrelationForm form) {

  /** Messages have no correlation id. */
  public static final Correlation NONE =
      new Correlation(Scope.NONE, new CorrelationForm(false, ""));

  /** Those with ids of their own. */
  public enum Scope {
    NONE,
    WORKER,
    MESSAGE
  }
}
