package dev.sluice.control.sink.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.command.FakeRunControl;
import dev.sluice.control.endpoint.access.PortSettings;
import dev.sluice.control.endpoint.http.HttpServer;
import dev.sluice.control.format.Finding;
import dev.sluice.control.format.ObjectiveState;
import dev.sluice.control.format.Progress;
import dev.sluice.control.format.Progress.StepPhase;
import dev.sluice.control.format.Progress.StepState;
import dev.sluice.control.sink.folder.Snapshots;
import dev.sluice.control.sink.folder.TestRun;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.run.Change;
import dev.sluice.core.run.RateChange;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.Socket;
import java.net.URI;
import java.net.URLConnection;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each follower of a live page gets the same, however many others there are. */
class LivePageTest {

  private static final int EARLY = 23;
  private static final int LATE = 20;
  private static final int MAX_INTERVAL_BYTES = 2_000;
  private static final int MAX_FIRST_LOAD_BYTES = 150_000; // compressed

  private static final String STEPS =
      """
      [{"title": "wait", "state": "running", "seconds": 4, "ofSeconds": null},
       {"title": "measure", "state": "next", "seconds": null, "ofSeconds": 62}]
      """;

  private static final String OBJECTIVES =
      """
      [{"objective": "senders p99 < 20ms", "state": "near", "found": "19.0ms", "trend": "rising",
        "values": [19.02]}]
      """;

  private final FakeRunControl control = new FakeRunControl();
  private Progress progress = Progress.NONE;
  private final LivePage page =
      new LivePage(
          TestRun.description("P1"),
          control::status,
          () -> progress,
          LiveAgents.NONE,
          UnaryOperator.identity());
  private final HttpServer server = new HttpServer(PortSettings.onLoopback(0), page.routes());

  @BeforeEach
  void start() throws IOException {
    server.start();
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void eachGetsTheSameAndALatePageAllThatWas() throws Exception {
    try (Follower first = new Follower("");
        Follower second = new Follower("")) {
      play(1, EARLY);
      try (Follower late = new Follower("")) {
        play(EARLY + 1, EARLY + LATE);
        page.summary(TestRun.summary(List.of()));
        page.close();
        List<String> lines = first.rest();
        assertThat(second.rest()).isEqualTo(lines);
        List<String> afterIt = late.rest();
        assertThat(lines).endsWith(afterIt.toArray(String[]::new)).hasSizeGreaterThan(LATE);

        List<JSONObject> before =
            Stream.concat(
                    Stream.of(data(first.begin)),
                    messages(lines.subList(0, lines.size() - afterIt.size())))
                .toList();
        JSONObject whole = data(late.begin);
        assertThat(joined(before, "/endSeconds"))
            .hasSize(EARLY)
            .isEqualTo(joined(List.of(whole), "/endSeconds"));
        assertThat(joined(before, "/events"))
            .hasSize(2)
            .isEqualTo(joined(List.of(whole), "/events"));
        for (String row : List.of("/series/achieved", "/latencyMillis/service/p99")) {
          assertThat(joined(before, "/workloads/0" + row))
              .hasSize(EARLY)
              .isEqualTo(joined(List.of(whole), "/workloads/0" + row));
        }
        for (List<String> each : List.of(lines, afterIt)) {
          JSONObject last =
              messages(each).filter(LivePageTest::hasSums).reduce((one, next) -> next).get();
          assertThat(last.query("/workloads/0/total/totalIterations"))
              .as("at the end sums are of all")
              .isEqualTo(2 * (EARLY + LATE));
        }
      }
    }
  }

  @Test
  void sumsComeInTheBeginningWithEachTenthIntervalAndToThoseWhoLackThem() throws Exception {
    try (Follower first = new Follower("")) {
      play(1, EARLY);
      try (Follower back = new Follower(first.idAfter(15))) {
        page.close();
        assertThat(data(back.begin).has("run")).isFalse();
        assertThat(hasSums(data(back.begin))).isTrue(); // those of the twentieth
        List<Long> with =
            messages(first.rest())
                .filter(LivePageTest::hasSums)
                .map(each -> each.getLong("intervals"))
                .distinct()
                .toList();
        assertThat(with).containsExactly(20L);
      }
    }
  }

  @Test
  void whatAStepFindsComesWithoutTheChartsThatAreThere() throws Exception {
    try (Follower first = new Follower("")) {
      play(1, EARLY);
      page.found(new Finding(Finding.Topic.MAX_RATE, "w", 5, "the highest rate is 5/s"));
      page.failed("it broke");
      page.close();
      List<JSONObject> changes = messages(first.rest()).filter(each -> each.has("run")).toList();
      assertThat(changes)
          .hasSize(2)
          .allSatisfy(
              each -> {
                assertThat(each.getBoolean("whole")).isFalse();
                assertThat(each.getInt("from")).isEqualTo(EARLY);
                assertThat(each.getJSONArray("endSeconds")).isEmpty();
              });
      assertThat(changes.get(0).query("/run/findings/0/text"))
          .hasToString("the highest rate is 5/s");
      assertThat(changes.get(1).query("/run/failure")).isEqualTo("it broke");
      try (Follower late = new Follower("")) {
        assertThat(data(late.begin).getBoolean("whole")).isTrue();
      }
    }
  }

  @Test
  void itHasWhatAPersonSteersBy() throws Exception {
    control.undoable =
        Optional.of(
            new Change(
                new Change.OfRate(new RateChange.ToTotal(2700), Duration.ofSeconds(5)),
                Map.of("senders", control.status().workloads().get(0).target())));
    progress =
        new Progress(
            "step 1 of 2",
            0.25,
            Optional.of(Duration.ofSeconds(66)),
            List.of(
                new StepState(
                    "wait", StepPhase.RUNNING, Optional.of(Duration.ofSeconds(4)), Duration.ZERO),
                new StepState("measure", StepPhase.NEXT, Optional.empty(), Duration.ofSeconds(62))),
            List.of(
                new ObjectiveState(
                    "senders p99 < 20ms",
                    ObjectiveState.Outlook.NEAR,
                    "19.0ms",
                    ObjectiveState.Trend.RISING,
                    List.of(new BigDecimal("19.02")))));
    try (Follower first = new Follower("")) {
      JSONObject none = data(first.begin).getJSONObject("now");
      assertThat(none.query("/workloads/0/latency")).isEqualTo(JSONObject.NULL);
      assertThat(none.query("/workloads/0/overdue")).isEqualTo(JSONObject.NULL);
      play(1, EARLY);
      try (Follower late = new Follower("")) {
        JSONObject now = data(late.begin).getJSONObject("now");
        assertThat(now.getDouble("leftSeconds")).isEqualTo(66);
        assertThat(
                now.similar(
                    new JSONObject(now.toString())
                        .put("steps", new JSONArray(STEPS))
                        .put("objectives", new JSONArray(OBJECTIVES))))
            .as(now.toString())
            .isTrue();
        assertThat(now.query("/undo/effect")).isEqualTo("back to 20,880/s at once");
        JSONObject senders = now.getJSONArray("workloads").getJSONObject(0);
        assertThat(senders.getBoolean("inTotal")).isFalse();
        assertThat(senders.getDouble("finalPerSecond")).isEqualTo(20_880);
        assertThat(senders.getDouble("rampLeftSeconds")).isZero();
        assertThat(senders.getDouble("achievedPerSecond")).isEqualTo(2);
        assertThat(
                Stream.of("overdue", "inFlight", "dropped", "errors", "inDoubt")
                    .map(senders::getInt))
            .containsExactly(1, 2, 2 * EARLY, EARLY, 4 * EARLY);
        assertThat(senders.query("/latency/kind")).isEqualTo("latency");
        assertThat(((Number) senders.query("/latency/p50")).doubleValue()).isBetween(0.059, 0.061);
        assertThat(((Number) senders.query("/latency/max")).doubleValue()).isBetween(2.9, 3.1);
      }
    }
  }

  /**
   * What goes over the wire for one workload with all rare counts, a delivery check and latencies
   * of all sizes; pages are followed for days.
   */
  @Test
  void anIntervalIsSmall() throws Exception {
    long[] latencies =
        LongStream.range(0, 200)
            .map(i -> Math.round(60_000 * Math.pow(1.05, (double) i)))
            .toArray();
    try (Socket socket = follow("")) {
      readChunks(socket, 2); // the role and the beginning
      List<String> chunks = new ArrayList<>();
      for (int i = 1; i <= EARLY; i++) {
        page.interval(Snapshots.of("P1", i, latencies));
        chunks.addAll(readChunks(socket, 1));
      }
      List<Integer> bytes =
          chunks.stream()
              .filter(chunk -> !chunk.contains("\"total\""))
              .map(String::length)
              .toList();
      assertThat(bytes)
          .hasSize(EARLY - 11)
          .allSatisfy(size -> assertThat(size).isLessThanOrEqualTo(MAX_INTERVAL_BYTES));
    }
  }

  /** What comes over the wire to a browser, which accepts that it is packed. */
  @Test
  void theFirstLoadIsSmall() throws Exception {
    play(1, EARLY);
    int bytes = 0;
    for (String file : List.of("/", "/page.css", "/page.js")) {
      URLConnection asked = URI.create(server.url(file)).toURL().openConnection();
      asked.setRequestProperty("Accept-Encoding", "gzip, deflate");
      bytes += asked.getInputStream().readAllBytes().length;
      assertThat(asked.getContentEncoding()).as(file).isEqualTo("gzip");
    }
    try (Socket socket = follow("Accept-Encoding: gzip, deflate\r\n")) {
      bytes += readChunks(socket, 2).stream().mapToInt(String::length).sum();
    }
    assertThat(bytes).isBetween(10_000, MAX_FIRST_LOAD_BYTES);
  }

  private Socket follow(String headers) throws IOException {
    URI url = URI.create(server.url("/page/stream"));
    Socket socket = new Socket(url.getHost(), url.getPort());
    String request = "GET /page/stream HTTP/1.1\r\nHost: %s\r\n%s\r\n";
    socket
        .getOutputStream()
        .write(request.formatted(url.getAuthority(), headers).getBytes(StandardCharsets.UTF_8));
    return socket;
  }

  /** The next chunks of an answer with their lengths in front, a character for each byte. */
  private static List<String> readChunks(Socket socket, int count) throws IOException {
    InputStream in = socket.getInputStream();
    List<String> chunks = new ArrayList<>();
    while (chunks.size() < count) {
      String line = readLine(in);
      if (line.matches("[0-9a-f]+\r\n")) {
        byte[] content = in.readNBytes(Integer.parseInt(line.strip(), 16) + 2);
        chunks.add(line + new String(content, StandardCharsets.ISO_8859_1));
      }
    }
    return chunks;
  }

  private static String readLine(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int each = in.read(); each >= 0 && each != '\n'; each = in.read()) {
      line.append((char) each);
    }
    assertThat(line).as("a line of the answer").isNotEmpty();
    return line.append('\n').toString();
  }

  private void play(int from, int to) {
    for (int i = from; i <= to; i++) {
      page.interval(Snapshots.of("P1", i, 60_000, 3_000_000 + i));
      if (i % 8 == 0) {
        page.event(new RunEvent(Instant.EPOCH, i, RunEvent.Kind.MARK, "", "mark " + i));
      }
    }
  }

  private static Stream<JSONObject> messages(List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith("data: {\"from\""))
        .map(LivePageTest::data);
  }

  private static boolean hasSums(JSONObject message) {
    return message.optQuery("/workloads/0/total") != null
        && message.optQuery("/workloads/0/curves") != null;
  }

  private static JSONObject data(String line) {
    return new JSONObject(line.substring("data: ".length()));
  }

  private static List<Object> joined(List<JSONObject> messages, String row) {
    List<Object> values = new ArrayList<>();
    for (JSONObject each : messages) {
      if (!row.startsWith("/workloads") || !each.getJSONArray("workloads").isEmpty()) {
        values.addAll(((JSONArray) each.query(row)).toList());
      }
    }
    return values;
  }

  /** A page that has got its beginning. */
  private final class Follower implements AutoCloseable {

    private final BufferedReader lines;
    private final String begin; // the line with the data

    Follower(String lastId) throws IOException, InterruptedException {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(server.url("/page/stream")))
              .header("Last-Event-ID", lastId);
      lines =
          new BufferedReader(
              new InputStreamReader(
                  HttpClient.newHttpClient()
                      .send(request.build(), BodyHandlers.ofInputStream())
                      .body(),
                  StandardCharsets.UTF_8));
      begin = next("data: {\"from\"");
    }

    private String next(String start) throws IOException {
      String line = lines.readLine();
      while (!line.startsWith(start)) {
        line = lines.readLine();
      }
      return line;
    }

    /** Where a client is that has got so many intervals. */
    String idAfter(int intervals) throws IOException {
      while (true) {
        String id = next("id: ");
        if (data(next("data: ")).getLong("intervals") == intervals) {
          return id.substring("id: ".length());
        }
      }
    }

    /** All lines to the end. */
    List<String> rest() {
      return lines.lines().toList();
    }

    @Override
    public void close() {
      try {
        lines.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
