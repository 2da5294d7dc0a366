package dev.sluice.jms.provider;

/**
 * What a failure means to the person who sees it.
 *
 * @param cause what failed, with the provider's codes and their meaning: one line, always the same
 *     words for the same failure, so that failures can be counted by it
 * @param remedy what to do about it, one sentence, or empty
 * @param configuration whether the settings are wrong, so that trying again cannot help
 * @param connectionBroken whether the connection cannot be relied on any more. True also of
 *     failures that nobody knows: connecting again mends more of them than going on does.
 */
public record Failure(
    String cause, String remedy, boolean configuration, boolean connectionBroken) {

  /** Cause and remedy in one line. */
  public String line() {
    if (remedy.isEmpty()) {
      return cause;
    }
    // a cause that ends in words of the provider may bring its full stop
    return cause + (cause.endsWith(".") ? " " : ". ") + remedy;
  }
}
