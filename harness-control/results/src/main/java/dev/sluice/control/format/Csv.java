package dev.sluice.control.format;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.core.stats.Figure;
import dev.sluice.core.stats.Window;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Cells and lines of comma-separated values (RFC 4180), and back. Pure functions. */
public final class Csv {

  private static final int MILLIS_DECIMALS = 6;
  private static final int DECIMALS = 3;
  private static final int RATIO_DECIMALS = 6;
  private static final int MOST_DIGITS = 400; // more than a double has before its point

  /** Also in full width, as East Asian keyboards write them. */
  private static final String FORMULA_BEGINS = "=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20";

  private static final Pattern NUMBER = Pattern.compile("[-+]?\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?");

  private Csv() {}

  /** One line with its end. */
  public static String line(List<?> cells) {
    return cells.stream().map(Csv::cell).collect(Collectors.joining(",", "", "\n"));
  }

  /** A number with three decimals at most: rates, seconds, processors; null if there is none. */
  public static BigDecimal number(double value) {
    return Double.isNaN(value)
        ? null
        : plain(BigDecimal.valueOf(value).setScale(DECIMALS, RoundingMode.HALF_UP));
  }

  /** A ratio with six decimals, never rounded up to 1. */
  public static BigDecimal ratio(double value) {
    return BigDecimal.valueOf(value).setScale(RATIO_DECIMALS, RoundingMode.DOWN);
  }

  /** Nanoseconds as milliseconds, exactly. */
  public static BigDecimal millis(long nanos) {
    return plain(BigDecimal.valueOf(nanos, MILLIS_DECIMALS));
  }

  /** The same of an estimate, to a nanosecond; null if there is none. */
  public static BigDecimal millis(double nanos) {
    return Double.isNaN(nanos) ? null : millis(Math.round(nanos));
  }

  /** Nanoseconds as seconds with three decimals at most. */
  public static BigDecimal seconds(long nanos) {
    return number(nanos / NANOS_PER_SECOND);
  }

  /** A figure of a window in the unit of files; null if it has none there. */
  public static Number value(Figure figure, Window window) {
    return value(figure, figure.value(window));
  }

  /** A value of a figure in the unit of files; null if it is not a number. */
  static Number value(Figure figure, Number value) {
    return switch (figure.unit()) {
      case ITERATIONS, TIMES -> Double.isNaN(value.doubleValue()) ? null : value;
      case PER_SECOND -> number(value.doubleValue());
      case NANOS -> millis(value.doubleValue());
    };
  }

  /**
   * The column of something that is said of a figure: its unit stands at the end.
   *
   * @param column that of the figure, which begins with its word
   */
  public static String column(String word, String column, String said) {
    return word + "_" + said + column.substring(word.length());
  }

  private static BigDecimal plain(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  /** Text that a spreadsheet would take for a formula gets a quote in front, which hides itself. */
  private static String noFormula(String text) {
    boolean formula = !text.isEmpty() && FORMULA_BEGINS.indexOf(text.charAt(0)) >= 0;
    return formula && !NUMBER.matcher(text).matches() ? "'" + text : text;
  }

  /** Written out, unless it fills the memory: a file that is read may say 1e2000000000. */
  static String digits(BigDecimal number) {
    return Math.abs((long) number.scale()) > MOST_DIGITS
        ? number.toString()
        : number.toPlainString();
  }

  private static String cell(Object value) {
    if (value == null) {
      return "";
    }
    String text = value instanceof BigDecimal number ? digits(number) : noFormula(value.toString());
    return text.matches("(?s).*[\",\\r\\n].*") ? '"' + text.replace("\"", "\"\"") + '"' : text;
  }

  /** All rows, the header among them; none if there is no such file. */
  public static List<List<String>> read(Path file) throws IOException {
    // a torn row may end within a character
    return Files.exists(file)
        ? parse(new String(Files.readAllBytes(file), StandardCharsets.UTF_8))
        : List.of();
  }

  /** The rows of a text; a row without its end is no row. */
  public static List<List<String>> parse(String text) {
    List<List<String>> rows = new ArrayList<>();
    List<String> row = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' && quoted && i + 1 < text.length() && text.charAt(i + 1) == '"') {
        cell.append(c);
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (quoted || (c != ',' && c != '\n')) {
        cell.append(c);
      } else {
        row.add(cell.toString());
        cell.setLength(0);
        if (c == '\n') {
          rows.add(row);
          row = new ArrayList<>();
        }
      }
    }
    return rows;
  }
}
