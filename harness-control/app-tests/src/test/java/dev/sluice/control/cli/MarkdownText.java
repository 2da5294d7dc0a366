package dev.sluice.control.cli;

import java.util.Locale;

/** Texts of the command line as Markdown shows them unchanged. */
final class MarkdownText {

  private MarkdownText() {}

  /** Prose, or the cell of a table. */
  static String prose(String text) {
    return formatted(text)
        .strip()
        .replace("|", "\\|")
        .replaceAll("<(?=\\w)", "\\\\<")
        .replace("*", "\\*")
        .replace("[", "\\[");
  }

  /** A heading without its colon. */
  static String heading(String text) {
    return formatted(text).strip().replaceAll(":$", "");
  }

  /** A link to a heading of the same page. */
  static String link(String heading) {
    String anchor =
        heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 -]", "").replace(' ', '-');
    return "[" + heading + "](#" + anchor + ")";
  }

  /** As picocli prints it. */
  static String formatted(String text) {
    return text.replace("%n", "\n").replace("%%", "%");
  }
}
