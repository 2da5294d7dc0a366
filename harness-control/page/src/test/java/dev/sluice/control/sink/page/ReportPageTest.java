package dev.sluice.control.sink.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.format.Csv;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.sink.folder.RunFolder;
import dev.sluice.control.sink.folder.TestRun;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Window;
import dev.sluice.estimates.Batches;
import dev.sluice.estimates.Interval;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReportPageTest {

  private static final Pattern DATA =
      Pattern.compile(
          "<script type=\"application/json\" id=\"data\">(.*?)</script>", Pattern.DOTALL);

  @TempDir Path temporary;

  private RecordedRun record(List<Snapshot> intervals, boolean summed) throws Exception {
    RunFolder folder = TestRun.folder(temporary.resolve("run"), "</script><b>");
    intervals.forEach(folder::interval);
    if (summed) {
      folder.summary(TestRun.summary(intervals));
      folder.close();
    } // else as a killed process leaves it
    return RecordedRun.open(temporary.resolve("run"));
  }

  private static JSONObject data(RecordedRun run) throws Exception {
    Matcher matcher = DATA.matcher(ReportPage.of(run));
    assertThat(matcher.find()).isTrue();
    return new JSONObject(matcher.group(1));
  }

  @Test
  void itNeedsNothingButItself() throws Exception {
    String page = ReportPage.of(record(TestRun.intervals(TestRun.STARTED, 4, 1, 1), true));
    assertThat(page)
        .contains("default-src 'none'")
        .doesNotContain("src=\"http", "href=\"http", "@import", "url(http")
        .contains("<title>sluice: &lt;/script&gt;&lt;b&gt;</title>");
    assertThat(page.split("</script>")).as("no data ends a script").hasSize(3);
  }

  @ParameterizedTest
  @CsvSource({
    "uPlot.iife.min.js, 19c8d4c6ad88929a79f4ae49d6f7161566dfd0ba3d15cc495e974f787eb78f1f",
    "uPlot.min.css, df630c6a8d6f8eeaff264b50f73ce5b114f646ffd9a0bb74f049b0a00135fa04"
  })
  void theChartLibraryIsTheOneThatWasPublished(String file, String sha256) throws Exception {
    try (InputStream in = Page.class.getResourceAsStream("uplot/" + file)) {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(in.readAllBytes());
      assertThat(HexFormat.of().formatHex(digest)).isEqualTo(sha256);
    }
  }

  @Test
  void theFiguresAreThoseOfTheIntervals() throws Exception {
    List<Snapshot> intervals = TestRun.intervals(TestRun.STARTED, 6, 2, 1);
    JSONObject data = data(record(intervals, true));
    JSONObject senders = data.getJSONArray("workloads").getJSONObject(0);
    JSONArray p99 =
        senders.getJSONObject("latencyMillis").getJSONObject("latency").getJSONArray("p99");
    for (int i = 0; i < intervals.size(); i++) {
      Window workload = intervals.get(i).workloads().get(0);
      assertThat(Math.round(p99.getDouble(i) * 1e6)).isEqualTo(workload.latency().atPercentile(99));
    }
    JSONObject series = senders.getJSONObject("series");
    List<Counter> shown =
        Stream.of(Counter.values()).filter(each -> series.has(each.fileKey())).toList();
    assertThat(shown).contains(Counter.ITERATIONS, Counter.ERRORS, Counter.DROPPED);
    for (Counter counter : shown) {
      assertThat(series.getJSONArray(counter.fileKey()).toList())
          .as(counter.label())
          .extracting(each -> ((Number) each).longValue())
          .isEqualTo(
              intervals.stream()
                  .map(each -> each.workloads().get(0).counts().get(counter))
                  .toList());
    }
    assertThat(data.getJSONArray("warmup").toList())
        .containsExactly(true, true, false, false, false, false);
    // in the warm-up nothing took less than a second
    assertThat(
            senders
                .getJSONObject("total")
                .getJSONObject("latencyMillis")
                .getJSONObject("latency")
                .getDouble("max"))
        .isLessThan(10);
    assertThat(data.getJSONObject("verdict").getString("headline")).isEqualTo("Target kept");
  }

  /** A run without a summary has them, too, from its files. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theErrorsAreThoseOfTheIntervals(boolean summed) throws Exception {
    List<Snapshot> intervals = TestRun.intervals(TestRun.STARTED, 15, 2, 1);
    JSONObject data = data(record(intervals, summed));
    JSONObject senders = data.getJSONArray("workloads").getJSONObject(0);
    JSONObject total =
        summed
            ? data.getJSONObject("run")
                .getJSONObject("summary")
                .getJSONArray("workloads")
                .getJSONObject(0)
            : senders.getJSONObject("total");
    JSONObject latency = total.getJSONObject("latencyMillis").getJSONObject("latency");
    Batches own = TestRun.batches(intervals).of(senders.getString("name"));
    Interval rate = own.achieved().interval();
    Interval median = own.times(LatencyKind.HEADLINE).percentile(50).interval();
    assertThat(median.known()).isTrue();
    assertThat(total.getBigDecimal("achievedPerSecondLow")).isEqualTo(Csv.number(rate.low()));
    assertThat(total.getBigDecimal("achievedPerSecondHigh")).isEqualTo(Csv.number(rate.high()));
    assertThat(latency.getBigDecimal("p50Low")).isEqualTo(Csv.millis(median.low()));
    assertThat(latency.getBigDecimal("p50High")).isEqualTo(Csv.millis(median.high()));
  }

  @Test
  void aKilledRunIsShownAsUnfinished() throws Exception {
    JSONObject verdict =
        data(record(TestRun.intervals(TestRun.STARTED, 4, 1, 1), false)).getJSONObject("verdict");
    assertThat(verdict.getString("headline")).isEqualTo("Unfinished");
    assertThat(verdict.getJSONArray("details").getString(0)).contains("4 intervals");
  }

  @Test
  void aRunWithoutIntervalsHasAPageToo() throws Exception {
    assertThat(data(record(List.of(), false)).getInt("intervals")).isZero();
  }

  @Test
  void aLongRunIsJoinedIntoFewerPointsWithAllItsValues() throws Exception {
    List<Snapshot> intervals = TestRun.intervals(TestRun.STARTED, 13, 3, 1);
    JSONObject data = new JSONObject(ReportPage.data(record(intervals, true), 10).toString());
    assertThat(data.getInt("intervalsPerPoint")).isEqualTo(2);
    JSONArray warmup = data.getJSONArray("warmup");
    assertThat(warmup.toList()).containsExactly(true, true, false, false, false, false, false);
    JSONArray iterations =
        data.getJSONArray("workloads")
            .getJSONObject(0)
            .getJSONObject("series")
            .getJSONArray("iterations");
    long sum = 0;
    for (int i = 0; i < iterations.length(); i++) {
      sum += iterations.getLong(i);
    }
    assertThat(sum)
        .isEqualTo(
            intervals.stream().mapToLong(s -> s.workloads().get(0).counts().iterations()).sum());
    assertThat(iterations.length()).isEqualTo(warmup.length());
  }
}
