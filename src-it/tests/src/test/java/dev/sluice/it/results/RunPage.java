package dev.sluice.it.results;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.mqsim.client.Eventually;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.json.JSONArray;
import org.json.JSONObject;

/**
 * The page of a run, open in a browser, and the table beside it.
 *
 * @param folder that of the run
 * @param file the page, in it
 * @param browser the process
 * @param tools its way in
 */
record RunPage(Path folder, String file, Chromium browser, DevTools tools)
    implements AutoCloseable {

  private static final String REPORT = "report.html";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final String CANVASES =
      """
      report.charts.map(c => {
        const canvas = c.figure.querySelector('canvas');
        // read from a copy: a canvas that is read again and again itself has the browser warn of it
        const copied = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', {willReadFrequently: true});
        copied.drawImage(canvas, 0, 0);
        const pixels = copied.getImageData(0, 0, canvas.width, canvas.height).data;
        const colours = new Set();
        let drawn = 0;
        for (let i = 0; i < pixels.length; i += 4) {
          if (pixels[i + 3] > 0) {
            drawn++;
            colours.add(pixels[i] << 16 | pixels[i + 1] << 8 | pixels[i + 2]);
          }
        }
        return {id: c.id, drawn, colours: colours.size};
      })
      """;

  private static final String LABELS =
      """
      report.charts.filter(c => c.figure.offsetParent !== null).flatMap(c => c.plot.axes.map(axis =>
        ({chart: c.id, labels: (axis._values || []).filter(label => label !== '' && label != null)})))
      """;

  /** The lines of a chart of percentiles over time, beginning with the time. */
  static final String[] LATENCIES = {
    "since_start_s",
    "latency_p50_ms",
    "latency_p90_ms",
    "latency_p99_ms",
    "latency_p99.9_ms",
    "latency_max_ms"
  };

  /**
   * How a chart looks.
   *
   * @param pixels how many are not transparent
   * @param colours how many there are
   */
  record Drawing(String chart, int pixels, int colours) {

    private static final int FEW_PIXELS = 400;
    private static final int FEW_COLOURS = 3;

    /** A canvas with fewer pixels is blank, one with fewer colours has axes at most. */
    void assertNotBlank() {
      assertThat(pixels).as(chart).isGreaterThan(FEW_PIXELS);
      assertThat(colours).as(chart).isGreaterThan(FEW_COLOURS);
    }
  }

  /** Opens the report, with a profile of the browser in a directory that is there. */
  static RunPage open(Path folder, Path directory) throws Exception {
    return open(folder, REPORT, directory);
  }

  /** The same with another page. */
  static RunPage open(Path folder, String file, Path directory) throws Exception {
    Chromium browser = Chromium.start(directory.resolve("profile"));
    DevTools tools = new DevTools(browser.pages());
    RunPage page = new RunPage(folder, file, browser, tools);
    tools.open(folder.resolve(file).toUri());
    return page;
  }

  /** That nothing was said on its console. */
  void assertSilent() {
    for (String kind :
        List.of("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded")) {
      assertThat(tools.events(kind)).as(kind).isEmpty();
    }
  }

  /** That the browser loaded the page itself and nothing else. */
  void assertAlone() {
    assertThat(tools.events("Network.requestWillBeSent"))
        .extracting(event -> event.getJSONObject("request").getString("url"))
        .containsExactly(folder.resolve(file).toUri().toString());
  }

  /** All charts from top to bottom, as they look. */
  List<Drawing> drawings() throws Exception {
    List<Drawing> drawings = new ArrayList<>();
    for (Object each :
        new JSONArray(tools.evaluate("JSON.stringify(" + CANVASES + ")").toString())) {
      JSONObject canvas = (JSONObject) each;
      drawings.add(
          new Drawing(canvas.getString("id"), canvas.getInt("drawn"), canvas.getInt("colours")));
    }
    return drawings;
  }

  /** That no axis says the same twice: two places with one label are no scale. */
  void assertNoLabelTwice() throws Exception {
    for (Object each : new JSONArray(evaluate("JSON.stringify(" + LABELS + ")").toString())) {
      JSONArray labels = ((JSONObject) each).getJSONArray("labels");
      assertThat(labels.toList())
          .as("an axis of " + ((JSONObject) each).getString("chart"))
          .doesNotHaveDuplicates();
    }
  }

  /** The cells of a table, row by row as they are read, the header first. */
  List<List<String>> table(String selector) throws Exception {
    String rows =
        "JSON.stringify([...document.querySelectorAll('%s tr')].map(row =>"
            + " [...row.children].map(cell => cell.textContent)))";
    List<List<String>> table = new ArrayList<>();
    for (Object row : new JSONArray(evaluate(rows.formatted(selector)).toString())) {
      table.add(((JSONArray) row).toList().stream().map(Object::toString).toList());
    }
    return table;
  }

  /**
   * That each row of a table of accounts adds up as it is read: what there was to do is the sum of
   * the cells before it and of those behind it.
   */
  void assertAddsUp(String selector) throws Exception {
    List<List<String>> table = table(selector);
    int sum = table.get(0).indexOf("total");
    assertThat(table).hasSizeGreaterThan(1);
    for (List<String> row : table.subList(1, table.size())) {
      long toDo = count(row.get(sum));
      assertThat(toDo).as("%s", row).isPositive();
      assertThat(row.subList(2, sum).stream().mapToLong(RunPage::count).sum()).isEqualTo(toDo);
      assertThat(row.subList(sum + 1, row.size()).stream().mapToLong(RunPage::count).sum())
          .isEqualTo(toDo);
    }
  }

  /** A count as a person reads it. */
  static long count(String cell) {
    return Long.parseLong(cell.replace(",", ""));
  }

  /** Presses a button below a chart, and answers the file that it saves. */
  Path save(String chart, String button) throws Exception {
    Path saved = folder.resolve(chart + "." + button.toLowerCase(Locale.ROOT));
    tools.call(
        "Browser.setDownloadBehavior",
        new JSONObject().put("behavior", "allow").put("downloadPath", folder.toString()));
    evaluate(
        "[...document.getElementById('%s').nextElementSibling.children].find(b => b.textContent === '%s').click()"
            .formatted(chart, button));
    if (!Eventually.holds(PATIENCE, () -> Files.exists(saved))) {
      throw new AssertionError(saved + " was not saved");
    }
    return saved;
  }

  Object evaluate(String expression) throws Exception {
    return tools.evaluate(expression);
  }

  /** That the lines of a chart, from its axis on, are these columns of a workload. */
  void assertDrawn(String chart, String workload, String... columns) throws Exception {
    for (int line = 0; line < columns.length; line++) {
      assertLine(chart, line, workload, columns[line]);
    }
  }

  /** That one line of a chart is this column of a workload. */
  void assertLine(String chart, int line, String workload, String column) throws Exception {
    assertThat(drawn(chart, line))
        .as("%s of %s in %s", column, workload, chart)
        .isNotEmpty()
        .containsExactlyElementsOf(column(workload, column));
  }

  /** The numbers of a line of a chart; 0 is what lies along its axis. */
  List<BigDecimal> drawn(String chart, int line) throws Exception {
    String data = "report.charts.find(c => c.id === '" + chart + "').plot.data[" + line + "]";
    List<BigDecimal> numbers = new ArrayList<>();
    for (Object each :
        new JSONArray(evaluate("JSON.stringify(Array.from(" + data + "))").toString())) {
      if (each instanceof Number) {
        numbers.add(plain(each.toString()));
      }
    }
    return numbers;
  }

  /** A column of the intervals' table, for one workload, as numbers; empty cells are left out. */
  List<BigDecimal> column(String workload, String name) throws IOException {
    return cells(workload, name).stream()
        .filter(cell -> !cell.isEmpty())
        .map(RunPage::plain)
        .toList();
  }

  /** A column of the intervals' table, for one workload. */
  List<String> cells(String workload, String name) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve("intervals.csv"));
    List<String> header = List.of(lines.get(0).split(","));
    return lines.stream()
        .skip(1)
        .map(line -> List.of(line.split(",", -1)))
        .filter(row -> row.get(header.indexOf("workload")).equals(workload))
        .filter(row -> !row.get(header.indexOf("warmup")).equals("ending"))
        .map(row -> row.get(header.indexOf(name)))
        .toList();
  }

  private static BigDecimal plain(String number) {
    BigDecimal plain = new BigDecimal(number).stripTrailingZeros();
    return plain.signum() == 0 ? BigDecimal.ZERO : plain;
  }

  /** Ends the browser. */
  @Override
  public void close() {
    tools.close();
    browser.close();
  }
}
