package dev.sluice.it.results;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.cli.SluiceProcess;
import dev.sluice.it.run.ChildProcess;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What one sees of a run without scrolling, and that it stays where it is. */
@Timeout(600)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FirstScreenIT {

  private static final String PREVIEW = "document.getElementById('preview').textContent";

  /** All that has a place of its own, by where it is. */
  private static final String PLACES =
      """
      JSON.stringify([...document.querySelectorAll('#first, #top button, #headline, #figures > div,'
          + ' #figures dd.value, #charts, #bar, #bar button, #bar input:not(.hidden), #bar select,'
          + ' #loads label, #preview, #last')].map(e => {
        const r = e.getBoundingClientRect();
        const text = e.matches('dd.value') ? [] : [r.width, r.height];
        return [e.id || e.title || e.className, r.x, r.y, ...text].join(' ');
      }))\
      """;

  @TempDir static Path temporary;

  private static Process run;
  private static Chromium browser;
  private static DevTools page;

  @BeforeAll
  static void openThePageOfARun() throws Exception {
    Path output = temporary.resolve("output.txt");
    run =
        SluiceProcess.start(
            temporary,
            output,
            List.of(
                "send",
                "--provider",
                "null",
                "--threads",
                "2",
                "--total-rate",
                "100",
                "--interval",
                "200ms",
                "--id",
                "first",
                "--page",
                "0"));
    browser = Chromium.start(temporary.resolve("profile"));
    page = new DevTools(browser.pages());
    page.resize(1440, 900);
    page.open(URI.create(LivePageIT.urlOfThePage(run, output)));
    page.await("report.data && report.data.endSeconds.length >= 4");
  }

  @AfterAll
  static void end() {
    if (page != null) {
      page.close();
    }
    if (browser != null) {
      browser.close();
    }
    run.destroyForcibly();
  }

  @ParameterizedTest
  @CsvSource({"1440, 900", "390, 844"})
  @Order(1)
  void bothChartsAreInsideTheFirstScreen(int width, int height) throws Exception {
    page.resize(width, height);
    page.await(
        "innerWidth === %d && document.querySelectorAll('#charts path.p99').length === 1"
            .formatted(width));
    assertThat(number("scrollY")).isZero();
    assertThat(number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(width);
    assertThat(
            number(
                "Math.max(...[...document.querySelectorAll('#bar button, #bar input')].map(e =>"
                    + " e.getBoundingClientRect().right))"))
        .isLessThanOrEqualTo(width);
    JSONObject rate = place("#rateClip rect");
    JSONObject latency = place("#latencyClip rect");
    JSONObject charts = place("#charts");
    JSONObject bar = place("#bar");
    assertThat(rate.getDouble("height")).isGreaterThan(40);
    assertThat(latency.getDouble("height")).isGreaterThan(40);
    assertThat(rate.getDouble("x")).isEqualTo(latency.getDouble("x"));
    assertThat(rate.getDouble("width")).isEqualTo(latency.getDouble("width"));
    assertThat(rate.getDouble("bottom")).isLessThan(latency.getDouble("y"));
    assertThat(charts.getDouble("y") + latency.getDouble("bottom"))
        .isLessThan(charts.getDouble("bottom"));
    assertThat(charts.getDouble("bottom")).isLessThanOrEqualTo(bar.getDouble("y"));
    assertThat(bar.getDouble("bottom")).isLessThanOrEqualTo(height);
  }

  @ParameterizedTest
  @CsvSource({"1440, 900, light", "1440, 900, dark", "390, 844, light"})
  @Order(2)
  void axeFindsNothing(int width, int height, String theme) throws Exception {
    page.resize(width, height);
    page.evaluate(
        "if (document.documentElement.dataset.theme !== '%s')".formatted(theme)
            + " document.querySelector('#top button').click()");
    assertThat(page.barriers()).isEmpty();
  }

  @Test
  @Order(3)
  void whoHearsThePageHearsTheStateThenTheFiguresThenTheControls() throws Exception {
    page.resize(1440, 900);
    JSONArray nodes =
        page.call("Accessibility.getFullAXTree", new JSONObject()).getJSONArray("nodes");
    Map<String, JSONObject> byId = new HashMap<>();
    nodes.forEach(node -> byId.put(((JSONObject) node).getString("nodeId"), (JSONObject) node));
    List<String> heard = new ArrayList<>();
    hear(byId, nodes.getJSONObject(0), heard);
    assertThat(heard)
        .containsSubsequence(
            "region state",
            "heading",
            "DescriptionList figures",
            "StaticText achieved / target",
            "StaticText overdue",
            "StaticText errors",
            "region controls",
            "StaticText senders",
            "button rate of senders up by 10%",
            "textbox rate per second",
            "button Pause",
            "button Stop",
            "region report",
            "heading");
  }

  @Test
  @Order(4)
  void aFigureFollowsABumpWithinTwoIntervals() throws Exception {
    page.evaluate("document.getElementById('up').click()");
    page.await("report.data.events.some(e => e.kind === 'rate')");
    page.await(
        "(d => { const at = d.events.findLast(e => e.kind === 'rate').t; const first ="
            + " d.endSeconds.findIndex(end => end > at); return first >= 0 &&"
            + " d.workloads[0].series.target[first + 1] === 110; })(report.data)");
    page.await(
        "document.querySelector('#figure-achieved .value').textContent ==="
            + " text.significant(report.data.workloads[0].series.achieved.at(-1)) + ' / 110/s'");
  }

  @Test
  @Order(5)
  void undoSaysWhatItTakesBack() throws Exception {
    page.await("!document.getElementById('undo').disabled");
    page.evaluate("document.getElementById('undo').dispatchEvent(new Event('pointerenter'))");
    assertThat(page.evaluate(PREVIEW)).isEqualTo("Undo rate senders +10%: back to 100/s at once.");
    page.evaluate("document.getElementById('undo').click()");
    page.await("report.data.now.workloads[0].finalPerSecond === 100");
    page.evaluate("document.getElementById('undo').dispatchEvent(new Event('pointerleave'))");
  }

  @ParameterizedTest
  @CsvSource({"1440, 900", "390, 844"})
  @Order(5)
  void aScenarioHasItsStepsAndObjectivesAboveTheCharts(int width, int height) throws Exception {
    page.resize(width, height);
    page.await("innerWidth === " + width);
    assertThat(
            page.evaluate(
                """
                (() => {
                  const step = (title, state) => ({title, state, seconds: 8, ofSeconds: 60});
                  const objective = (state, trend) => ({objective: 'senders p99 < 20ms', state,
                    found: '19 ms', trend, values: [17, 18, 19]});
                  first.show({...report.data, verdict: {level: 'good', headline: 'Running, target kept', details: []},
                    now: {...report.data.now, steps: [step('warm-up', 'done'), step('total 2,700 over 1m', 'running'), step('wait', 'next')],
                    objectives: [objective('near', 'rising'), objective('holds', 'steady'), objective('missed', 'falling')]}});
                  const inside = (id) => document.getElementById(id).getBoundingClientRect();
                  const said = [document.getElementById('verdict').textContent.replace(/,.*1 /, ', 1 '),
                    /Objectives: [^.]*/.exec(document.getElementById('detail').textContent)[0],
                    document.querySelector('#steps [aria-current] span').textContent,
                    [...document.querySelectorAll('#objectives li')].map(e =>
                      e.firstChild.textContent + ' ' + e.lastChild.textContent).join(', '),
                    inside('plan').bottom < inside('figures').top && inside('charts').height >= 200
                      && inside('charts').bottom <= inside('bar').top].join('; ');
                  first.show(report.data);
                  return said;
                })()\
                """))
        .isEqualTo(
            "Step 2 of 3, 1 objective missed; Objectives: 1 is near its limit, 1 holds; running, 0:08 of 1:00;"
                + " near rising, holds steady, missed falling; true");
  }

  @Test
  @Order(5)
  void anAgentThatIsMissingIsNamed() throws Exception {
    assertThat(
            page.evaluate(
                """
                (() => {
                  first.show({...report.data, verdict: {level: 'warning',
                    headline: 'Running, only 120 of 180 workers of senders up', details: ['Agent app3 is silent.']},
                    now: {...report.data.now, agents: [
                      {agent: 'app1', state: 'working', silentSeconds: 0.4},
                      {agent: 'app3', state: 'silent', silentSeconds: 40}]}});
                  const said = [document.querySelector('#fleet .gone').textContent,
                    document.getElementById('detail').textContent.split('. ')[0]].join('; ');
                  first.show(report.data);
                  return said;
                })()\
                """))
        .isEqualTo("app3 silent; Agent app3 is silent, last heard 0:40 ago");
  }

  @Test
  @Order(6)
  void aChangeIsShownBeforeItIsGiven() throws Exception {
    fill("number", "1,200");
    fill("over", "1m");
    assertThat(page.evaluate(PREVIEW))
        .asString()
        .startsWith("senders: 100 → 1,200/s over 1:00, until ")
        .endsWith("; 600/s for each of 2.");
    assertThat(page.evaluate("!!document.querySelector('#charts path.ahead')")).isEqualTo(true);
    assertThat(page.evaluate("document.getElementById('give').disabled")).isEqualTo(false);
    assertThat(page.evaluate("report.data.now.workloads[0].targetPerSecond")).hasToString("100");
  }

  /** Up to the right edge, between a point that is shown and one that is not. */
  @Test
  @Order(5)
  void aProfileIsDrawnAhead() throws Exception {
    assertThat(
            page.evaluate(
                """
                (() => {
                  const now = report.data.now;
                  const profile = [[0.01, 900], [0.02, 0], [1e6, 1e6]];
                  first.show({...report.data, now: {...now, workloads: [{...now.workloads[0], profile}]}});
                  const points = document.querySelector('#charts path.planned').getAttribute('d').split('L');
                  const [x, y] = points.map(p => p.replace('M', '').split(' ').map(Number)).reduce(
                    ([xs, ys], [x, y]) => [[...xs, x], [...ys, y]], [[], []]);
                  const said = [points.length, y[1] < y[0], y[0] < y[2], y[3] <= y[2], x[3] > x[2],
                    ...[...document.querySelectorAll('#charts text.strong')].map(e => e.textContent.split('/s')[0])
                      .filter(said => said.startsWith('profile'))].join(', ');
                  first.show(report.data);
                  return said;
                })()\
                """))
        .isEqualTo("4, true, true, true, true, profile to 1,000,000");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          fast | | “fast” is not a rate: give a number such as 2,500, or +10%.
          2,5 | | “2,5” is not a rate: give a number such as 2,500, or +10%.
          0 | | 0 would be as fast as possible: give a number such as 2,500, or Pause.
          -100% | | “-100%” leaves nothing: give less than 100%, such as -10%, or Pause.
          200 | 30 | “30” is not a time without a unit: give one such as 30s or 30m.
          200 | soon | “soon” is not a time: give one such as 30s or 4m.
          """)
  @Order(7)
  void whatIsWrongIsSaidAndCannotBeGiven(String rate, String time, String said) throws Exception {
    fill("over", time == null ? "" : time);
    fill("number", rate);
    assertThat(page.evaluate(PREVIEW)).isEqualTo(said);
    assertThat(page.evaluate("document.getElementById('give').disabled")).isEqualTo(true);
    assertThat(page.evaluate("!!document.querySelector('#bar [aria-invalid=true]')"))
        .isEqualTo(true);
  }

  /** A ramp, its end, what is wrong, a refusal, and a pause. */
  @ParameterizedTest
  @CsvSource({"1440, 900", "390, 844"})
  @Order(8)
  void nothingMoves(int width, int height) throws Exception {
    page.resize(width, height);
    fill("over", "");
    fill("number", "");
    page.await("innerWidth === " + width);
    afterIntervals(1);
    page.evaluate(
        """
        window.shifts = [];
        new PerformanceObserver(list => list.getEntries().forEach(entry => window.shifts.push(
          entry.sources.map(({node, previousRect, currentRect}) => [node && (node.id || node.className || node.nodeName),
            JSON.stringify(previousRect), JSON.stringify(currentRect)].join(' ')).join('; ')
        ))).observe({type: 'layout-shift'})\
        """);
    Object places = page.evaluate(PLACES);
    for (String[] change :
        new String[][] {
          {"12345", "400ms"},
          {"100", "1200ms"},
          {"fast", ""},
          {"999999999999999999", ""},
          {"100", ""}
        }) {
      fill("over", change[1]);
      fill("number", change[0]);
      assertThat(page.evaluate(PLACES)).isEqualTo(places);
      page.evaluate(
          "document.getElementById('set').requestSubmit(document.getElementById('give'))");
      for (int interval = 0; interval < 4; interval++) {
        afterIntervals(1);
        assertThat(page.evaluate(PLACES)).as(change[0]).isEqualTo(places);
      }
    }
    for (String mode : List.of("paused", "paced")) {
      page.evaluate("document.getElementById('pause').click()");
      page.await("report.data.now.workloads[0].mode === '" + mode + "'");
      afterIntervals(2);
      assertThat(page.evaluate(PLACES)).as(mode).isEqualTo(places);
    }
    assertThat(page.evaluate("window.shifts.join('\\n')")).isEqualTo("");
  }

  @Test
  @Order(9)
  void figuresThatDoNotComeAreMissed() throws Exception {
    ProcessHandle stopped = run.toHandle();
    signal("STOP", stopped);
    try {
      page.await("document.getElementById('what').textContent.startsWith('No figures for 0:0')");
    } finally {
      signal("CONT", stopped);
    }
    page.await("document.getElementById('what').textContent.includes('figures 0 s old')");
  }

  /** Adds what a screen reader says of a part of the page, in its order. */
  private static void hear(Map<String, JSONObject> all, JSONObject node, List<String> heard) {
    String role = node.optJSONObject("role", new JSONObject()).optString("value");
    if (!node.optBoolean("ignored") && !List.of("generic", "InlineTextBox").contains(role)) {
      String name = node.getJSONObject("name").optString("value");
      heard.add(role.equals("heading") ? role : role + " " + name);
    }
    node.optJSONArray("childIds", new JSONArray())
        .forEach(child -> hear(all, all.get(child.toString()), heard));
  }

  private static void signal(String name, ProcessHandle process) throws Exception {
    ChildProcess.builder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
  }

  private static void fill(String field, String value) throws Exception {
    page.evaluate(
        "(i => { i.focus(); i.value = '%s'; i.dispatchEvent(new Event('input')); })(document.getElementById('%s'))"
            .formatted(value, field));
  }

  private static void afterIntervals(int more) throws Exception {
    long before = number("report.data.intervals");
    page.await("report.data.intervals >= " + (before + more));
  }

  private static JSONObject place(String selector) throws Exception {
    return new JSONObject(
        page.evaluate(
                """
                (e => JSON.stringify(e.x ? {x: e.x.baseVal.value, y: e.y.baseVal.value,
                    width: e.width.baseVal.value, height: e.height.baseVal.value,
                    bottom: e.y.baseVal.value + e.height.baseVal.value} : e.getBoundingClientRect())
                )(document.querySelector('%s'))\
                """
                    .formatted(selector))
            .toString());
  }

  private static long number(String expression) throws Exception {
    return ((Number) page.evaluate(expression)).longValue();
  }
}
