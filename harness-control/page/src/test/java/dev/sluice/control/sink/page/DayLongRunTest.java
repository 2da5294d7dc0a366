package dev.sluice.control.sink.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.command.CommandRunner;
import dev.sluice.control.command.CommandRunner.StatisticsLine;
import dev.sluice.control.command.FakeRunControl;
import dev.sluice.control.endpoint.access.PortSettings;
import dev.sluice.control.endpoint.api.RunApi;
import dev.sluice.control.endpoint.http.HttpRoute;
import dev.sluice.control.endpoint.http.HttpServer;
import dev.sluice.control.format.Progress;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.sink.folder.RunFolder;
import dev.sluice.control.sink.folder.TestRun;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.RunStatus;
import dev.sluice.core.run.RunStatus.RunPhase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.json.JSONObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Page, HTTP interface, report and files of 24 hours of two workloads stay within the sizes that
 * docs/page.md and docs/results.md state. Intervals are of 30 s, so that this takes seconds; {@code
 * -Dday.interval=1} plays all 86,400 of a run whose interval is a second, and prints the sizes.
 */
class DayLongRunTest {

  private static final int INTERVAL_SECONDS = Integer.getInteger("day.interval", 30);
  private static final int INTERVALS = 86_400 / INTERVAL_SECONDS;
  private static final int PATTERN = 100;
  private static final int WORKLOADS = 2;
  private static final int KIB = 1_024;

  /** What a page that joins late gets at once, and the report. */
  private static final int PAGE_KIB = 1_024;

  /** What a page gets at the end of an interval. */
  private static final int MESSAGE_KIB = 16;

  /** All that the HTTP interface keeps: intervals with their histograms, and events. */
  private static final int API_KIB = 4_096;

  private static final int KEPT_INTERVALS = 600;
  private static final int KEPT_EVENTS = 2_000;
  private static final String API = "/api/v1/";

  /** All files but the report, for each interval of a workload. */
  private static final double FILES_KIB = 4;

  @TempDir Path temporary;

  @Test
  @Tag("soak")
  void pageHistoryAndFilesStaySmall() throws Exception {
    Path path = temporary.resolve("run");
    LivePage page =
        new LivePage(
            TestRun.description("day"),
            () -> new RunStatus("day", RunPhase.RUNNING, 0, List.of()),
            () -> Progress.NONE,
            LiveAgents.NONE,
            UnaryOperator.identity());
    FakeRunControl control = new FakeRunControl();
    RunApi api =
        new RunApi(
            new CommandRunner(control, StatisticsLine.basic(control), "day,"),
            UnaryOperator.identity());
    List<HttpRoute> routes = Stream.of(page.routes(), api.routes()).flatMap(List::stream).toList();
    try (RunFolder folder = TestRun.folder(path, "day");
        HttpServer server = new HttpServer(PortSettings.onLoopback(0), routes)) {
      server.start();
      List<Snapshot> pattern = TestRun.intervals(TestRun.STARTED, PATTERN, 0, 1);
      for (int i = 1; i < INTERVALS; i++) {
        Snapshot interval = at(i, pattern.get(i % PATTERN));
        folder.interval(interval);
        page.interval(interval);
        api.sink().interval(interval);
        api.sink().event(mark(interval));
      }
      Snapshot last = at(INTERVALS, pattern.get(0));
      folder.interval(last);
      assertPageSizes(server.url("/page/stream"), page, last);
      assertApiSizes(server);
      folder.summary(TestRun.summary(pattern));
    }
    Map<String, Long> bytes = sizes(path);
    long files = bytes.values().stream().mapToLong(Long::longValue).sum();
    int report = ReportPage.of(RecordedRun.open(path)).length();
    print("report %d KiB, files %d KiB %s".formatted(report / KIB, files / KIB, bytes));
    assertThat(report).isLessThan(PAGE_KIB * KIB);
    assertThat((double) files / INTERVALS / WORKLOADS).isLessThan(FILES_KIB * KIB);
  }

  private static RunEvent mark(Snapshot interval) {
    return new RunEvent(
        interval.time(),
        interval.sinceStartNanos(),
        RunEvent.Kind.MARK,
        "",
        "interval " + interval.number());
  }

  private static void assertApiSizes(HttpServer server) throws IOException, InterruptedException {
    long intervals = keptBytes(server, "intervals", INTERVALS - 1L, KEPT_INTERVALS);
    long events = keptBytes(server, "events", INTERVALS - 1L, KEPT_EVENTS);
    int run = get(server, "run").length();
    print(
        "interface: run %d bytes, intervals %d KiB, events %d KiB"
            .formatted(run, intervals / KIB, events / KIB));
    assertThat(run).isLessThan(KIB);
    assertThat(intervals + events).isLessThan(API_KIB * (long) KIB);
  }

  /** What one gets who asks, page by page, for all that is kept. */
  private static long keptBytes(HttpServer server, String what, long last, int most)
      throws IOException, InterruptedException {
    long bytes = 0;
    long after = 0;
    int items = 0;
    while (after < last) {
      String reply = get(server, what + "?after=" + after);
      JSONObject found = new JSONObject(reply);
      bytes += reply.length();
      items += found.getJSONArray("items").length();
      assertThat(found.getLong("last")).isGreaterThan(after);
      after = found.getLong("last");
    }
    assertThat(after).isEqualTo(last);
    assertThat(items).as(what).isEqualTo((int) Math.min(last, most));
    return bytes;
  }

  private static String get(HttpServer server, String path)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(server.url(API + path))).build(),
            BodyHandlers.ofString())
        .body();
  }

  private static Snapshot at(int number, Snapshot like) {
    return new Snapshot(
        number,
        TestRun.STARTED.plusSeconds((long) number * INTERVAL_SECONDS),
        (long) number * INTERVAL_SECONDS * TestRun.SECOND_NANOS,
        INTERVAL_SECONDS * TestRun.SECOND_NANOS,
        false,
        "day",
        like.cpuCores(),
        like.workloads());
  }

  private static void assertPageSizes(String stream, LivePage page, Snapshot last)
      throws IOException, InterruptedException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                HttpClient.newHttpClient()
                    .send(
                        HttpRequest.newBuilder(URI.create(stream)).build(),
                        BodyHandlers.ofInputStream())
                    .body(),
                StandardCharsets.UTF_8))) {
      String whole = nextPage(lines);
      page.interval(last);
      String next = nextPage(lines);
      print("page %d KiB, then %d KiB".formatted(whole.length() / KIB, next.length() / KIB));
      JSONObject shown = new JSONObject(whole);
      assertThat(shown.getLong("intervals")).isEqualTo(INTERVALS - 1);
      assertThat(shown.getJSONArray("endSeconds").length()).isBetween(599, 1_200);
      assertThat(whole.length()).isLessThan(PAGE_KIB * KIB);
      assertThat(next.length()).isLessThan(MESSAGE_KIB * KIB);
    }
  }

  private static String nextPage(BufferedReader lines) throws IOException {
    String line = lines.readLine();
    while (!line.startsWith("data: {\"from\"")) {
      line = lines.readLine();
    }
    return line.substring("data: ".length());
  }

  private static void print(String sizes) {
    if (System.getProperty("day.interval") != null) {
      System.out.println(INTERVALS + " intervals: " + sizes);
    }
  }

  private static Map<String, Long> sizes(Path folder) throws IOException {
    Map<String, Long> sizes = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        sizes.put(file.getFileName().toString(), Files.size(file));
      }
    }
    return sizes;
  }
}
