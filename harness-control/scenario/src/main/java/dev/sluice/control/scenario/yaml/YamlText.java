package dev.sluice.control.scenario.yaml;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Values written so that {@link YamlReader} and {@link Scope} read them back as they were. Pure.
 */
public final class YamlText {

  private static final Pattern PLAIN =
      Pattern.compile("(?!(?:null|true|false)$)[\\w./](?:[\\w./:@%+=-]*[\\w./@%+=-])?");

  private static final Pattern PRINTABLE = Pattern.compile("[^\\p{Cntrl}]");

  private YamlText() {}

  /** A single value, in quotes if it needs some. */
  public static String of(String value) {
    return PLAIN.matcher(value).matches() ? value : quoted(value);
  }

  /** A list, on one line. */
  public static String of(List<String> values) {
    return values.stream().map(YamlText::of).collect(Collectors.joining(", ", "[", "]"));
  }

  /** A dollar would begin a variable, unless there are two. */
  private static String quoted(String value) {
    return value
        .codePoints()
        .mapToObj(
            c ->
                switch (c) {
                  case '$' -> "$$";
                  case '"' -> "\\\"";
                  case '\\' -> "\\\\";
                  default -> plainOrEscaped(c);
                })
        .collect(Collectors.joining("", "\"", "\""));
  }

  private static String plainOrEscaped(int codePoint) {
    String text = Character.toString(codePoint);
    return PRINTABLE.matcher(text).matches()
        ? text
        : String.format(Locale.ROOT, "\\u%04x", codePoint);
  }
}
