package dev.sluice.it.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.command.CommandRunner;
import dev.sluice.control.command.CommandRunner.StatisticsLine;
import dev.sluice.control.endpoint.access.PortSettings;
import dev.sluice.control.endpoint.api.RunApi;
import dev.sluice.control.endpoint.http.HttpServer;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.sink.console.ConsoleReporter;
import dev.sluice.control.sink.console.Terminal;
import dev.sluice.control.sink.folder.Environment;
import dev.sluice.control.sink.folder.FileOpener;
import dev.sluice.control.sink.folder.RunDescription;
import dev.sluice.control.sink.folder.RunFolder;
import dev.sluice.control.sink.metrics.RunMetrics;
import dev.sluice.control.sink.page.ReportPage;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.time.VirtualTime;
import dev.sluice.jms.provider.ProviderTypes;
import dev.sluice.jms.worker.NullWorker;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A whole run with its outputs over midnight and the change to summer time, in virtual time: all
 * adds up, and what it leaves is as large as the rules say. Two hours, with {@code
 * -Dendurance.minutes=60} a day.
 */
class LongRunInVirtualTimeIT {

  private static final boolean WHOLE_DAY = EnduranceIT.MINUTES >= 10;
  private static final Duration LENGTH = WHOLE_DAY ? Duration.ofHours(24) : Duration.ofMinutes(130);
  private static final Duration INTERVAL = Duration.ofSeconds(5);
  private static final long INTERVALS = LENGTH.dividedBy(INTERVAL);
  private static final int PER_SECOND = 2;
  private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

  /** Five minutes before the day in whose night an hour is left out. */
  private static final Instant START = Instant.parse("2028-03-25T22:55:00Z");

  private static final Duration REAL_TIME = Duration.ofMinutes(10);

  /** A page has up to 1,200 points, however long the run was. */
  private static final long MAX_PAGE_BYTES = 4_000_000;

  private static final long MAX_BYTES_PER_INTERVAL = 4_000;

  private static final long KEPT_INTERVALS = 600;

  @TempDir Path directory;

  @Test
  void allOutputsOfALongRunAddUp() throws Exception {
    Path results = directory.resolve("results");
    StringWriter console = new StringWriter();
    VirtualTime clock = new VirtualTime();
    InstantSource wall = () -> START.plusNanos(clock.nanos() - VirtualTime.ORIGIN);
    RunSpec spec =
        new RunSpec(
            "day",
            List.of(
                WorkloadSpec.of(
                    "senders", NullWorker.factory(), 1, new RateTarget.PerWorker(PER_SECOND))),
            LENGTH,
            Duration.ZERO,
            INTERVAL,
            Duration.ofSeconds(5));
    RunFolder folder =
        RunFolder.create(
            results,
            new RunDescription(
                spec,
                "null",
                Map.of(),
                Environment.ofThisProcess(ProviderTypes.find("")),
                Map.of(),
                Optional.empty()),
            START,
            FileOpener.SYSTEM,
            warning -> {
              throw new AssertionError(warning);
            });
    RunMetrics metrics = new RunMetrics("day", UnaryOperator.identity());
    Run run =
        new Run(
            spec,
            clock,
            wall,
            () -> 0,
            new SplittableRandom(1),
            List.of(
                new ConsoleReporter(new Terminal(new PrintWriter(console, true), false), ZONE),
                folder,
                metrics));
    RunApi api =
        new RunApi(
            new CommandRunner(run.control(), StatisticsLine.basic(run.control()), "day,"),
            UnaryOperator.identity());
    run.control().subscribe(api.sink());
    Summary summary = clock.play(run::execute, REAL_TIME);
    folder.close();
    metrics.close();

    long done = LENGTH.toSeconds() * PER_SECOND;
    assertThat(summary.measuredNanos()).isEqualTo(LENGTH.toNanos());
    assertThat(summary.workloads().get(0).whole().counts().due()).isBetween(done, done + 1);
    assertThat(summary.overflows()).isEmpty();
    assertThatFilesAddUp(results, done);
    assertThatTheInterfaceHasTheLast(api);
    assertThat(console.toString().lines())
        .filteredOn(line -> line.matches("[0-9:]{8} senders .*"))
        .hasSize((int) INTERVALS);
    assertThat(console.toString().lines())
        .contains(
            "00:00:00 * from here on it is 2028-03-26",
            "03:00:00 * from here on the clock is UTC+02:00");
  }

  /** Of a run of any length, the HTTP interface keeps so many intervals, in so many bytes. */
  private static void assertThatTheInterfaceHasTheLast(RunApi api) throws Exception {
    try (HttpServer server = new HttpServer(PortSettings.onLoopback(0), api.routes())) {
      server.start();
      long bytes = 0;
      long items = 0;
      for (long after = 0; after < INTERVALS; ) {
        String reply = get(server, "intervals?after=" + after);
        bytes += reply.length();
        items += new JSONObject(reply).getJSONArray("items").length();
        long last = new JSONObject(reply).getLong("last");
        assertThat(last).isGreaterThan(after);
        after = last;
      }
      assertThat(items).isEqualTo(Math.min(INTERVALS, KEPT_INTERVALS));
      assertThat(bytes / items).as("bytes of an interval").isLessThan(MAX_BYTES_PER_INTERVAL);
      assertThat(get(server, "events")).contains("\"kind\":\"started\"");
      assertThat(new JSONObject(get(server, "run")).getString("phase")).isEqualTo("ended");
    }
  }

  private static String get(HttpServer server, String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(server.url("/api/v1/" + path))).build(),
            BodyHandlers.ofString())
        .body();
  }

  private static void assertThatFilesAddUp(Path results, long done) throws Exception {
    RecordedRun run = RecordedRun.open(results);
    List<Snapshot> intervals = new ArrayList<>();
    Snapshot[] sum = new Snapshot[1];
    assertThat(
            run.intervals(
                each -> {
                  sum[0] = sum[0] == null ? each : sum[0].then(each);
                  intervals.add(each);
                }))
        .as("damaged lines")
        .isZero();
    assertThat(intervals).hasSize((int) INTERVALS);
    assertThat(sum[0].lengthNanos()).isEqualTo(LENGTH.toNanos());
    assertThat(sum[0].workloads().get(0).counts().done()).isBetween(done - 1, done + 1);
    assertThat(intervals.get(intervals.size() - 1).time())
        .isBetween(
            START.plus(LENGTH), START.plus(LENGTH).plusMillis(1)); // workers were woken first
    for (String file :
        List.of(RunFiles.INTERVALS_CSV, RunFiles.INTERVALS_JSON, RunFiles.HISTOGRAMS)) {
      assertThat(Files.size(results.resolve(file)) / INTERVALS)
          .as(file)
          .isLessThan(MAX_BYTES_PER_INTERVAL);
    }
    assertThat((long) ReportPage.of(run).length()).isLessThan(MAX_PAGE_BYTES);
  }
}
