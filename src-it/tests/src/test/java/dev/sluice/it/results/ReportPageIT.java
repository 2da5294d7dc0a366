package dev.sluice.it.results;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.run.LineHere;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a real run, in a real browser. */
class ReportPageIT {

  /** A text that would end the script around it, if it were not written with care. */
  private static final String ODD_NAME = "</script><b>page & <!--";

  private static final String SENDERS = "senders";

  @TempDir static Path temporary;

  @AutoClose private static RunPage page;

  @BeforeAll
  static void openThePageOfARun() throws Exception {
    Path folder = temporary.resolve("run");
    run(folder);
    page = RunPage.open(folder, temporary);
  }

  @Test
  void nothingIsWrongOnTheConsole() {
    page.assertSilent();
  }

  @Test
  void noRequestLeavesTheFile() {
    page.assertAlone();
  }

  @Test
  void everyChartHasDrawn() throws Exception {
    assertThat(page.drawings())
        .allSatisfy(RunPage.Drawing::assertNotBlank)
        .extracting(RunPage.Drawing::chart)
        .containsExactly("rate", "latency-0", "curve-0", "heat-0", "cpu");
  }

  @Test
  void theRatesDrawnAreThoseOfTheTable() throws Exception {
    page.assertDrawn("rate", SENDERS, "since_start_s", "target_per_s", "achieved_per_s");
  }

  /** What the chart's paths are, given intervals that end at 1 s, 2 s and, cut short, at 2.5 s. */
  @Test
  void aValueIsDrawnLevelFromTheBeginningOfItsIntervalToTheEnd() throws Exception {
    String drawing =
        """
        (() => {
          const path = [];
          const drawn = window.Path2D;
          window.Path2D = class {
            moveTo(x, y) { path.push("from " + x + " " + y); }
            lineTo(x, y) { path.push("to " + x + " " + y); }
            rect() {}
          };
          charts.overIntervals([1, 1, 0.5])({
            data: [[1, 2, 2.5], [10, 30, 20]],
            series: [{}, { scale: "y" }],
            scales: { y: { distr: 1, min: 0 } },
            valToPos: (value, scale) => scale === "x" ? 100 * value : value,
          }, 1, 0, 2);
          window.Path2D = drawn;
          return path.join(", ");
        })()\
        """;

    assertThat(page.evaluate(drawing))
        .isEqualTo("from 0 10, to 100 10, to 100 30, to 200 30, to 200 20, to 250 20");
  }

  @Test
  void thePercentilesDrawnAreThoseOfTheTable() throws Exception {
    page.assertDrawn("latency-0", SENDERS, RunPage.LATENCIES);
    page.assertDrawn("cpu", SENDERS, "since_start_s", "cpu_cores");
  }

  @Test
  void theWarmUpIsInNoTotal() throws Exception {
    BigDecimal measured = BigDecimal.ZERO;
    List<BigDecimal> iterations = page.column(SENDERS, "iterations");
    List<String> warmup = page.cells(SENDERS, "warmup");
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
  void theAccountAddsUpBeforeTheReadersEyes() throws Exception {
    page.assertAddsUp("#account");
    List<List<String>> account = page.table("#account");
    List<String> header = account.get(0);
    assertThat(account).extracting(row -> row.get(1)).contains("measured", "with the warm-up");
    List<String> whole = account.get(2);
    for (String term : List.of("due", "done", "failed", "in doubt", "dropped")) {
      assertThat(BigDecimal.valueOf(RunPage.count(whole.get(header.indexOf(term)))))
          .as(term)
          .isEqualByComparingTo(
              page.column(SENDERS, term.replace(' ', '_')).stream()
                  .reduce(BigDecimal.ZERO, BigDecimal::add));
    }
    assertThat(whole.get(header.indexOf("unfinished before"))).isEqualTo("0");
  }

  /**
   * Calls that fail last are in the summary, by which objectives are judged, and in no interval.
   */
  @Test
  void figuresAreThoseOfTheSummary() throws Exception {
    String shown =
        """
        (() => {
          const summary = structuredClone(report.data.run.summary);
          Object.assign(summary.workloads[0], {totalErrorsByCause: {refused: 31}, ratio: 1.0003});
          report.show({...report.data, run: {...report.data.run, summary}});
          const all = [...document.querySelectorAll('.tile, table.data')].map(e => e.textContent);
          const found = [all.find(t => t.startsWith('achieved / target')).slice(17, 23),
            all.find(t => t.startsWith('errors')).slice(6, 8),
            all.find(t => t.includes('errors in all')).slice(-2), all.find(t => t.includes('cause')).slice(-2),
            all.find(t => t.includes('errors in all')).includes('1.0003')].join();
          report.show(report.data);
          return found;
        })()\
        """;
    assertThat(page.evaluate(shown)).isEqualTo("1.0003,31,31,31,true");
  }

  @Test
  void noAxisSaysTheSameTwice() throws Exception {
    page.assertNoLabelTwice();
  }

  /**
   * Axes of any range, from a millisecond to days, and of rates from next to nothing to millions.
   */
  @Test
  void noAxisOfAnyRangeSaysTheSameTwice() throws Exception {
    String repeated =
        """
        (async () => {
          const place = document.createElement('div');
          document.body.append(place);
          const repeated = [];
          let all = 0;
          for (const length of [0.05, 0.4, 1, 2.5, 7, 31, 100, 1000, 9000, 90000, 400000]) {
            for (const from of [0, -0.3 * length, -1e-7, 0.25]) {
              for (const most of [0.0003, 0.02, 0.25, 1, 3, 17, 400, 25000, 3e6]) {
                const plot = new uPlot({width: 900, height: 300,
                  scales: {x: {time: false, range: () => [from, from + length]}, y: {range: charts.zeroRange}},
                  axes: [charts.timeAxis(), charts.axis('rate', text.tick)],
                  series: [charts.timeSeries(), charts.line('rate', 'black', text.rate)]},
                  [[from, from + length], [0, most]], place);
                await null; // it draws as soon as the script lets it
                plot.axes.forEach(axis => {
                  const labels = axis._values.filter(label => label !== '' && label != null);
                  all += labels.length;
                  if (new Set(labels).size < labels.length || labels.includes('-0:00') || labels.includes('-0')) {
                    repeated.push(labels.join(' '));
                  }
                });
                plot.destroy();
              }
            }
          }
          place.remove();
          return all > 3000 ? JSON.stringify(repeated) : all + ' labels';
        })()
        """;
    assertThat(page.evaluate(repeated)).isEqualTo("[]");
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

  /** A few seconds of senders on a broker in their process. */
  private static void run(Path folder) throws Exception {
    LineHere sluice =
        LineHere.run(
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
