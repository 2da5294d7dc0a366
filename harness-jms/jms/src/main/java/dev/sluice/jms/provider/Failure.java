package dev.sluice.jms.provider;

/**
 * The meaning of a failure for the person who sees it.
 *
 * @param cause what failed, with the provider's codes and their meaning: one line, always the same
 *     words for the same failure, so that failures can be counted by it
 * @param remedy what to do about it, one sentence, or empty
 * @param configuration whether the settings are wrong, so that trying again cannot help
 * @param connectionBroken whether the connection cannot be relied on any more. True also of
 *     failures that nobody knows: connecting again mends more of them than going on does.
 * @param outcomeUnknown whether the broker may have done what the call asked for all the same: the
 *     call was on its way, and its answer did not come
 * @param impossible whether the client library cannot do this at all
 */
public record Failure(
    String cause,
    String remedy,
    boolean configuration,
    boolean connectionBroken,
    boolean outcomeUnknown,
    boolean impossible) {

  /** Of what may be possible another time. */
  public Failure(
      String cause,
      String remedy,
      boolean configuration,
      boolean connectionBroken,
      boolean outcomeUnknown) {
    this(cause, remedy, configuration, connectionBroken, outcomeUnknown, false);
  }

  /** Of a call whose outcome is unknown if the connection broke: it may have broken during it. */
  public Failure(String cause, String remedy, boolean configuration, boolean connectionBroken) {
    this(cause, remedy, configuration, connectionBroken, connectionBroken && !configuration);
  }

  /**
   * Whether the broker did not do what it was asked for: its queue is full, or it does not allow
   * that. What fails with its connection may have been done before that broke.
   */
  public boolean refused() {
    return !outcomeUnknown && (!connectionBroken || configuration);
  }

  /** Cause and remedy in one line. */
  public String line() {
    if (remedy.isEmpty()) {
      return cause;
    }
    // a cause that ends in words of the provider may bring its full stop
    return cause + (cause.endsWith(".") ? " " : ". ") + remedy;
  }
}
