package dev.sluice.control.sink.metrics;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The cause of an error as a label: the provider's own code or the kind of the exception, which are
 * few and always the same. What else a cause says, with names, addresses and numbers of messages,
 * is in the logs. Pure functions.
 */
final class CauseCode {

  /** Failures without a code. */
  static final String OTHER = "other";

  private static final Pattern MQ_REASON = Pattern.compile("(\\d{4}) .*", Pattern.DOTALL);
  private static final Pattern CODE =
      Pattern.compile(
          "([A-Za-z][A-Za-z0-9_]{1,59})(?: [A-Za-z0-9_.-]{1,40})?(?::.*)?", Pattern.DOTALL);
  private static final Pattern WORD_BEGIN =
      Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

  private CauseCode() {}

  /**
   * The code.
   *
   * @param cause as a provider explains failures: a code, a colon, and words
   */
  static String of(String cause) {
    Matcher reason = MQ_REASON.matcher(cause);
    if (reason.matches()) {
      return "mqrc_" + reason.group(1);
    }
    Matcher code = CODE.matcher(cause);
    if (!code.matches() || !looksLikeCode(code.group(1))) {
      return OTHER;
    }
    return WORD_BEGIN.matcher(code.group(1)).replaceAll("_").toLowerCase(Locale.ROOT);
  }

  /** A constant, or the name of an exception: no word of a sentence. */
  private static boolean looksLikeCode(String word) {
    return word.equals(word.toUpperCase(Locale.ROOT))
        || word.endsWith("Exception")
        || word.endsWith("Error");
  }
}
