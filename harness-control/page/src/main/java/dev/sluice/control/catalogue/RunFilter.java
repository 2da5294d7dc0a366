package dev.sluice.control.catalogue;

import dev.sluice.core.text.Quantities;
import dev.sluice.core.text.Quantities.BadQuantityException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Conditions on runs. Pure functions. */
public final class RunFilter {

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

  private RunFilter() {}

  /**
   * Parses {@code COLUMN OPERATOR VALUE}: {@code host=app1}, {@code p99<20ms}, {@code
   * label.team=core}, {@code created>=2026-11-01}, {@code provider~artemis} (contains).
   *
   * @throws BadFilterException if it is not one
   */
  public static Predicate<RunEntry> parse(String text) throws BadFilterException {
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
    return switch (column.format()) {
      case TEXT -> {
        Predicate<String> test = ofText(operator, value);
        yield run -> test.test(run.text(column));
      }
      case NUMBER -> ordered(column, operator, number(column, value));
      case SECONDS -> ordered(column, operator, time(name, column, value, 1e9));
      case MILLIS -> ordered(column, operator, time(name, column, value, 1e6));
      case TIME -> ordered(column, operator, time(column, value));
    };
  }

  /** Runs in which all of these words occur. */
  public static List<Predicate<RunEntry>> search(String words) {
    List<Predicate<RunEntry>> filters = new ArrayList<>();
    for (String word : lower(words).strip().split("\\s+")) {
      filters.add(
          run -> SEARCHED.stream().anyMatch(column -> lower(run.text(column)).contains(word)));
    }
    return filters;
  }

  private static Predicate<String> ofText(String operator, String value) throws BadFilterException {
    String asked = lower(value);
    return switch (operator) {
      case "~" -> text -> lower(text).contains(asked);
      case "=" -> text -> lower(text).equals(asked);
      case "!=" -> text -> !lower(text).equals(asked);
      default ->
          throw new BadFilterException(
              "'" + operator + "' compares numbers and dates; text has =, != and ~ (contains)");
    };
  }

  /** A run without the label is one whose label is not this. */
  private static Predicate<RunEntry> ofLabel(String key, String operator, String value)
      throws BadFilterException {
    Predicate<String> test = ofText(operator, value);
    boolean ifNone = operator.equals("!=");
    return run -> {
      String content = run.labels().get(key);
      return content == null ? ifNone : test.test(content);
    };
  }

  /** A run without a value meets none of these. */
  private static Predicate<RunEntry> ordered(RunColumn column, String operator, Object asked)
      throws BadFilterException {
    IntPredicate test =
        switch (operator) {
          case "=" -> sign -> sign == 0;
          case "!=" -> sign -> sign != 0;
          case "<" -> sign -> sign < 0;
          case "<=" -> sign -> sign <= 0;
          case ">" -> sign -> sign > 0;
          case ">=" -> sign -> sign >= 0;
          default ->
              throw new BadFilterException(
                  "'~' looks into text, and " + column.word() + " is none");
        };
    return run -> {
      Object value = run.values().get(column);
      return value != null && test.test(column.order().compare(value, asked));
    };
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  private static Double number(RunColumn column, String value) throws BadFilterException {
    try {
      return Double.valueOf(value);
    } catch (NumberFormatException e) {
      throw new BadFilterException(
          "'" + value + "' is not a number, and " + column.word() + " is one", e);
    }
  }

  /** With its unit; the name of a table's column, {@code p99_ms}, has one already. */
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

  private static Instant time(RunColumn column, String value) throws BadFilterException {
    try {
      return value.indexOf('T') < 0
          ? LocalDate.parse(value).atStartOfDay().toInstant(ZoneOffset.UTC)
          : Instant.parse(value);
    } catch (DateTimeException e) {
      throw new BadFilterException(
          "'%s' is not a date for %s; write 2026-11-22 or 2026-11-22T18:00:00Z"
              .formatted(value, column.word()),
          e);
    }
  }
}
