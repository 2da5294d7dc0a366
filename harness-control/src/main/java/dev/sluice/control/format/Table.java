package dev.sluice.control.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The columns of a table: for people as lines or as Markdown, for programs as values.
 *
 * @param <R> a row
 */
public record Table<R>(List<Column<R>> columns) {

  /**
   * One column.
   *
   * @param right whether its cells stand to the right
   * @param cell its value in a row; people see {@code -} instead of null
   */
  public record Column<R>(String title, boolean right, Function<R, ?> cell) {}

  /** A table without columns. */
  public Table() {
    this(List.of());
  }

  /** This with one more column, whose cells stand to the left. */
  public Table<R> left(String title, Function<R, ?> cell) {
    return with(new Column<>(title, false, cell));
  }

  /** This with one more column, whose cells stand to the right. */
  public Table<R> right(String title, Function<R, ?> cell) {
    return with(new Column<>(title, true, cell));
  }

  private Table<R> with(Column<R> column) {
    return new Table<>(Stream.concat(columns.stream(), Stream.of(column)).toList());
  }

  public List<String> titles() {
    return columns.stream().map(Column::title).toList();
  }

  /** The values of a row, null where it has none. */
  public List<Object> row(R row) {
    return columns.stream().<Object>map(each -> each.cell.apply(row)).toList();
  }

  /** The cells of a row, for people. */
  public List<String> texts(R row) {
    return row(row).stream().map(each -> each == null ? "-" : each.toString()).toList();
  }

  private List<List<String>> texts(List<R> rows) {
    List<List<String>> texts = new ArrayList<>();
    texts.add(titles());
    rows.forEach(row -> texts.add(texts(row)));
    return texts;
  }

  /** The titles and the rows as lines for a terminal. */
  public List<String> lines(List<R> rows) {
    return aligned(texts(rows), column -> columns.get(column).right);
  }

  /**
   * Rows below each other, with columns as wide as their widest cell.
   *
   * @param rows the titles first; no column is empty
   * @param right which columns, counted from 0, stand to the right
   */
  public static List<String> aligned(List<List<String>> rows, IntPredicate right) {
    String form =
        IntStream.range(0, rows.get(0).size())
            .mapToObj(i -> "%" + (right.test(i) ? "" : "-") + width(rows, i) + "s")
            .collect(Collectors.joining("  "));
    return rows.stream()
        .map(row -> String.format(Locale.ROOT, form, row.toArray()).stripTrailing())
        .toList();
  }

  private static int width(List<List<String>> rows, int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }

  /** The titles and the rows as a table of Markdown. */
  public String markdown(List<R> rows) {
    List<List<String>> lines = texts(rows);
    lines.add(1, columns.stream().map(each -> each.right ? "--:" : "---").toList());
    return lines.stream()
        .map(row -> row.stream().map(Table::escaped).collect(Collectors.joining(" | ")))
        .collect(Collectors.joining(" |\n| ", "| ", " |\n"));
  }

  /** A text that stays within a cell or a line of Markdown, whatever is in it. */
  public static String escaped(String text) {
    return text.replace("|", "\\|").replace("<", "&lt;").replaceAll("\\R", " ");
  }
}
