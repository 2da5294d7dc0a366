package dev.sluice.it.brokers;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A cell of the table.
 *
 * @param works whether the feature does what it is for
 * @param words why not, else empty or how much
 */
record Outcome(boolean works, String words) {

  static final Outcome YES = new Outcome(true, "");

  private static final Pattern REFUSAL =
      Pattern.compile("(?:this client|provider \\w+) cannot (.+?)(?:: |[;.]|$)");

  /** It was counted. */
  static Outcome counted(String words) {
    return new Outcome(true, words);
  }

  /** No message was lost, but the broker or client did without what it was asked for. */
  static Outcome ignored(String words) {
    return new Outcome(false, words);
  }

  /**
   * What the program says that ended because of its settings.
   *
   * @param lines that it printed
   */
  static Outcome refused(List<String> lines) {
    List<String> said = lines.stream().filter(line -> line.startsWith("sluice: ")).toList();
    if (said.size() != 1 || said.get(0).contains("plan.yaml")) {
      throw new AssertionError("not one line: " + String.join("\n", lines));
    }
    Matcher cannot = REFUSAL.matcher(said.get(0));
    return new Outcome(false, cannot.find() ? "cannot " + cannot.group(1) : said.get(0));
  }
}
