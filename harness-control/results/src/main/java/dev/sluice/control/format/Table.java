package dev.sluice.control.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The columns of a table, each declared once for all forms: lines, Markdown and cells of a page for
 * people, comma-separated values and JSON for programs.
 *
 * @param <R> a row
 */
public record Table<R>(List<Column<R>> columns) {

  private static final Pattern WORD = Pattern.compile("_(.)");

  /**
   * One column.
   *
   * @param title what people read above it; null if it is for programs alone
   * @param right whether its cells stand to the right
   * @param text its cell for people; they see {@code -} instead of null
   * @param name what programs call it; null if it is for people alone
   * @param value its cell for programs
   */
  public record Column<R>(
      String title, boolean right, Function<R, ?> text, String name, Function<R, ?> value) {}

  /** A table without columns. */
  public Table() {
    this(List.of());
  }

  /** This with one more column, whose cells stand to the left. */
  public Table<R> left(String title, Function<R, ?> cell) {
    return and(new Column<>(title, false, cell, title, cell));
  }

  /** This with one more column, whose cells stand to the right. */
  public Table<R> right(String title, Function<R, ?> cell) {
    return and(new Column<>(title, true, cell, title, cell));
  }

  /** This with one more column, for programs alone. */
  public Table<R> value(String name, Function<R, ?> value) {
    return and(new Column<>(null, false, null, name, value));
  }

  /** This, whose last column has a name and a value of its own for programs. */
  public Table<R> as(String name, Function<R, ?> value) {
    Column<R> last = columns.get(columns.size() - 1);
    return new Table<>(columns.subList(0, columns.size() - 1))
        .and(new Column<>(last.title, last.right, last.text, name, value));
  }

  /** This, whose last column is for people alone. */
  public Table<R> forPeople() {
    return as(null, null);
  }

  private Table<R> and(Column<R> column) {
    return new Table<>(Stream.concat(columns.stream(), Stream.of(column)).toList());
  }

  private Stream<Column<R>> forPrograms() {
    return columns.stream().filter(each -> each.name != null);
  }

  /** The names of the columns for programs. */
  public List<String> names() {
    return forPrograms().map(Column::name).toList();
  }

  /** The values of a row for programs, null where it has none. */
  public List<Object> row(R row) {
    return forPrograms().<Object>map(each -> each.value.apply(row)).toList();
  }

  /** The names and the rows as comma-separated values. */
  public String csv(List<R> rows) {
    return csvHeader() + csvLines(rows);
  }

  /** The first line of comma-separated values. */
  public String csvHeader() {
    return Csv.line(names());
  }

  /** The lines of rows below it. */
  public String csvLines(List<R> rows) {
    return rows.stream().map(row -> Csv.line(row(row))).collect(Collectors.joining());
  }

  /** A row as an object with a member for each column. */
  public Json json(R row) {
    Json json = new Json();
    forPrograms().forEach(each -> json.put(key(each.name), each.value.apply(row)));
    return json;
  }

  /** The name of a column in JSON: {@code p99Millis} of {@code p99_ms}. */
  public static String key(String name) {
    return WORD.matcher(name.replaceFirst("_ms$", "_millis"))
        .replaceAll(word -> word.group(1).toUpperCase(Locale.ROOT));
  }

  private List<Column<R>> shown() {
    return columns.stream().filter(each -> each.title != null).toList();
  }

  /** The cells of a row, for people. */
  public List<String> texts(R row) {
    return shown().stream()
        .map(each -> each.text.apply(row))
        .map(each -> each == null ? "-" : each.toString())
        .toList();
  }

  /** The titles, and below them the cells of each row, for people. */
  public List<List<String>> texts(List<R> rows) {
    List<List<String>> texts = new ArrayList<>();
    texts.add(shown().stream().map(Column::title).toList());
    rows.forEach(row -> texts.add(texts(row)));
    return texts;
  }

  /** The titles and the rows as lines for a terminal. */
  public List<String> lines(List<R> rows) {
    return lines(rows, "  ");
  }

  /** The same, with columns as wide as their widest cell, and a gap between them. */
  public List<String> lines(List<R> rows, String gap) {
    List<List<String>> texts = texts(rows);
    List<Column<R>> shown = shown();
    String form =
        IntStream.range(0, shown.size())
            .mapToObj(i -> "%" + (shown.get(i).right ? "" : "-") + width(texts, i) + "s")
            .collect(Collectors.joining(gap));
    return texts.stream()
        .map(row -> String.format(Locale.ROOT, form, row.toArray()).stripTrailing())
        .toList();
  }

  private static int width(List<List<String>> rows, int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).reduce(1, Math::max);
  }

  /** The titles and the rows as a table of Markdown. */
  public String markdown(List<R> rows) {
    List<List<String>> lines = texts(rows);
    lines.add(1, shown().stream().map(each -> each.right ? "--:" : "---").toList());
    return lines.stream()
        .map(row -> row.stream().map(Table::escaped).collect(Collectors.joining(" | ")))
        .collect(Collectors.joining(" |\n| ", "| ", " |\n"));
  }

  /** A text that stays within a cell or a line of Markdown, whatever is in it. */
  public static String escaped(String text) {
    return text.replace("|", "\\|").replace("<", "&lt;").replaceAll("\\R", " ");
  }
}
