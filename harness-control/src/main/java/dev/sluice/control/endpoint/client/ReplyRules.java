package dev.sluice.control.endpoint.client;

import java.util.Locale;
import java.util.Set;

/**
 * How replies are told apart: a command of ours is answered by lines of which the last begins with
 * OK or ERR, one of JMSPerfHarness's by a single line behind the run's id and a comma. Pure.
 */
final class ReplyRules {

  private static final Set<String> LEGACY_VERBS = Set.of("alter", "report", "start", "end");

  /** In the only line that JMSPerfHarness answers a word with that it does not know. */
  private static final String UNSUPPORTED = ",WARNING: unsupported command: ";

  private final boolean legacy;

  /**
   * @param command the line that is answered
   */
  ReplyRules(String command) {
    this.legacy = LEGACY_VERBS.contains(command.strip().split("\\s+")[0].toLowerCase(Locale.ROOT));
  }

  boolean isLast(String line) {
    return legacy || isOk(line) || isError(line) || line.contains(UNSUPPORTED);
  }

  /** Whether the last line says that the command was carried out. */
  boolean isSuccess(String last) {
    if (!legacy) {
      return isOk(last);
    }
    String text = last.substring(last.indexOf(',') + 1);
    return text.startsWith("SUCCESS") || isStatistics(text);
  }

  static boolean isOk(String line) {
    return line.equals("OK") || line.startsWith("OK ");
  }

  static boolean isError(String line) {
    return line.startsWith("ERR ");
  }

  private static boolean isStatistics(String text) {
    return text.contains("rate=") || text.contains("rateR=") || text.contains("tps=");
  }
}
