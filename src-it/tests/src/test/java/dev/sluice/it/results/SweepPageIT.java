package dev.sluice.it.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sluice.estimates.Estimate;
import dev.sluice.estimates.Interval;
import dev.sluice.it.run.LineHere;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The page of a sweep, in a real browser. */
@TestMethodOrder(OrderAnnotation.class)
class SweepPageIT {

  /** Others take pictures, and change what is shown first. */
  private static final int FIRST = 1;

  private static final String SCENARIO =
      """
      description: What more threads bring.
      providers: {none: {type: "null"}}
      run: {interval: 100ms}
      vars: {threads: 1, rate: 100}
      published: FOLDER/published.csv
      workloads:
        senders: {type: send, queue: Q, threads: "${threads}", rate: "${rate}"}
      steps:
        - for-each: {rate: [50, 100], threads: [1, 2, 4]}
          do:
            - measure: "${threads} at ${rate}"
              for: 300ms
      """;

  private static final String SWITCH_THEME =
      "document.querySelector('[aria-label=\"switch between light and dark\"]').click()";

  @TempDir static Path temporary;

  @AutoClose private static RunPage page;

  @BeforeAll
  static void openThePageOfASweep() throws Exception {
    Path scenario = temporary.resolve("sweep.yaml");
    Files.writeString(scenario, SCENARIO.replace("FOLDER", temporary.toString()));
    Files.writeString(
        temporary.resolve("published.csv"),
        """
        threads,rate,achieved_per_second
        1,50,48
        4,50,190
        2,100,205
        """);
    Path folder = temporary.resolve("sweep");
    LineHere sluice = LineHere.run(List.of("run", scenario.toString(), "--out", folder.toString()));
    assertThat(sluice.exitCode()).as(String.join("\n", sluice.lines())).isZero();
    page = RunPage.open(folder, temporary);
  }

  @Test
  @Order(FIRST)
  void itIsSilentAndAlone() {
    page.assertSilent();
    page.assertAlone();
  }

  @Test
  @Order(FIRST)
  void itBeginsWithTheRateThenLatencyAndCost() throws Exception {
    assertThat(page.drawings())
        .allSatisfy(RunPage.Drawing::assertNotBlank)
        .extracting(RunPage.Drawing::chart)
        .containsExactly("sweep-rate", "sweep-p99_ms", "sweep-harness_cpu_us_per_iteration");
    page.assertNoLabelTwice();
  }

  @Test
  void itSaysWhichPlanAndWhatFor() throws Exception {
    assertThat(page.evaluate("document.title + ': ' + document.querySelector('h1').textContent"))
        .isEqualTo("sluice: sweep: sweep");
    assertThat(page.evaluate("document.querySelector('header p').textContent"))
        .asString()
        .startsWith("What more threads bring. · ");
  }

  @Test
  void aPersonChoosesFigureAxisAndCurves() throws Exception {
    choose(page, "axis", "rate");
    assertThat(lines(page, "sweep-rate"))
        .contains("rate", "threads 1", "threads 4")
        .doesNotContain("rate 50");
    assertThat(line(page, "sweep-rate", 0)).containsExactly(50.0, 100.0);
    choose(page, "axis", "threads");
    choose(page, "figure", "p99_ms");
    assertThat(line(page, "sweep-rate", 1)).isEqualTo(column("p99_ms").subList(0, 3));
    assertThat(page.evaluate("document.activeElement.getAttribute('aria-label')"))
        .as("the focus stays")
        .isEqualTo("figure");
    choose(page, "figure", "achieved_per_second");
    page.assertNoLabelTwice();
  }

  /** Whatever the distance of others: a label is the value of its line. */
  @Test
  void aLogarithmicAxisIsLabelledByItsValues() throws Exception {
    assertThat(
            page.evaluate(
                "charts.logAxis('', text.tick)"
                    + ".values(null, [0.003, 0.1, 1.5, 30, 300, 10000], 0, 0, 9700).join(' ')"))
        .isEqualTo("0.003 0.1 1.5 30 300 10,000");
  }

  @Test
  void noLegendLiesUnderTheButtonsOfItsChart() throws Exception {
    assertThat(
            page.evaluate(
                """
                [...document.querySelectorAll(".plot + .copy")].flatMap((buttons) => {
                  const box = buttons.getBoundingClientRect();
                  return [...buttons.previousElementSibling.querySelectorAll(".u-series")]
                    .filter((each) => {
                      const at = each.getBoundingClientRect();
                      return at.right > box.left && at.bottom > box.bottom - box.height / 2;
                    }).map((each) => each.textContent);
                }).join()
                """))
        .isEqualTo("");
  }

  @Test
  void figuresAreWrittenByOneRule() throws Exception {
    assertThat(
            page.evaluate(
                "[0, 0.1306, 0.9996, 9.996, 13.87, 100.4, 880.001, 24999.6, null]"
                    + ".map(text.significant).join(' ')"))
        .isEqualTo("0 0.131 1.00 10.0 13.9 100 880 25,000 –");
    assertThat(
            page.evaluate("[0, 0.153, 0.9997, 1.94, 999.7, 61234, null].map(text.latency).join()"))
        .isEqualTo("0,153 µs,1.00 ms,1.94 ms,1.00 s,61.2 s,–");
    List<List<String>> steps =
        page.table(".card:not(:has(.choice)):has(> details) > div table.data");
    int workers = steps.get(0).indexOf("workers");
    assertThat(steps.subList(1, 7))
        .as("what is counted has no error")
        .allSatisfy(step -> assertThat(step.get(workers)).matches("\\d"));
  }

  @Test
  void aCurveForEachRateGoesThroughTheStepsOfTheTable() throws Exception {
    JSONArray data =
        new JSONArray(
            page.evaluate(
                    "JSON.stringify(report.charts.find(c => c.id === 'sweep-rate').plot.data)")
                .toString());
    assertThat(data.getJSONArray(0).toList()).containsExactly(1, 2, 4);
    List<List<String>> rows = csv(page);
    int achieved = rows.get(0).indexOf("achieved_per_second");
    // targets first, then what was achieved
    for (int curve = 0; curve < 2; curve++) {
      for (int point = 0; point < 3; point++) {
        assertThat(data.getJSONArray(3 + curve).getDouble(point))
            .isEqualTo(Double.parseDouble(rows.get(1 + 3 * curve + point).get(achieved)));
      }
    }
  }

  /** Published figures are in the same chart, and in none of their own. */
  @Test
  void publishedFiguresArePointsBesideTheCurves() throws Exception {
    JSONObject plot =
        new JSONObject(
            page.evaluate(
                    """
                    (plot => JSON.stringify({labels: plot.series.map(s => s.label), data: plot.data}))
                    (report.charts.find(c => c.id === 'sweep-rate').plot)
                    """)
                .toString());
    assertThat(plot.getJSONArray("labels").toList())
        .endsWith("rate 50 published", "rate 100 published");
    assertThat(plot.getJSONArray("data").getJSONArray(5).toString()).isEqualTo("[48,null,190]");
    assertThat(plot.getJSONArray("data").getJSONArray(6).toString()).isEqualTo("[null,205,null]");
    assertThat(page.evaluate("report.charts.filter(c => /published/.test(c.id)).length"))
        .isEqualTo(0);
  }

  /** Those of a larger host would flatten what was measured; here of two rounds and with a gap. */
  @Test
  void publishedFiguresOfAnotherScaleAreShownByTheLegend() throws Exception {
    Path own = Files.createDirectories(temporary.resolve("far"));
    Files.writeString(
        own.resolve("published.csv"),
        """
        threads,achieved_per_second
        1,48000
        4,190000
        """);
    Path scenario = own.resolve("far.yaml");
    String plan = SCENARIO.replace("FOLDER", own.toString()).replace("rate: [50, 100], ", "");
    int steps = plan.indexOf("  - for-each");
    Files.writeString(
        scenario,
        plan.substring(0, steps) + "  - repeat: 2\n    do:\n" + plan.substring(steps).indent(2));
    Path folder = own.resolve("run");
    LineHere sluice = LineHere.run(List.of("run", scenario.toString(), "--out", folder.toString()));
    assertThat(sluice.exitCode()).as(String.join("\n", sluice.lines())).isZero();
    String state =
        """
        (plot => [plot.series.at(-1).label, plot.series.at(-1).show, plot.scales.y.max > 100000].join())
        (report.charts.find(c => c.id === 'sweep-rate').plot)
        """;
    try (RunPage far = RunPage.open(folder, Files.createDirectories(own.resolve("b")))) {
      String legend =
          "[...report.charts.find(c => c.id === 'sweep-rate').plot.root"
              + ".querySelectorAll('.u-legend .u-series th')]";
      assertThat(far.evaluate(state)).isEqualTo("published,false,false");
      far.evaluate(legend + ".at(-2).click()"); // the measured curve goes and comes back
      far.evaluate(legend + ".at(-2).click()");
      assertThat(far.evaluate(state)).isEqualTo("published,false,false");
      far.evaluate(legend + ".at(-1).click()");
      assertThat(far.evaluate(state)).isEqualTo("published,true,true");
      far.assertSilent();
    }
  }

  @Test
  void stepsLinkToTheirRunsAndTheirAccountsAddUp() throws Exception {
    Object links =
        page.evaluate(
            "JSON.stringify([...document.querySelectorAll('a')].map(a => a.getAttribute('href')))");
    assertThat(new JSONArray(links.toString()).toList())
        .contains("run-1/report.html", "run-6/report.html")
        .allSatisfy(link -> assertThat(page.folder().resolve(link.toString())).exists());
    page.assertAddsUp("details table");
    assertThat(page.table("details table")).hasSize(7);
  }

  /** As in a figure of peaks against cores. */
  @Test
  void theHighestRateOfEachRunIsDrawnAgainstWhatRunsDifferIn() throws Exception {
    Path scenario = temporary.resolve("peaks.yaml");
    Files.writeString(
        scenario,
        """
        providers: {none: {type: "null"}}
        run: {interval: 100ms}
        vars: {size: 1}
        workloads:
          senders: {type: send, queue: Q, threads: 1, size: "${size}"}
        steps:
          - for-each: {size: [50, 100]}
            do:
              - for-each: {threads: [1, 2, 4]}
                do:
                  - threads: ${threads}
                  - measure: "${threads} of ${size}"
                    for: 200ms
        """);
    LineHere sluice =
        LineHere.run(
            List.of("run", scenario.toString(), "--out", temporary.resolve("peaks").toString()));
    assertThat(sluice.exitCode()).as(String.join("\n", sluice.lines())).isZero();
    try (RunPage peaks =
        RunPage.open(temporary.resolve("peaks"), Files.createDirectories(temporary.resolve("p")))) {
      peaks.assertSilent();
      assertThat(
              new JSONArray(
                      peaks
                          .evaluate(
                              "JSON.stringify(report.charts.find(c => /-peaks$/.test(c.id)).plot.data)")
                          .toString())
                  .getJSONArray(0)
                  .toList())
          .containsExactly(50, 100);
      assertThat(peaks.evaluate("document.querySelector('.verdict strong').textContent").toString())
          .matches("Peak: [0-9,.]+/s at [124] of (50|100)");
    }
  }

  /** The page's mean, error and peak of three rounds are those that the table ends with. */
  @Test
  void roundsAreAPointWithItsErrorAndNoFigure() throws Exception {
    Path scenario = temporary.resolve("rounds.yaml");
    Files.writeString(
        scenario,
        """
        providers: {none: {type: "null"}}
        run: {interval: 100ms}
        workloads:
          senders: {type: send, queue: Q, threads: 1}
        steps:
          - repeat: 3
            do:
              - for-each: {threads: [1, 2, 4]}
                do:
                  - threads: ${threads}
                  - measure: "${threads}"
                    for: 200ms
        """);
    LineHere sluice =
        LineHere.run(
            List.of("run", scenario.toString(), "--out", temporary.resolve("rounds").toString()));
    assertThat(sluice.exitCode()).as(String.join("\n", sluice.lines())).isZero();
    try (RunPage rounds =
        RunPage.open(
            temporary.resolve("rounds"), Files.createDirectories(temporary.resolve("r")))) {
      rounds.assertSilent();
      List<List<String>> rows = csv(rounds);
      List<Double> means = column(rows, "repeats_mean_per_second").subList(6, 9);
      List<Double> drawn = line(rounds, "sweep-rate", 1);
      List<List<String>> peaks = rounds.table(".choice ~ details table");
      for (int point = 0; point < 3; point++) {
        assertThat(drawn.get(point)).isCloseTo(means.get(point), withinPercentage(0.01));
      }
      int peak = means.indexOf(Collections.max(means));
      Interval mean =
          Estimate.ofSamples(
                  IntStream.of(0, 3, 6)
                      .mapToDouble(row -> column(rows, "achieved_per_second").get(row + peak))
                      .toArray())
              .interval(0.95);
      String shown = peaks.get(1).get(1).replace(",", "");
      assertThat(shown).matches(mean.relativeError() < 0.95 ? "[0-9.]+ ± [0-9.]+" : "[0-9.]+.*");
      assertThat(Double.parseDouble(shown.split(" ")[0]))
          .isCloseTo(mean.value(), withinPercentage(1));
      assertThat(
              rounds.evaluate(
                  "[...document.querySelectorAll('.choice option')].map(o => o.value)"
                      + ".filter(name => /round|repeat/.test(name)).length"))
          .isEqualTo(0);
    }
  }

  /** Light, whatever the page is; with the lines that are seen, their names, a title and axes. */
  @Test
  void aChartIsSavedAsADocumentOfItsOwn() throws Exception {
    String plot = plot("sweep-rate");
    String hide = plot + ".setSeries(1, {show: %s})";
    page.evaluate(hide.formatted(false));
    BufferedImage drawn = image(page.evaluate(plot + ".ctx.canvas.toDataURL()").toString());
    JSONArray lines =
        new JSONArray(
            page.evaluate(
                    "JSON.stringify("
                        + plot
                        + ".series.slice(1).map(s => ({name: s.label, stroke: s.stroke()})))")
                .toString());
    page.evaluate(SWITCH_THEME);
    page.evaluate(hide.formatted(false));
    String before = page.evaluate(plot + ".ctx.canvas.toDataURL()").toString();

    Path saved = page.save("sweep-rate", "SVG");
    Path pixels = page.save("sweep-rate", "PNG");

    assertThat(page.evaluate(plot + ".ctx.canvas.toDataURL()"))
        .as("the chart stays as it is")
        .isEqualTo(before);
    page.evaluate(SWITCH_THEME);
    assertThat(Files.readString(saved))
        .doesNotContainPattern("href|src=|@import|url\\((?!#)|https?://(?!www.w3.org/2000/svg\")");
    Document svg = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(saved.toFile());
    assertThat(elements(svg, "title").map(Element::getTextContent))
        .containsExactly("Achieved rate against threads");
    assertThat(elements(svg, "rect").findFirst().orElseThrow().getAttribute("fill"))
        .isEqualTo("#ffffff");
    List<String> strokes =
        elements(svg, "path")
            .filter(path -> path.getAttribute("clip-path").startsWith("url(#clip"))
            .filter(path -> path.getAttribute("d").matches("M.*L.*"))
            .map(path -> path.getAttribute("stroke"))
            .toList();
    List<String> words = elements(svg, "text").map(Element::getTextContent).toList();
    assertThat(words)
        .contains("Achieved rate against threads", "threads", "iterations per second")
        .contains("1", "2", "4", "200")
        .doesNotContain(lines.getJSONObject(0).getString("name"));
    BufferedImage shown = ImageIO.read(pixels.toFile());
    assertThat(shown.getWidth()).isEqualTo(drawn.getWidth());
    assertThat(shown.getHeight()).isGreaterThan(drawn.getHeight());
    for (Object each : lines.toList().subList(1, lines.length())) {
      String name = ((Map<?, ?>) each).get("name").toString();
      String stroke = ((Map<?, ?>) each).get("stroke").toString();
      assertThat(words).contains(name);
      if (!name.endsWith("published")) {
        assertThat(strokes).as(name).contains(stroke);
      }
      assertThat(count(shown.getSubimage(0, 24, drawn.getWidth(), drawn.getHeight()), stroke))
          .as("pixels of " + name)
          .isCloseTo(count(drawn, stroke), withinPercentage(30))
          .isPositive();
    }
  }

  @Test
  void aSavedChartOpensAlone() throws Exception {
    Path saved = page.save("sweep-p99_ms", "SVG");
    try (RunPage alone =
        RunPage.open(
            saved.getParent(),
            saved.getFileName().toString(),
            Files.createDirectories(temporary.resolve("alone")))) {
      alone.assertSilent();
      alone.assertAlone();
      assertThat(alone.evaluate("document.documentElement.tagName + ' ' + document.title"))
          .isEqualTo("svg Latency p99 against threads");
    }
  }

  @Test
  void aTableAndAChartAreCopied() throws Exception {
    assertThat(page.drawings()).allSatisfy(RunPage.Drawing::assertNotBlank);
    assertThat(page.evaluate("copy.chartCsv(report.charts[0]).split('\\n').length")).isEqualTo(5);
    String table =
        "[...document.querySelectorAll('table')].find(t => t.textContent.startsWith('step'))";
    assertThat(page.evaluate("copy.markdown(" + table + ")").toString().lines())
        .hasSize(8)
        .allMatch(line -> line.startsWith("| ") && line.endsWith(" |"))
        .element(1)
        .asString()
        .startsWith("| --- | --: | --: | --- | --: |");
    assertThat(page.evaluate("copy.tableCsv(" + table + ")").toString().lines()).hasSize(7);
    assertThat(page.tools().barriers()).isEmpty();
  }

  @Test
  void aTableThatScrollsSaysSo() throws Exception {
    String narrow =
        """
        (async width => {
          document.querySelector('main').style.width = width;
          await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
          const box = [...document.querySelectorAll('.scroll')].find(each => each.offsetParent);
          return box.scrollWidth > box.clientWidth + 1 ? box.getAttribute('aria-label') + box.tabIndex : 'all is seen';
        })('%s')
        """;
    assertThat(page.evaluate(narrow.formatted("300px"))).isEqualTo("6 steps, scrolls sideways0");
    page.evaluate(narrow.formatted(""));
  }

  @Test
  void sweepsLieOverEachOtherOnThePageOfAComparison() throws Exception {
    Path other = temporary.resolve("other");
    Path scenario = temporary.resolve("sweep.yaml");
    LineHere.run(List.of("run", scenario.toString(), "--out", other.toString()));
    LineHere compared =
        LineHere.run(
            List.of(
                "compare",
                temporary.resolve("sweep").toString(),
                other.toString(),
                "--html",
                temporary.resolve("both.html").toString()));
    assertThat(compared.exitCode()).as(String.join("\n", compared.lines())).isEqualTo(5);
    try (RunPage both =
        RunPage.open(temporary, "both.html", Files.createDirectories(temporary.resolve("two")))) {
      both.assertSilent();
      both.assertAlone();
      assertThat(both.drawings().stream().filter(drawing -> drawing.chart().endsWith("-rate")))
          .isNotEmpty()
          .first()
          .satisfies(RunPage.Drawing::assertNotBlank);
      assertThat(
              both.evaluate(
                  "report.charts.find(c => c.id === 'sweep-rate').plot.series.map(s => s.label)"
                      + ".filter(l => !/(target|published)$/.test(l)).join('; ')"))
          .isEqualTo(
              "threads; sweep sweep, rate 50; sweep sweep, rate 100; "
                  + "sweep other, rate 50; sweep other, rate 100");
    }
  }

  private static void choose(RunPage page, String what, String value) throws Exception {
    String choose =
        """
        (() => {
          const choice = document.querySelector('.choice [aria-label="%s"]');
          choice.value = '%s';
          choice.dispatchEvent(new Event('change'));
        })()
        """;
    page.evaluate(choose.formatted(what, value));
  }

  private static BufferedImage image(String address) throws IOException {
    byte[] png = Base64.getDecoder().decode(address.substring(address.indexOf(',') + 1));
    return ImageIO.read(new ByteArrayInputStream(png));
  }

  /** How many pixels have a colour, or nearly: edges are smoothed. */
  private static int count(BufferedImage image, String colour) {
    Color wanted = Color.decode(colour);
    int found = 0;
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        Color at = new Color(image.getRGB(x, y), true);
        int off =
            Math.max(
                Math.abs(at.getRed() - wanted.getRed()),
                Math.max(
                    Math.abs(at.getGreen() - wanted.getGreen()),
                    Math.abs(at.getBlue() - wanted.getBlue())));
        found += off < 40 && at.getAlpha() > 200 ? 1 : 0;
      }
    }
    return found;
  }

  private static Stream<Element> elements(Document svg, String name) {
    NodeList found = svg.getElementsByTagName(name);
    return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i));
  }

  private static String plot(String chart) {
    return "report.charts.find(c => c.id === '" + chart + "').plot";
  }

  private static List<Object> lines(RunPage page, String chart) throws Exception {
    String labels = "JSON.stringify(" + plot(chart) + ".series.map(s => s.label))";
    return new JSONArray(page.evaluate(labels).toString()).toList();
  }

  private static List<Double> line(RunPage page, String chart, int line) throws Exception {
    return page.drawn(chart, line).stream().map(BigDecimal::doubleValue).toList();
  }

  private static List<List<String>> csv(RunPage page) throws Exception {
    return Files.readAllLines(page.folder().resolve("steps.csv")).stream()
        .map(line -> List.of(line.split(",", -1)))
        .toList();
  }

  private static List<Double> column(String name) throws Exception {
    return column(csv(page), name);
  }

  private static List<Double> column(List<List<String>> rows, String name) {
    return rows.stream()
        .skip(1)
        .map(row -> row.get(rows.get(0).indexOf(name)))
        .map(cell -> cell.isEmpty() ? Double.NaN : Double.parseDouble(cell))
        .toList();
  }
}
