package dev.sluice.it.results;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.run.LineHere;
import java.nio.file.Path;
import java.util.List;
import org.json.JSONArray;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of two runs that are compared, in a real browser. */
class ComparisonPageIT {

  @TempDir static Path temporary;

  @AutoClose private static RunPage page;

  @BeforeAll
  static void openThePageOfAComparison() throws Exception {
    run("before", "40", "1s");
    run("after", "80", "500ms");
    sluice(
        List.of("compare", path("before"), path("after"), "--html", path("compare.html")), 0, 4, 5);
    page = RunPage.open(temporary, "compare.html", temporary);
  }

  @Test
  void itIsSilentAloneAndDrawn() throws Exception {
    page.assertSilent();
    page.assertAlone();
    assertThat(page.drawings()).isNotEmpty().allSatisfy(RunPage.Drawing::assertNotBlank);
    page.assertNoLabelTwice();
  }

  /** Two runs of 2 s each, whatever their warm-up: the curves begin and end with what counts. */
  @Test
  void theWarmUpIsNotDrawn() throws Exception {
    for (String chart : List.of("rate-0", "p99-0")) {
      String data = "report.charts.find(c => c.id === '" + chart + "').plot.data";
      JSONArray drawn = new JSONArray(page.evaluate("JSON.stringify(" + data + ")").toString());
      for (int run = 0; run < 2; run++) {
        int points = 0;
        for (Object value : drawn.getJSONArray(run + 1)) {
          points += value instanceof Number ? 1 : 0;
        }
        int measured =
            (Integer) page.evaluate("report.data.runs[" + run + "].warmup.filter(w => !w).length");
        Object warmup = page.evaluate("report.data.runs[" + run + "].warmup.filter(w => w).length");
        // an interval in which nothing was done has a rate, and no percentile
        assertThat(points)
            .as("%s of run %d", chart, run)
            .isBetween(chart.equals("rate-0") ? measured : 1, measured);
        assertThat((Integer) warmup).isPositive();
      }
      assertThat(drawn.getJSONArray(0).getDouble(0)).isPositive();
    }
  }

  @Test
  void onlyOptionsThatDifferAreListed() throws Exception {
    List<List<String>> settings = page.table("#settings");
    assertThat(settings.get(0)).containsExactly("option", "before", "after");
    assertThat(settings)
        .contains(List.of("--total-rate", "40", "80"), List.of("--warmup", "1s", "500ms"))
        .noneMatch(row -> row.get(0).contains("--threads") || row.get(0).contains("--out"));
  }

  @Test
  void theAccountsOfBothAddUp() throws Exception {
    page.assertAddsUp("#account");
    assertThat(page.table("#account")).hasSize(3);
  }

  private static void run(String name, String totalRate, String warmup) throws Exception {
    sluice(
        List.of(
            "send",
            "--provider",
            "null",
            "--threads",
            "2",
            "--total-rate",
            totalRate,
            "--warmup",
            warmup,
            "--duration",
            "3s",
            "--interval",
            "250ms",
            "--out",
            path(name)),
        0);
  }

  private static String path(String name) {
    return temporary.resolve(name).toString();
  }

  private static void sluice(List<String> arguments, Integer... codes) throws Exception {
    LineHere sluice = LineHere.run(arguments);
    assertThat(sluice.exitCode()).as(String.join("\n", sluice.lines())).isIn((Object[]) codes);
  }
}
