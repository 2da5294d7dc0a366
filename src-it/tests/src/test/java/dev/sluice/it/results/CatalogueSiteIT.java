package dev.sluice.it.results;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.cli.SluiceProcess;
import dev.sluice.it.run.LineHere;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The catalogue of runs in a real browser. */
class CatalogueSiteIT {

  private static final Pattern PLACE = Pattern.compile("page on (http://\\S+)");
  private static final int TRIES = 1_200;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final String TOKEN = "watch-token-of-the-catalogue";
  private static final String EVIL = "<img src=x onerror=alert(1)>";

  @TempDir static Path temporary;

  @AutoClose private static RunPage page;
  private static Process server;
  private static String place;

  @BeforeAll
  static void serve() throws Exception {
    Path results = Files.createDirectory(temporary.resolve("results"));
    run("before", "40", "team=core");
    run("after", "80", "team=edge");
    Path before = results.resolve("before/run.json");
    String connected = "embedded Artemis broker, " + "over a long way ".repeat(20);
    Files.writeString(
        before,
        Files.readString(before)
            .replaceFirst("\"provider\": *\"[^\"]*\"", "\"provider\": \"" + connected + "\""));
    Path damaged = Files.createDirectories(results.resolve("old").resolve(EVIL));
    Files.writeString(damaged.resolve("run.json"), "{\"format\": ");
    Path output = temporary.resolve("serve.txt");
    server =
        SluiceProcess.startWith(
            List.of("-Duser.home=" + temporary),
            temporary,
            output,
            List.of("serve", "results", "--page", "0"));
    place = placeIn(output);
    Chromium browser = Chromium.start(temporary.resolve("profile"));
    page = new RunPage(temporary, "", browser, new DevTools(browser.pages()));
  }

  @AfterAll
  static void end() {
    server.destroyForcibly();
  }

  @BeforeEach
  void openTheList() throws Exception {
    open("");
    until(
        "window.report && report.runs().total === 3 && document.querySelectorAll('#runs tbody"
            + " tr').length === 3");
  }

  @Test
  void runsAreListedSearchedAndFiltered() throws Exception {
    List<List<String>> table = page.table("#runs");
    assertThat(table).hasSize(4);
    assertThat(table.get(1).get(2)).as("the newest first").isEqualTo("after");
    assertThat(table.get(3).toString()).contains("damaged: old/" + EVIL + "/run.json is damaged");
    type("#search", "edge");
    until("report.runs().total === 1");
    until("document.querySelectorAll('#runs tbody tr').length === 1");
    assertThat(page.table("#runs").get(1).get(2)).isEqualTo("after");
    assertThat(page.evaluate("location.hash")).isEqualTo("#search=edge");
    type("#search", "");
    until("report.runs().total === 3");
    page.evaluate(
        "[...document.querySelectorAll('#tags button')].find(b => b.textContent ==="
            + " 'team=core').click()");
    until("report.runs().total === 1");
    type("#filter", "p99<never");
    until("document.querySelector('#note').textContent.includes('is not a time')");
    assertDrawn("trend");
    assertThat(page.tools().barriers()).isEmpty();
  }

  @Test
  void aLongConnectionTakesOneLineOfTheTable() throws Exception {
    until("document.querySelector('#runs .brief[title*=\"over a long way over\"]')");
    assertThat(
            page.evaluate(
                "[...document.querySelectorAll('#runs tbody tr')].every(b => b.offsetHeight < 40)"))
        .isEqualTo(true);
    assertThat(page.table("#runs")).extracting(row -> row.get(8)).contains("embedded");
  }

  /** By the reader's clock, with UTC for who points at it. */
  @Test
  void aTimeKnowsItsZone() throws Exception {
    assertThat(
            page.evaluate(
                "[...document.querySelectorAll('#runs time')].every(t => t.title.slice(0, 19) ==="
                    + " new Date(t.dateTime).toISOString().slice(0, 19).replace('T', ' ')"
                    + " && t.title.endsWith(' UTC'))"))
        .isEqualTo(true);
  }

  @Test
  void whereNothingIsListedThePageSaysWhatToDo() throws Exception {
    type("#search", "nowhere");
    until("document.querySelector('#runs .empty')");
    page.evaluate("document.querySelector('#runs .empty button').click()");
    until("document.querySelectorAll('#runs tbody tr').length === 3");
    Files.createDirectories(temporary.resolve("fresh"));
    Path output = temporary.resolve("fresh.txt");
    Process empty =
        SluiceProcess.startWith(
            List.of("-Duser.home=" + temporary),
            temporary,
            output,
            List.of("serve", "fresh", "--page", "0"));
    try {
      page.tools().open(URI.create(placeIn(output)));
      until("document.querySelector('#runs pre')");
      assertThat(page.evaluate("document.querySelector('#runs pre').textContent").toString())
          .startsWith("sluice send ")
          .endsWith(" --out fresh/first");
      assertThat(page.tools().barriers()).isEmpty();
    } finally {
      empty.destroyForcibly();
    }
  }

  @Test
  void theDatesOfTheTrendAreThoseOfTheList() throws Exception {
    until("charts.all.length === 1 && charts.all[0].plot.axes[0]._values");
    assertThat(page.evaluate("charts.all[0].plot.axes[0]._values.join('|')").toString())
        .matches("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d[\\d:.|]*");
  }

  @Test
  void anAddressShowsTheSameToOthers() throws Exception {
    open("#where=target%3E50&figure=achieved_per_second&objective=70&run=results");
    until("window.report && report.runs().total === 1 && report.charts.length === 1");
    assertThat(page.evaluate("document.querySelector('#figure').value"))
        .isEqualTo("achieved_per_second");
    until("report.charts[0].plot && report.charts[0].plot.series.length === 3");
    assertThat(page.evaluate("report.charts[0].plot.series[2].label")).isEqualTo("objective");
    page.assertSilent();
  }

  @Test
  void selectedRunsAreComparedByTheirCurves() throws Exception {
    select("before");
    select("after");
    until("!document.querySelector('#compare').disabled");
    page.evaluate("document.querySelector('#compare').click()");
    until("location.pathname === '/compare' && window.report && report.charts.length >= 3");
    until("report.charts.every(c => c.plot)");
    assertThat(page.evaluate("report.charts[0].plot.series.length")).isEqualTo(3);
    assertThat(page.evaluate("document.querySelector('h1').textContent"))
        .isEqualTo("before  ·  after");
    assertThat(page.drawings()).isNotEmpty().allSatisfy(RunPage.Drawing::assertNotBlank);
    page.assertSilent();
    assertThat(page.tools().barriers()).isEmpty();
  }

  @Test
  void aRunLeadsToItsReport() throws Exception {
    page.evaluate(
        "[...document.querySelectorAll('#runs a')].find(a => a.textContent === 'after').click()");
    until("location.pathname === '/report' && window.report && report.charts.length > 3");
    assertThat(page.evaluate("document.querySelector('h1').textContent").toString())
        .contains("after");
    assertThat(page.evaluate("document.body.innerText").toString()).doesNotContain("Etc/");
    assertThat(page.save("rate", "PNG")).isNotEmptyFile();
    page.assertSilent();
    assertThat(page.tools().barriers()).isEmpty();
  }

  @Test
  void whatCannotBeShownIsSaid() throws Exception {
    page.tools().open(URI.create(place).resolve("/report?run=night-9"));
    until("!document.querySelector('#failed').hidden");
    assertThat(page.evaluate("document.querySelector('#failed').innerText").toString())
        .contains("This cannot be shown", "there is no run night-9");
    assertThat(page.tools().barriers()).isEmpty();
  }

  @Test
  void withoutATokenThePageAsksForOne() throws Exception {
    Path token = Files.writeString(temporary.resolve("token"), TOKEN);
    Path output = temporary.resolve("guarded.txt");
    Process guarded =
        SluiceProcess.startWith(
            List.of("-Duser.home=" + temporary),
            temporary,
            output,
            List.of("serve", "results", "--page", "0", "--watch-token-file", token.toString()));
    try {
      page.tools().open(URI.create(placeIn(output)));
      until("!document.querySelector('#asking').hidden");
      assertThat(page.evaluate("document.activeElement.id")).isEqualTo("token");
      assertThat(page.tools().barriers()).isEmpty();
      giveToken("wrong");
      until("document.querySelector('#refused')?.textContent === 'That is not the token.'");
      giveToken(TOKEN);
      until("window.report && report.runs().total === 3");
      assertThat(page.evaluate("document.querySelector('#asking').hidden")).isEqualTo(true);
    } finally {
      guarded.destroyForcibly();
    }
  }

  private static void giveToken(String token) throws Exception {
    page.evaluate(
        "(i => { i.value = '%s'; i.form.requestSubmit(); })(document.getElementById('token'))"
            .formatted(token));
  }

  private static void open(String hash) throws Exception {
    page.tools().open(URI.create("about:blank"));
    page.tools().open(URI.create(place + hash));
  }

  private static void select(String run) throws Exception {
    page.evaluate("document.querySelector('[aria-label=\"select " + run + "\"]').click()");
  }

  private static void type(String selector, String text) throws Exception {
    page.evaluate(
        "(() => { const e = document.querySelector('"
            + selector
            + "'); e.value = '"
            + text
            + "'; e.dispatchEvent(new Event('input')); e.dispatchEvent(new Event('change')); })()");
  }

  private static void assertDrawn(String chart) throws Exception {
    assertThat(page.drawings())
        .filteredOn(drawing -> drawing.chart().equals(chart))
        .singleElement()
        .satisfies(RunPage.Drawing::assertNotBlank);
  }

  private static void until(String condition) throws Exception {
    for (int i = 0; i < TRIES; i++) {
      try {
        if (Boolean.TRUE.equals(page.evaluate("Boolean(" + condition + ")"))) {
          return;
        }
      } catch (DevTools.PageLeft e) {
        // the next one is asked
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    throw new AssertionError(
        condition
            + " did not come true; the page says "
            + page.evaluate("document.body.innerText"));
  }

  private static String placeIn(Path output) throws IOException {
    for (int i = 0; i < TRIES; i++) {
      Matcher matcher = PLACE.matcher(Files.exists(output) ? Files.readString(output) : "");
      if (matcher.find()) {
        return matcher.group(1);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    throw new IOException("not served: " + Files.readString(output));
  }

  private static void run(String name, String totalRate, String label) throws Exception {
    List<String> line = new ArrayList<>(List.of("send", "--provider", "null", "--id", name));
    line.addAll(List.of("--threads", "2", "--total-rate", totalRate, "--label", label));
    line.addAll(List.of("--duration", "2s", "--interval", "250ms", "--out"));
    line.add(temporary.resolve("results/" + name).toString());
    LineHere sluice = LineHere.run(line);
    assertThat(sluice.exitCode()).as(String.join("\n", sluice.lines())).isZero();
  }
}
