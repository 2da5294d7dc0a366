package dev.sluice.control.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.json.JSONObject;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** All forms of a table have the same cells. */
class TableTest {

  private static final int COLUMNS = 6;
  private static final int ROWS = 5;
  private static final List<String> CELLS =
      List.of("a", "senders", "1,234.5", "-3.1", "a|b", "x \"y\"", "<p>", "a 99 % share");

  /**
   * A column of a table as it was asked for; a cell for people ends with {@code !} if it differs.
   */
  private record Asked(String title, String name, int index) {

    Table<List<String>> added(Table<List<String>> table) {
      if (title == null) {
        return table.value(name, row -> row.get(index));
      }
      Table<List<String>> more =
          index % 2 == 0 ? table.left(title, this::text) : table.right(title, this::text);
      return name == null
          ? more.forPeople()
          : name.equals(title) ? more : more.as(name, row -> row.get(index));
    }

    String text(List<String> row) {
      String cell = row.get(index);
      return cell == null || title.equals(name) ? cell : cell + "!";
    }
  }

  private record Case(List<Asked> columns, List<List<String>> rows) {

    Table<List<String>> table() {
      Table<List<String>> table = new Table<>();
      for (Asked each : columns) {
        table = each.added(table);
      }
      return table;
    }

    /** What people should see, the titles first. */
    List<List<String>> forPeople() {
      List<Asked> shown = columns.stream().filter(each -> each.title != null).toList();
      List<List<String>> all = new ArrayList<>();
      all.add(shown.stream().map(Asked::title).toList());
      for (List<String> row : rows) {
        all.add(shown.stream().map(each -> each.text(row)).map(t -> t == null ? "-" : t).toList());
      }
      return all;
    }
  }

  static Stream<Case> cases() {
    return IntStream.range(0, 50).mapToObj(TableTest::random);
  }

  private static Case random(int seed) {
    Random random = new Random(seed);
    List<Asked> columns = new ArrayList<>(List.of(new Asked("first", "first", 0)));
    for (int i = 1; i < COLUMNS; i++) {
      String title = "title " + i;
      columns.add(
          switch (random.nextInt(4)) {
            case 0 -> new Asked(title, title, i);
            case 1 -> new Asked(title, "name_" + i + "_ms", i);
            case 2 -> new Asked(title, null, i);
            default -> new Asked(null, "name_" + i, i);
          });
    }
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      List<String> row = new ArrayList<>(List.of("row" + i));
      for (int j = 1; j < COLUMNS; j++) {
        row.add(random.nextInt(5) == 0 ? null : CELLS.get(random.nextInt(CELLS.size())));
      }
      rows.add(row);
    }
    return new Case(columns, rows);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void linesMarkdownAndCellsSayTheSameToPeople(Case of) {
    Table<List<String>> table = of.table();
    assertThat(table.texts(of.rows)).isEqualTo(of.forPeople());
    assertThat(table.lines(of.rows).stream().map(line -> List.of(line.strip().split("  +"))))
        .isEqualTo(of.forPeople());
    List<List<String>> markdown =
        new ArrayList<>(table.markdown(of.rows).lines().map(TableTest::cells).toList());
    assertThat(markdown.remove(1)).allMatch(cell -> cell.matches("---|--:"));
    assertThat(markdown).isEqualTo(of.forPeople());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void valuesAndJsonSayTheSameToPrograms(Case of) {
    Table<List<String>> table = of.table();
    List<Asked> named = of.columns.stream().filter(each -> each.name != null).toList();
    List<List<String>> csv = Csv.parse(table.csv(of.rows));
    assertThat(csv.get(0)).isEqualTo(named.stream().map(Asked::name).toList());
    for (int i = 0; i < ROWS; i++) {
      JSONObject json = new JSONObject(table.json(of.rows.get(i)).toString());
      assertThat(json.keySet()).hasSameSizeAs(named);
      for (int j = 0; j < named.size(); j++) {
        String cell = of.rows.get(i).get(named.get(j).index);
        assertThat(csv.get(i + 1).get(j)).isEqualTo(cell == null ? "" : cell);
        assertThat(json.opt(Table.key(named.get(j).name)))
            .isEqualTo(cell == null ? JSONObject.NULL : cell);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "p99_ms, p99Millis",
    "achieved_per_second, achievedPerSecond",
    "path, path",
    "clockAheadMillis, clockAheadMillis"
  })
  void namesInJson(String name, String key) {
    assertThat(Table.key(name)).isEqualTo(key);
  }

  private static List<String> cells(String markdown) {
    return Stream.of(markdown.replaceAll("^\\| | \\|$", "").split(" \\| "))
        .map(cell -> cell.replace("\\|", "|").replace("&lt;", "<"))
        .toList();
  }
}
