package dev.sluice.control.catalogue;

import dev.sluice.control.command.Quantities;
import dev.sluice.control.command.Quantities.BadQuantityException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A condition on runs, as SQL with its values apart from it.
 *
 * @param condition with a question mark for each value
 * @param values in their order
 */
public record RunFilter(String condition, List<Object> values) {

  private static final Pattern FORM =
      Pattern.compile("\\s*([A-Za-z0-9_.-]+?)\\s*(<=|>=|!=|<|>|=|~)\\s*(.*?)\\s*", Pattern.DOTALL);

  private static final String LABEL = "label.";

  /** The columns that are searched for words. */
  private static final List<RunColumn> SEARCHED =
      List.of(
          RunColumn.PATH,
          RunColumn.ID,
          RunColumn.STATE,
          RunColumn.HOST,
          RunColumn.PROVIDER,
          RunColumn.WORKLOADS,
          RunColumn.VERDICT,
          RunColumn.LABELS,
          RunColumn.DAMAGE);

  public RunFilter {
    values = List.copyOf(values);
  }

  /**
   * Parses {@code COLUMN OPERATOR VALUE}: {@code host=app1}, {@code p99<20ms}, {@code
   * label.team=core}, {@code created>=2026-11-01}, {@code provider~artemis} (contains).
   *
   * @throws BadFilterException if it is not one
   */
  public static RunFilter parse(String text) throws BadFilterException {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new BadFilterException(
          "'%s' is not a filter; write COLUMN OPERATOR VALUE with one of = != < <= > >= ~, such as"
                  .formatted(text)
              + " p99<20ms");
    }
    String name = matcher.group(1);
    String operator = matcher.group(2);
    String value = matcher.group(3);
    if (name.startsWith(LABEL)) {
      return ofLabel(name.substring(LABEL.length()), operator, value);
    }
    RunColumn column =
        RunColumn.named(name.toLowerCase(Locale.ROOT))
            .orElseThrow(
                () ->
                    new BadFilterException(
                        "'%s' is not a column; there are %s, and label.KEY"
                            .formatted(name, RunColumn.words())));
    return switch (column.type()) {
      case TEXT -> ofText("COALESCE(" + column.column() + ", '')", operator, value);
      case NUMBER -> ordered(column, operator, number(column, value));
      case SECONDS -> ordered(column, operator, time(name, column, value, 1e9));
      case MILLIS -> ordered(column, operator, time(name, column, value, 1e6));
      case TIME -> ordered(column, operator, time(column, value));
    };
  }

  /** Runs in which all of these words occur. */
  public static List<RunFilter> search(String words) {
    String inAny =
        SEARCHED.stream()
            .map(each -> "LOWER(" + each.column() + ") LIKE ? ESCAPE '!'")
            .collect(Collectors.joining(" OR ", "(", ")"));
    return Arrays.stream(words.strip().split("\\s+"))
        .filter(word -> !word.isEmpty())
        .map(word -> new RunFilter(inAny, Collections.nCopies(SEARCHED.size(), containing(word))))
        .toList();
  }

  private static RunFilter ofText(String sql, String operator, String value)
      throws BadFilterException {
    String lower = value.toLowerCase(Locale.ROOT);
    return switch (operator) {
      case "~" -> new RunFilter("LOWER(" + sql + ") LIKE ? ESCAPE '!'", List.of(containing(value)));
      case "=", "!=" -> new RunFilter("LOWER(" + sql + ") " + sql(operator) + " ?", List.of(lower));
      default ->
          throw new BadFilterException(
              "'" + operator + "' compares numbers and dates; text has =, != and ~ (contains)");
    };
  }

  private static RunFilter ofLabel(String key, String operator, String value)
      throws BadFilterException {
    boolean not = operator.equals("!=");
    RunFilter content = ofText("content", not ? "=" : operator, value);
    String exists =
        "EXISTS (SELECT 1 FROM labels WHERE labels.path = runs.path AND name = ? AND %s)";
    return new RunFilter(
        (not ? "NOT " : "") + exists.formatted(content.condition()),
        List.of(key, content.values().get(0)));
  }

  private static RunFilter ordered(RunColumn column, String operator, Object value)
      throws BadFilterException {
    if (operator.equals("~")) {
      throw new BadFilterException("'~' looks into text, and " + column.word() + " is none");
    }
    return new RunFilter(column.column() + " " + sql(operator) + " ?", List.of(value));
  }

  private static String sql(String operator) {
    return operator.equals("!=") ? "<>" : operator;
  }

  private static Double number(RunColumn column, String value) throws BadFilterException {
    try {
      return Double.valueOf(value);
    } catch (NumberFormatException e) {
      throw new BadFilterException(
          "'" + value + "' is not a number, and " + column.word() + " is one", e);
    }
  }

  /** With its unit; the name of the table's column, {@code p99_ms}, has one already. */
  private static double time(String name, RunColumn column, String value, double unitNanos)
      throws BadFilterException {
    if (name.equalsIgnoreCase(column.column())) {
      return number(column, value);
    }
    try {
      return Quantities.time(value).toNanos() / unitNanos;
    } catch (BadQuantityException e) {
      throw new BadFilterException(name + ": '" + value + "' is not " + e.expected(), e);
    }
  }

  private static OffsetDateTime time(RunColumn column, String value) throws BadFilterException {
    try {
      return value.indexOf('T') < 0
          ? LocalDate.parse(value).atStartOfDay().atOffset(ZoneOffset.UTC)
          : Instant.parse(value).atOffset(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      throw new BadFilterException(
          "'%s' is not a date for %s; write 2026-11-22 or 2026-11-22T18:00:00Z"
              .formatted(value, column.word()),
          e);
    }
  }

  private static String containing(String text) {
    return "%"
        + text.toLowerCase(Locale.ROOT).replace("!", "!!").replace("%", "!%").replace("_", "!_")
        + "%";
  }
}
