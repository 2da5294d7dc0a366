package dev.sluice.control.sink.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.sink.folder.Snapshots;
import dev.sluice.core.result.RunBatches;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Summary.CpuUse;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.Connections.Reconnects;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import dev.sluice.core.text.Figures;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SummaryTextTest {

  private static final long SECOND = 1_000_000_000;

  @Test
  void partsSkewAndDeliveriesHaveLinesOfTheirOwn() {
    Window measures = Snapshots.of("", 1, 2_000_000, 2_000_000).workloads().get(0);
    DeliveryCounts found =
        Snapshots.findings(10).plus(DeliveryCounts.of(Map.of(DeliveryFigure.POSSIBLY_LOST, 7L)));
    assertThat(lines(measures, Optional.of(found)))
        .anySatisfy(line -> assertThat(line).startsWith("    round trip").contains(" 2.0"))
        .contains("  skewed 7 negative times between two clocks, in no row")
        .contains(
            "  delivery 10 checked, lost 2, possibly lost 7, duplicates 3, corrupt 5, out of order"
                + " 4, redelivered 6; 1 could not be checked")
        .noneMatch(line -> line.contains("ignored"));
  }

  @Test
  void sendTimesOfOtherHostsAreSpokenOfWithoutACheckToo() {
    DeliveryCounts found = DeliveryCounts.of(Map.of(DeliveryFigure.OTHER_CLOCKS, 3L));
    assertThat(lines(Window.none(""), Optional.of(found)))
        .contains("  ignored 3 send timestamps from other hosts' clocks")
        .noneMatch(line -> line.contains("delivery"));
  }

  @Test
  void whatThereIsNotIsNotSpokenOf() {
    assertThat(String.join("\n", lines(Window.none(""), Optional.empty())))
        .doesNotContain("round trip", "skewed", "delivery");
  }

  @Test
  void callsUnderWayShowTheirAgeAndUntimedOnesAreCounted() {
    Unfinished blocked = new Unfinished(3, 4, Map.of(), 6 * SECOND);
    List<String> lines = lines(Window.of(0, Counts.ZERO, Map.of(), blocked), Optional.empty());
    assertThat(lines)
        .contains("  without latency 7")
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith("  in flight for up to " + Figures.latency(6 * SECOND) + ": ")
                    .endsWith("the oldest call that had not ended"));
    assertThat(lines(Window.none(""), Optional.empty()))
        .noneMatch(
            line -> line.contains("in flight for up to") || line.contains("without latency"));
  }

  @Test
  void aRunOfWhichNoCallWasAnsweredIsNotOneWithoutErrors() {
    Window asked =
        Window.of(
            0,
            Counts.of(Map.of(Counter.DUE, 4L, Counter.IN_DOUBT, 3L)),
            Map.of(),
            Unfinished.NOTHING);
    assertThat(lines(asked, Optional.empty())).contains("  errors none; no call was answered");
    assertThat(lines(Window.none(""), Optional.empty())).contains("  errors none");
  }

  private static List<String> lines(Window measures, Optional<DeliveryCounts> delivery) {
    return lines(measures, delivery, new RunBatches());
  }

  private static List<String> lines(
      Window measures, Optional<DeliveryCounts> delivery, RunBatches batches) {
    CpuUse idle = new CpuUse(0, SECOND, 4);
    Summary.Workload workload =
        new Summary.Workload(
            measures.asking(2).as("w", SECOND, List.of(), measures.end()),
            Window.none("w").counting(measures.counts()).alsoFound(delivery),
            Reconnects.NONE,
            0,
            new Verdict(Verdict.Kind.KEPT, "the target was kept", List.of()));
    return new SummaryText(DateTimeFormatter.ISO_LOCAL_TIME.withZone(ZoneOffset.UTC))
        .of(
            new Summary(
                "",
                Instant.EPOCH,
                SECOND,
                0,
                idle,
                List.of(workload),
                batches,
                "it is over",
                List.of(),
                List.of()),
            batches);
  }
}
