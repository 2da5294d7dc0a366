package dev.sluice.it.results;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.cli.SluiceProcess;
import dev.sluice.it.run.ChildProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.json.JSONObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The live page of a real run in a real browser: each test goes on where the last one ended. */
@Timeout(600)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LivePageIT {

  private static final String CONTROL = "control-token-of-the-page";
  private static final String WATCH = "watch-token-of-the-page";
  private static final Pattern PAGE = Pattern.compile("page on (http://\\S+)");
  private static final int PHONE_WIDTH = 390;

  /** What a person sees and a key goes by: it is drawn some time after the data have come. */
  private static final String GIVEN =
      "report.data.events.map(e => e.text.split(': ')[1]).filter(t =>"
          + " /^(pause|resume) senders$/.test(t)).join()";

  private static final String COMMANDS =
      "report.data.events.filter(e => e.kind === 'command').map(e => e.text.split(': ')[1])";

  private static final String PAUSE = "document.getElementById('pause')";

  private static final String SAYS = "document.getElementById('preview').textContent";

  private static final String SAYS_THAT_IT_HAS_ENDED =
      "document.getElementById('verdict').textContent.startsWith('Ended, ')";

  @TempDir static Path temporary;

  private static Process run;
  private static Path output;
  private static Chromium browser;
  private static DevTools controlling;
  private static DevTools watching;
  private static String url;

  @BeforeAll
  static void startARunAndItsPage() throws Exception {
    Path control = Files.writeString(temporary.resolve("control"), CONTROL);
    Path watch = Files.writeString(temporary.resolve("watch"), WATCH);
    output = temporary.resolve("output.txt");
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
                "--rate",
                "50",
                "--interval",
                "500ms",
                "--id",
                "live",
                "--page",
                "0",
                "--control-token-file",
                control.toString(),
                "--watch-token-file",
                watch.toString(),
                "--out",
                temporary.resolve("run").toString()));
    browser = Chromium.start(temporary.resolve("profile"));
    url = urlOfThePage(run, output);
    controlling = new DevTools(browser.pages());
    controlling.open(URI.create(url + "#token=" + CONTROL));
  }

  @AfterAll
  static void end() {
    if (controlling != null) {
      controlling.close();
    }
    if (browser != null) {
      browser.close();
    }
    run.destroyForcibly();
  }

  @Test
  @Order(1)
  void thePageFollowsTheRun() throws Exception {
    controlling.await("report.data && report.data.endSeconds.length >= 3");
    assertThat(controlling.evaluate("location.href")).isEqualTo(url);
    controlling.await("report.charts.every(c => c.plot.data[0].length > 0)");
    long points = number(controlling, "report.data.endSeconds.length");
    controlling.await("report.charts[0].plot.data[0].length > " + points);
  }

  @Test
  @Order(2)
  void aControlRaisesTheRate() throws Exception {
    controlling.evaluate("document.getElementById('up').click()");
    controlling.await(SAYS + ".startsWith('OK senders 55.00/s')");
    assertFollows(110);
    assertThat(controlling.evaluate("report.data.events.map(e => e.text).join()"))
        .asString()
        .contains("command from 127.0.0.1 (control): rate senders +10%");
  }

  @Test
  @Order(3)
  void theKeyboardDoesToo() throws Exception {
    press("+");
    assertFollows(121);
    press("-");
    controlling.await("report.data.workloads[0].series.target.at(-1) < 110");
    press(" ");
    controlling.await(PAUSE + ".textContent === 'Resume'");
    press(" ");
    controlling.await(PAUSE + ".textContent === 'Pause'");
    assertThat(controlling.evaluate("report.data.now.workloads[0].mode")).isNotEqualTo("paused");
    press(" ");
    press(" "); // before the page shows what came of the first
    controlling.await(GIVEN + " === 'pause senders,resume senders,pause senders,resume senders'");
    press("m");
    assertThat(controlling.evaluate("document.activeElement.id")).isEqualTo("markName");
    controlling.evaluate("document.activeElement.value = '<b>mark</b>'");
    controlling.evaluate("document.activeElement.form.requestSubmit()");
    controlling.await("report.data.events.some(e => e.kind === 'mark')");
    controlling.await(
        "[...document.querySelectorAll('#charts text.mark')].some(t => t.textContent ==="
            + " '<b>mark</b>')");
  }

  @Test
  @Order(4)
  void keysSteerAfterAClickAndEnterAlonePressesAButton() throws Exception {
    long before = number(controlling, COMMANDS + ".length");
    String given = COMMANDS + ".slice(" + before + ").join()";
    String expected = "rate senders +10%";
    click("#up");
    controlling.await(given + " === '" + expected + "'");
    for (String[] each :
        new String[][] {
          {" ", "pause senders"},
          {" ", "resume senders"},
          {"+", "rate senders +10%"},
          {"-", "rate senders -10%"},
          {"Enter", "rate senders +10%"}
        }) {
      controlling.type(each[0]);
      expected += "," + each[1];
      controlling.await(given + " === '" + expected + "'");
      assertThat(controlling.evaluate("document.activeElement.textContent")).isEqualTo("+10%");
    }
    controlling.type("m");
    assertThat(
            controlling.evaluate("document.activeElement.id + ': ' + document.activeElement.value"))
        .as("the key itself is not typed")
        .isEqualTo("markName: ");
    controlling.evaluate("document.getElementById('number').focus()");
    controlling.type("+");
    controlling.type(" ");
    assertThat(controlling.evaluate("document.activeElement.value")).isEqualTo("+ ");
    controlling.evaluate("document.activeElement.value = ''");
    controlling.evaluate("document.activeElement.blur()");
    controlling.type("-");
    controlling.await(given + " === '" + expected + ",rate senders -10%'");
  }

  @Test
  @Order(5)
  void aRefusalStaysUntilSomethingElseIsTyped() throws Exception {
    typeARate("999999999999999999");
    controlling.evaluate("document.getElementById('set').requestSubmit()");
    controlling.await("!!document.querySelector('output.refused')");
    assertThat(controlling.evaluate(SAYS)).asString().startsWith("ERR ");
    typeARate("");
    assertThat(controlling.evaluate("!document.querySelector('output.refused')")).isEqualTo(true);
  }

  @Test
  @Order(6)
  void withoutATokenThePageAsksForOneAndSaysWhoHasIt() throws Exception {
    watching = controlling.another(browser.pages());
    watching.open(URI.create(url));
    watching.await("!document.getElementById('asking').hidden");
    assertThat(watching.evaluate("document.querySelector('#asking h1').textContent"))
        .isEqualTo("This run needs a token");
    assertThat(watching.evaluate("document.querySelector('label[for=token]').textContent"))
        .isEqualTo("Token");
    assertThat(watching.evaluate("document.getElementById('whence').textContent"))
        .asString()
        .contains("SLUICE_WATCH_TOKEN");
    assertThat(watching.barriers()).isEmpty();
    giveToken("wrong");
    watching.await("document.getElementById('refused').textContent === 'That is not the token.'");
    giveToken(WATCH);
  }

  @Test
  @Order(7)
  void aLateReadOnlyPageHasTheHistoryAndNoControl() throws Exception {
    watching.await("report.data && report.data.endSeconds.length > 3");
    assertThat(number(watching, "report.data.missingIntervals")).isZero();
    assertThat(watching.evaluate("report.data.endSeconds[0]"))
        .isEqualTo(controlling.evaluate("report.data.endSeconds[0]"));
    assertThat(watching.evaluate("report.data.events.some(e => e.kind === 'mark')"))
        .isEqualTo(true);
    assertThat(watching.evaluate("document.querySelector('#controls').hidden")).isEqualTo(true);
    HttpResponse<String> refused = commandByAWatcher();
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.headers().firstValue("content-type")).hasValue("application/problem+json");
  }

  @Test
  @Order(8)
  void afterABreakItGetsWhatItMissed() throws Exception {
    watching.evaluate("window.before = live.state().lastId");
    watching.evaluate("live.breakOff()");
    watching.await("live.state().lastId !== window.before");
    long points = number(watching, "report.data.endSeconds.length");
    watching.await("report.data.endSeconds.length > " + points);
    assertThat(
            watching.evaluate(
                "new Set(report.data.endSeconds).size === report.data.endSeconds.length"))
        .isEqualTo(true);
    assertThat(number(watching, "report.data.missingIntervals")).isZero();
  }

  /** With many intervals a second, drawing would take all of a browser's time. */
  @Test
  @Order(8)
  void aPageThatDrawsSlowlyRestsFourTimesAsLong() throws Exception {
    watching.evaluate(
        """
        (() => { // each look at the clock takes 25 s, and no timer waits
          const [clock, timer] = [performance.now.bind(performance), setTimeout];
          let seconds = 0;
          window.rests = [];
          window.goOn = () => { // after all its rests
            performance.now = () => clock() + 1000 * (seconds + 300);
            window.setTimeout = timer;
          };
          performance.now = () => clock() + 1000 * (seconds += 25);
          window.setTimeout = (what, millis) => { rests.push(millis); return timer(what, 0); };
        })()
        """);
    watching.await("rests.some(each => each > 100_000)");
    watching.evaluate("goOn()");
  }

  @Test
  @Order(9)
  void tabsShowOnePanelAndPrintAndASearchHaveThemAll() throws Exception {
    String seen =
        "[...document.querySelectorAll('[role=tabpanel]')].filter(p => p.lastElementChild"
            + ".checkVisibility({contentVisibilityAuto: true})).map(p => p.id).join()";
    assertThat(watching.evaluate(seen)).isEqualTo("panel-Now");
    watching.evaluate("document.getElementById('tab-Now').focus()");
    List<String> order = List.of("Latency", "Connections", "Account", "Plan", "Now");
    for (String name : order) {
      pressArrow("ArrowRight");
      assertThat(watching.evaluate("document.activeElement.id")).isEqualTo("tab-" + name);
      assertThat(watching.evaluate(seen)).isEqualTo("panel-" + name);
      assertThat(watching.evaluate("document.querySelectorAll('[aria-selected=true]').length"))
          .isEqualTo(1);
      assertThat(watching.barriers()).as(name).isEmpty();
    }
    watching.call("Emulation.setEmulatedMedia", new JSONObject().put("media", "print"));
    assertThat(watching.evaluate(seen))
        .isEqualTo("panel-Now,panel-Latency,panel-Connections,panel-Account,panel-Plan");
    watching.call("Emulation.setEmulatedMedia", new JSONObject().put("media", ""));
    watching.evaluate("location.hash = 'account'"); // found as a search finds it
    watching.await("document.getElementById('tab-Account').ariaSelected === 'true'");
    assertThat(watching.evaluate(seen)).isEqualTo("panel-Account");
  }

  private static void pressArrow(String key) throws Exception {
    JSONObject event = new JSONObject().put("key", key).put("code", key);
    watching.call(
        "Input.dispatchKeyEvent", new JSONObject(event.toString()).put("type", "rawKeyDown"));
    watching.call("Input.dispatchKeyEvent", event.put("type", "keyUp"));
  }

  @Test
  @Order(10)
  void axeFindsNothing() throws Exception {
    assertThat(controlling.barriers()).isEmpty();
    assertThat(watching.barriers()).isEmpty();
  }

  @Test
  @Order(11)
  void aPhoneCanShowIt() throws Exception {
    watching.resize(PHONE_WIDTH, 844);
    watching.await("document.documentElement.scrollWidth <= " + PHONE_WIDTH);
    String picture = watching.call("Page.captureScreenshot", new JSONObject()).getString("data");
    assertThat(Base64.getDecoder().decode(picture)).hasSizeGreaterThan(10_000);
  }

  @Test
  @Order(12)
  void stoppedItBecomesTheReport() throws Exception {
    String stop = "document.getElementById('stop')";
    controlling.evaluate(stop + ".click()");
    controlling.evaluate(stop + ".dispatchEvent(new MouseEvent('click', {detail: 2}))");
    assertThat(controlling.evaluate(stop + ".textContent"))
        .as("of a double click the second answers nothing")
        .isEqualTo("Really?");
    controlling.evaluate(stop + ".click()");
    assertThat(ChildProcess.awaitEnd(run, Duration.ofMinutes(1))).isTrue();
    assertThat(run.exitValue()).isZero();
    String written = Files.readString(temporary.resolve("run").resolve("run.json"));
    JSONObject workload =
        new JSONObject(written).getJSONObject("summary").getJSONArray("workloads").getJSONObject(0);
    for (DevTools page : List.of(controlling, watching)) {
      page.await(
          "live.state().over && report.data.run.state === 'done' && " + SAYS_THAT_IT_HAS_ENDED);
      JSONObject total =
          new JSONObject(
              page.evaluate("JSON.stringify(report.data.workloads[0].total)").toString());
      assertSame(total, workload, "iterations", "achievedPerSecond", "targetPerSecond");
      assertSame(latency(total), latency(workload), "p50", "p99", "p99.9", "max", "count");
      assertThat(page.evaluate("document.querySelector('#controls').hidden")).isEqualTo(true);
      assertThat(page.evaluate("document.querySelector('#only').textContent"))
          .asString()
          .startsWith("The run has ended; nothing can be changed.");
      assertThat(page.evaluate("document.querySelector('#figure-achieved .value').textContent"))
          .isEqualTo(
              page.evaluate(
                  "(t => text.significant(t.achievedPerSecond) + ' / ' +"
                      + " text.significant(t.targetPerSecond) + '/s')(report.data.workloads[0].total)"));
      assertThat(page.evaluate("document.querySelector('.verdict').textContent"))
          .asString()
          .contains(workload.getString("explanation"));
    }
  }

  @Test
  @Order(13)
  void nothingIsWrongOnTheConsoleAndNothingIsLoadedFromElsewhere() {
    for (DevTools page : List.of(controlling, watching)) {
      for (String kind :
          List.of("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded")) {
        // the refusals that are asked for above are no fault of the page
        assertThat(page.events(kind))
            .filteredOn(event -> !event.toString().matches(".*(api/v1/commands|page/stream).*"))
            .as(kind)
            .isEmpty();
      }
      assertThat(page.events("Network.requestWillBeSent"))
          .extracting(event -> event.getJSONObject("request").getString("url"))
          .allMatch(asked -> asked.startsWith(url) || asked.startsWith("data:"));
    }
  }

  private static JSONObject latency(JSONObject workload) {
    return workload.getJSONObject("latencyMillis").getJSONObject("latency");
  }

  private static void assertSame(JSONObject shown, JSONObject written, String... keys) {
    for (String key : keys) {
      assertThat(shown.getBigDecimal(key)).as(key).isEqualByComparingTo(written.getBigDecimal(key));
    }
  }

  /** That an interval which began after the last change of the rate has this target. */
  private static void assertFollows(int target) throws Exception {
    controlling.await(
        "(d => { const at = d.events.filter(e => e.kind === 'rate').at(-1); return !!at &&"
            + " d.endSeconds.some((end, i) => end - d.lengthSeconds[i] >= at.t &&"
            + " Math.abs(d.workloads[0].series.target[i] - "
            + target
            + ") < 4); })(report.data)");
  }

  private static void press(String key) throws Exception {
    controlling.evaluate("document.activeElement.blur()");
    controlling.type(key);
  }

  /** By the mouse, so that it has the focus afterwards. */
  private static void click(String selector) throws Exception {
    JSONObject place =
        new JSONObject(
            controlling
                .evaluate(
                    "(b => { b.scrollIntoView({block: 'center'}); const r ="
                        + " b.getBoundingClientRect(); return JSON.stringify({x: r.x + r.width / 2,"
                        + " y: r.y + r.height / 2}); })(document.querySelector('"
                        + selector
                        + "'))")
                .toString());
    for (String type : List.of("mousePressed", "mouseReleased")) {
      controlling.call(
          "Input.dispatchMouseEvent",
          new JSONObject(place.toString())
              .put("type", type)
              .put("button", "left")
              .put("clickCount", 1));
    }
  }

  private static HttpResponse<String> commandByAWatcher() throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(url + "api/v1/commands"))
                .header("Authorization", "Bearer " + WATCH)
                .POST(HttpRequest.BodyPublishers.ofString("rate 1"))
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }

  private static long number(DevTools page, String expression) throws Exception {
    return ((Number) page.evaluate(expression)).longValue();
  }

  private static void giveToken(String token) throws Exception {
    watching.evaluate(
        "(i => { i.value = '%s'; i.form.requestSubmit(); })(document.getElementById('token'))"
            .formatted(token));
  }

  private static void typeARate(String rate) throws Exception {
    controlling.evaluate(
        "(i => { i.focus(); i.value = '%s'; i.dispatchEvent(new Event('input')); })(document.getElementById('number'))"
            .formatted(rate));
  }

  /** Where the page of a run is, once the run has said so. */
  static String urlOfThePage(Process run, Path output) throws IOException, InterruptedException {
    while (!run.waitFor(100, TimeUnit.MILLISECONDS)) {
      Matcher matcher = PAGE.matcher(Files.readString(output));
      if (matcher.find()) {
        return matcher.group(1);
      }
    }
    throw new IOException("the run has ended: " + Files.readString(output));
  }
}
