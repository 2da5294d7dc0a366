package dev.sluice.control.compat;

import java.util.ArrayList;
import java.util.List;

/**
 * An old line and what is to become of it.
 *
 * @param text the line; options of this program stand in front of a bar
 * @param expected the line of this program
 * @param complaint a part of what is said of a wrong line
 * @param notice the end of a notice
 */
public record LineCase(String text, String expected, String complaint, String notice) {

  private static final String OWN = " | ";

  /** The lines of a tool. */
  public static List<LineCase> all(Tool tool) {
    List<LineCase> cases = new ArrayList<>();
    for (String line : Rows.of(tool.command() + "-lines.txt")) {
      String rest = line.substring(Math.min(2, line.length()));
      int last = cases.size() - 1;
      if (line.startsWith("> ")) {
        cases.set(last, new LineCase(cases.get(last).text(), rest, "", ""));
      } else if (line.startsWith("! ")) {
        cases.set(last, new LineCase(cases.get(last).text(), "", rest, ""));
      } else if (line.startsWith("? ")) {
        LineCase before = cases.get(last);
        cases.set(last, new LineCase(before.text(), before.expected(), "", rest));
      } else {
        cases.add(new LineCase(line, "", "", ""));
      }
    }
    return cases;
  }

  /** Options of this program in front of it. */
  public List<String> own() {
    return text.contains(OWN) ? split(text.substring(0, text.indexOf(OWN))) : List.of();
  }

  /** Its own words. */
  public List<String> words() {
    return split(text.contains(OWN) ? text.substring(text.indexOf(OWN) + OWN.length()) : text);
  }

  /** Words as a shell cuts them, with its two kinds of quotes. */
  static List<String> split(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = null;
    char quote = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (quote != 0 && c == quote) {
        quote = 0;
      } else if (quote == 0 && (c == '\'' || c == '"')) {
        quote = c;
        word = word == null ? new StringBuilder() : word;
      } else if (quote == 0 && c == ' ') {
        if (word != null) {
          words.add(word.toString());
        }
        word = null;
      } else {
        word = word == null ? new StringBuilder() : word;
        word.append(quote == 0 && c == '\\' ? line.charAt(++i) : c);
      }
    }
    if (word != null) {
      words.add(word.toString());
    }
    return words;
  }
}
