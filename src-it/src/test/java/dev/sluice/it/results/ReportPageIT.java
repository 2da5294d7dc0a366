package dev.sluice.it.results;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.cli.SluiceProcess;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a real run, in a real browser. */
class ReportPageIT {

  private static final String REPORT = "report.html";

  /** What would end the script it stands in, if it were not written with care. */
  private static final String ODD_NAME = "</script><b>page & <!--";

  /** A canvas with fewer pixels of any colour is blank. */
  private static final int FEW_PIXELS = 400;

  /** One with fewer colours has axes at most. */
  private static final int FEW_COLOURS = 3;

  private static final String CANVASES =
      """
      report.charts.map(c => {
        const canvas = c.figure.querySelector('canvas');
        const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
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

  @TempDir static Path temporary;

  private static Path folder;
  private static Chromium browser;
  private static DevTools page;

  @BeforeAll
  static void openThePageOfARun() throws Exception {
    folder = temporary.resolve("run");
    run();
    browser = Chromium.start(temporary.resolve("profile"));
    page = new DevTools(browser.pages());
    page.open(folder.resolve(REPORT).toUri());
  }

  @AfterAll
  static void closeTheBrowser() throws Exception {
    if (page != null) {
      page.close();
    }
    if (browser != null) {
      browser.close();
    }
  }

  @Test
  void nothingIsWrongOnTheConsole() {
    assertThat(page.events("Runtime.exceptionThrown")).isEmpty();
    assertThat(page.events("Runtime.consoleAPICalled")).isEmpty();
    assertThat(page.events("Log.entryAdded")).isEmpty();
  }

  @Test
  void noRequestLeavesTheFile() {
    assertThat(page.events("Network.requestWillBeSent"))
        .as("the page itself and nothing else")
        .extracting(event -> event.getJSONObject("request").getString("url"))
        .containsExactly(folder.resolve(REPORT).toUri().toString());
  }

  @Test
  void everyChartHasDrawn() throws Exception {
    List<String> drawn = new ArrayList<>();
    for (Object each :
        new JSONArray(page.evaluate("JSON.stringify(" + CANVASES + ")").toString())) {
      JSONObject canvas = (JSONObject) each;
      assertThat(canvas.getInt("drawn")).as(canvas.toString()).isGreaterThan(FEW_PIXELS);
      assertThat(canvas.getInt("colours")).as(canvas.toString()).isGreaterThan(FEW_COLOURS);
      drawn.add(canvas.getString("id"));
    }
    assertThat(drawn).containsExactly("rate", "latency-0", "curve-0", "heat-0", "cpu");
  }

  @Test
  void theRatesDrawnAreThoseOfTheTable() throws Exception {
    JSONArray drawn = drawn("rate");
    assertThat(numbers(drawn, 0)).containsExactlyElementsOf(column("since_start_s"));
    assertThat(numbers(drawn, 1)).containsExactlyElementsOf(column("target_per_s"));
    assertThat(numbers(drawn, 2)).containsExactlyElementsOf(column("achieved_per_s"));
  }

  @Test
  void thePercentilesDrawnAreThoseOfTheTable() throws Exception {
    JSONArray drawn = drawn("latency-0");
    List<String> columns = List.of("p50", "p90", "p99", "p99.9", "max");
    for (int i = 0; i < columns.size(); i++) {
      assertThat(numbers(drawn, 1 + i))
          .as(columns.get(i))
          .containsExactlyElementsOf(column("latency_" + columns.get(i) + "_ms"));
    }
    assertThat(numbers(drawn("cpu"), 1)).containsExactlyElementsOf(column("cpu_cores"));
  }

  @Test
  void theWarmUpIsInNoTotal() throws Exception {
    BigDecimal measured = BigDecimal.ZERO;
    List<BigDecimal> iterations = column("iterations");
    List<String> warmup = cells("warmup");
    assertThat(warmup).contains("true", "false");
    for (int i = 0; i < iterations.size(); i++) {
      if (warmup.get(i).equals("false")) {
        measured = measured.add(iterations.get(i));
      }
    }
    assertThat(page.evaluate("report.data.workloads[0].total.iterations"))
        .isEqualTo(measured.intValueExact());
  }

  @Test
  void aPersonReadsTheVerdictFirst() throws Exception {
    assertThat(page.evaluate("document.querySelector('h1').textContent")).isEqualTo(ODD_NAME);
    assertThat(page.evaluate("document.querySelector('.verdict strong').textContent").toString())
        .isNotBlank();
    assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth")).isEqualTo(true);
  }

  @Test
  void itTurnsDarkAndDrawsAgain() throws Exception {
    Object before = page.evaluate("getComputedStyle(document.body).backgroundColor");
    page.evaluate("document.querySelector('button').click()");
    assertThat(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        .isNotEqualTo(before);
    everyChartHasDrawn();
    page.evaluate("document.querySelector('button').click()");
  }

  private static JSONArray drawn(String chart) throws Exception {
    return new JSONArray(
        page.evaluate("JSON.stringify(report.charts.find(c => c.id === '" + chart + "').plot.data)")
            .toString());
  }

  private static List<BigDecimal> numbers(JSONArray rows, int row) {
    List<BigDecimal> numbers = new ArrayList<>();
    for (Object each : rows.getJSONArray(row)) {
      if (each instanceof Number) {
        numbers.add(plain(each.toString()));
      }
    }
    return numbers;
  }

  private static List<BigDecimal> column(String name) throws Exception {
    return cells(name).stream().filter(cell -> !cell.isEmpty()).map(ReportPageIT::plain).toList();
  }

  private static BigDecimal plain(String number) {
    BigDecimal plain = new BigDecimal(number).stripTrailingZeros();
    return plain.signum() == 0 ? BigDecimal.ZERO : plain;
  }

  private static List<String> cells(String name) throws Exception {
    List<String> lines = Files.readAllLines(folder.resolve("intervals.csv"));
    List<String> header = List.of(lines.get(0).split(","));
    return lines.stream()
        .skip(1)
        .map(line -> List.of(line.split(",", -1)))
        .map(row -> row.get(header.indexOf(name)))
        .toList();
  }

  /** A few seconds of senders on a broker in their process. */
  private static void run() throws Exception {
    SluiceProcess sluice =
        SluiceProcess.run(
            temporary,
            List.of(
                "send",
                "--id",
                ODD_NAME,
                "--threads",
                "2",
                "--total-rate",
                "400",
                "--ramp",
                "2s",
                "--warmup",
                "1s",
                "--duration",
                "4s",
                "--interval",
                "250ms",
                "--out",
                folder.toString()));
    assertThat(sluice.exitCode()).as(String.join("\n", sluice.lines())).isZero();
  }
}
