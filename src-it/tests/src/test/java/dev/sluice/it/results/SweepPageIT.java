package dev.sluice.it.results;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.cli.SluiceProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a sweep, in a real browser. */
class SweepPageIT {

  private static final String SCENARIO =
      """
      providers: {none: {type: "null"}}
      run: {interval: 100ms}
      vars: {threads: 1, rate: 100}
      published: published.csv
      workloads:
        senders: {type: send, queue: Q, threads: "${threads}", rate: "${rate}"}
      steps:
        - for-each: {rate: [50, 100], threads: [1, 2, 4]}
          do:
            - measure: "${threads} at ${rate}"
              for: 300ms
      """;

  @TempDir static Path temporary;

  @AutoClose private static RunPage page;

  @BeforeAll
  static void openThePageOfASweep() throws Exception {
    Path scenario = temporary.resolve("sweep.yaml");
    Files.writeString(scenario, SCENARIO);
    Files.writeString(
        temporary.resolve("published.csv"),
        """
        threads,rate,achieved_per_second
        1,50,48
        4,50,190
        2,100,205
        """);
    Path folder = temporary.resolve("sweep");
    SluiceProcess sluice =
        SluiceProcess.run(
            temporary, List.of("run", scenario.toString(), "--out", folder.toString()));
    assertThat(sluice.exitCode()).as(String.join("\n", sluice.lines())).isZero();
    page = RunPage.open(folder, temporary);
  }

  @Test
  void itIsSilentAndAlone() {
    page.assertSilent();
    page.assertAlone();
  }

  @Test
  void theChartsOfTheFirstVariableAreDrawn() throws Exception {
    assertThat(page.drawings().stream().filter(drawing -> drawing.chart().startsWith("sweep-0-")))
        .isNotEmpty()
        .allSatisfy(RunPage.Drawing::assertNotBlank);
    page.assertNoLabelTwice();
  }

  @Test
  void aChoiceDrawsThoseOfTheOther() throws Exception {
    String choose =
        """
        (value => {
          const choice = document.querySelector('select');
          choice.value = value;
          choice.dispatchEvent(new Event('change'));
          return choice.selectedOptions[0].textContent;
        })(%d)
        """;
    assertThat(page.evaluate(choose.formatted(1))).isEqualTo("rate");
    assertThat(page.drawings().stream().filter(drawing -> drawing.chart().startsWith("sweep-1-")))
        .isNotEmpty()
        .allSatisfy(RunPage.Drawing::assertNotBlank);
    page.assertNoLabelTwice();
    assertThat(page.evaluate(choose.formatted(0))).isEqualTo("threads");
  }

  @Test
  void aCurveForEachRateGoesThroughTheStepsOfTheTable() throws Exception {
    JSONArray data =
        new JSONArray(
            page.evaluate(
                    "JSON.stringify(report.charts.find(c => c.id === 'sweep-0-rate').plot.data)")
                .toString());
    assertThat(data.getJSONArray(0).toList()).containsExactly(1, 2, 4);
    List<List<String>> rows = csv();
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
                    (report.charts.find(c => c.id === 'sweep-0-rate').plot)
                    """)
                .toString());
    assertThat(plot.getJSONArray("labels").toList())
        .endsWith("rate 50 published", "rate 100 published");
    assertThat(plot.getJSONArray("data").getJSONArray(5).toString()).isEqualTo("[48,null,190]");
    assertThat(plot.getJSONArray("data").getJSONArray(6).toString()).isEqualTo("[null,205,null]");
    assertThat(page.evaluate("report.charts.filter(c => /published/.test(c.id)).length"))
        .isEqualTo(0);
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
    SluiceProcess sluice =
        SluiceProcess.run(temporary, List.of("run", scenario.toString(), "--out", "peaks"));
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
    }
  }

  @Test
  void sweepsLieOverEachOtherOnThePageOfAComparison() throws Exception {
    Path other = temporary.resolve("other");
    Path scenario = temporary.resolve("sweep.yaml");
    SluiceProcess.run(temporary, List.of("run", scenario.toString(), "--out", other.toString()));
    SluiceProcess compared =
        SluiceProcess.run(temporary, List.of("compare", "sweep", "other", "--html", "both.html"));
    assertThat(compared.exitCode()).as(String.join("\n", compared.lines())).isZero();
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
                  "report.charts.find(c => c.id === 'sweep-0-rate').plot.series.map(s => s.label)"
                      + ".filter(l => !/(target|published)$/.test(l)).join('; ')"))
          .isEqualTo(
              "threads; sweep sweep, rate 50; sweep sweep, rate 100; "
                  + "sweep other, rate 50; sweep other, rate 100");
    }
  }

  private static List<List<String>> csv() throws Exception {
    return Files.readAllLines(page.folder().resolve("steps.csv")).stream()
        .map(line -> List.of(line.split(",", -1)))
        .toList();
  }
}
