package dev.sluice.it.results;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.endpoint.access.PortSettings;
import dev.sluice.control.endpoint.http.HttpServer;
import dev.sluice.control.format.Progress;
import dev.sluice.control.sink.folder.TestRun;
import dev.sluice.control.sink.page.LiveAgents;
import dev.sluice.control.sink.page.LivePage;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.RunStatus;
import dev.sluice.core.run.RunStatus.RunPhase;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.run.TargetState;
import dev.sluice.core.stats.Connections;
import dev.sluice.core.stats.Counts;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.json.JSONObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How soon a browser shows 24 hours of two workloads; it prints the time from the navigation until
 * both charts are drawn. Intervals are of 10 s: a history has at most 1,200 points, however long
 * they are.
 */
@Tag("soak")
class DayOnThePageIT {

  private static final int INTERVAL_SECONDS = 10;
  private static final int INTERVALS = 86_400 / INTERVAL_SECONDS;
  private static final int PATTERN = 100;
  private static final int LOADS = 9;

  /** In the page, before its own scripts: when its charts have lines, in milliseconds. */
  private static final String WATCH =
      """
      window.drawn = new Promise(done => {
        const look = () => {
          const lines = ['achieved', 'p50'].map(name => document.querySelector('#charts path.' + name));
          if (lines.every(line => line && line.getAttribute('d'))) done(performance.now());
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
      """;

  @TempDir Path temporary;

  @Test
  void aDayIsShown() throws Exception {
    LivePage page =
        new LivePage(
            TestRun.description("day"),
            DayOnThePageIT::status,
            () -> Progress.NONE,
            LiveAgents.NONE,
            UnaryOperator.identity());
    List<Snapshot> pattern = TestRun.intervals(TestRun.STARTED, PATTERN, 0, 1);
    for (int i = 1; i <= INTERVALS; i++) {
      page.interval(at(i, pattern.get(i % PATTERN)));
    }
    try (HttpServer server = new HttpServer(PortSettings.onLoopback(0), page.routes());
        Chromium browser = Chromium.start(temporary.resolve("profile"))) {
      server.start();
      DevTools tools = new DevTools(browser.pages());
      tools.call("Page.enable", new JSONObject());
      tools.call("Page.addScriptToEvaluateOnNewDocument", new JSONObject().put("source", WATCH));
      List<Double> millis = new ArrayList<>();
      for (int i = 0; i < LOADS; i++) {
        tools.open(URI.create(server.url("/")));
        millis.add(((Number) tools.evaluate("window.drawn")).doubleValue());
        assertThat(tools.evaluate("report.data.intervals")).isEqualTo(INTERVALS);
        assertThat(((Number) tools.evaluate("report.data.endSeconds.length")).intValue())
            .isBetween(600, 1_200);
      }
      tools.close();
      Collections.sort(millis);
      System.out.printf(
          "a day is drawn after %.0f ms, %.0f ms at least and %.0f ms at most%n",
          millis.get(LOADS / 2), millis.get(0), millis.get(LOADS - 1));
    }
  }

  private static RunStatus status() {
    TargetState target = TargetState.of(new RateTarget.PerWorker(50), Duration.ZERO, 2);
    return new RunStatus(
        "day",
        RunPhase.RUNNING,
        INTERVALS * INTERVAL_SECONDS * TestRun.SECOND_NANOS,
        List.of(
            new WorkloadStatus(
                "senders",
                target,
                2,
                2,
                Counts.of(Map.of()),
                Connections.NONE,
                Map.of(),
                Optional.empty())));
  }

  private static Snapshot at(int number, Snapshot like) {
    return new Snapshot(
        number,
        TestRun.STARTED.plusSeconds((long) number * INTERVAL_SECONDS),
        TestRun.SECOND_NANOS * number * INTERVAL_SECONDS,
        INTERVAL_SECONDS * TestRun.SECOND_NANOS,
        false,
        "day",
        like.cpuCores(),
        like.workloads());
  }
}
