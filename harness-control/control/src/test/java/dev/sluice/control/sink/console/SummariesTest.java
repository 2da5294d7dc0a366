package dev.sluice.control.sink.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.measure.RunFindings;
import dev.sluice.control.sink.folder.Snapshots;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.result.CpuUse;
import dev.sluice.core.result.RunBatches;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.Connections.Reconnects;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import dev.sluice.core.text.Figures;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SummariesTest {

  private static final long SECOND = 1_000_000_000;
  private static final List<Verdict.Kind> KINDS = List.of(Verdict.Kind.values());
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ISO_LOCAL_TIME.withZone(ZoneOffset.UTC);

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
    assertThat(lines(asked, Optional.empty())).contains("  errors     no call was answered");
    assertThat(lines(Window.none(""), Optional.empty())).contains("  errors     none");
  }

  /** Whatever it was: the answer fits, and is of the verdict that is the gravest. */
  @Test
  void theFirstLineIsTheAnswerInOneSentence() {
    SplittableRandom random = new SplittableRandom(50);
    for (int i = 0; i < 2_000; i++) {
      Summary summary = random(random);
      List<String> lines = new BriefSummary(CLOCK, RunFindings.NONE).of(summary, summary.batches());
      String answer = lines.get(1);
      assertThat(answer.length()).as(answer).isLessThanOrEqualTo(BriefSummary.SENTENCE);
      Verdict.Kind worst =
          summary.workloads().stream()
              .map(each -> each.verdict().kind())
              .max(Comparator.naturalOrder())
              .orElseThrow();
      assertThat(answer).startsWith(summary.clean() ? worst.headline() : "Completed with faults: ");
      if (!summary.clean() && summary.failures().isEmpty()) {
        assertThat(summary.workloads())
            .as(answer)
            .filteredOn(each -> !each.clean())
            .anyMatch(each -> answer.contains(": " + Figures.within(16, each.name()) + ": "));
      }
      for (Summary.Workload each : summary.workloads()) {
        assertThat(lines)
            .as("verdict on %s", each.name())
            .anyMatch(line -> line.contains(each.verdict().explanation()));
      }
    }
  }

  @Test
  void noLineOfARunIsWiderThanATerminal() {
    SplittableRandom random = new SplittableRandom(80);
    for (int i = 0; i < 300; i++) {
      Summary summary = random(random);
      StringWriter text = new StringWriter();
      ConsoleReporter console =
          new ConsoleReporter(
              new Terminal(new PrintWriter(text, true), true),
              ZoneOffset.UTC,
              true,
              ConsoleReporter.SummaryForm.BRIEF,
              words(random, 40));
      List<Window> windows = summary.workloads().stream().map(Summary.Workload::measured).toList();
      console.connecting("w", 1, 1);
      console.interval(new Snapshot(1, Instant.EPOCH, 0, SECOND, false, "run", 0, windows));
      console.event(new RunEvent(Instant.EPOCH, 0, RunEvent.Kind.MARK, "w", words(random, 60)));
      console.summary(summary);
      assertThat(text.toString().replace("\r\u001b[K", "").lines())
          .allSatisfy(line -> assertThat(line.length()).as(line).isLessThanOrEqualTo(80));
    }
  }

  private static Summary random(SplittableRandom random) {
    List<Summary.Workload> workloads = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(3); i++) {
      String name = "w" + i + "x".repeat(random.nextInt(20));
      long done = Math.round(Math.exp(random.nextDouble(16)));
      boolean clean = random.nextInt(3) > 0;
      Verdict.Kind kind = KINDS.get(random.nextInt(KINDS.size()));
      Map<Counter, Long> counts =
          Map.of(Counter.DONE, done, Counter.DUE, done + random.nextLong(1_000));
      Window measured =
          Window.of(0, Counts.of(counts), Map.of(), Unfinished.NOTHING)
              .asking(random.nextInt(2) * Math.exp(random.nextDouble(16)));
      Window whole = Window.none(name).counting(measured.counts());
      DeliveryCounts found =
          DeliveryCounts.of(
              clean
                  ? Map.of(DeliveryFigure.CHECKED, done)
                  : Map.of(DeliveryFigure.CHECKED, done, DeliveryFigure.LOST, 1 + done));
      workloads.add(
          new Summary.Workload(
              measured.as(name, SECOND, List.of(), measured.end()),
              whole.alsoFound(
                  random.nextBoolean() || !clean ? Optional.of(found) : Optional.empty()),
              new Reconnects(random.nextInt(3), 0, 0, 0),
              0,
              new Verdict(kind, kind.label() + ": " + words(random, 40), List.of())));
    }
    return new Summary(
        "",
        Instant.EPOCH.plusSeconds(1),
        SECOND,
        random.nextInt(2) * SECOND,
        new CpuUse(0, SECOND, 4),
        workloads,
        new RunBatches(),
        "it is over",
        List.of(),
        random.nextInt(5) == 0 ? List.of(words(random, 30)) : List.of());
  }

  private static String words(SplittableRandom random, int most) {
    return Stream.generate(() -> "w".repeat(1 + random.nextInt(12)))
        .limit(1 + random.nextInt(most))
        .collect(Collectors.joining(" "));
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
    Summary summary =
        new Summary(
            "",
            Instant.EPOCH.plusSeconds(1),
            SECOND,
            0,
            idle,
            List.of(workload),
            batches,
            "it is over",
            List.of(),
            List.of());
    List<String> lines =
        new ArrayList<>(new BriefSummary(CLOCK, RunFindings.NONE).of(summary, batches));
    lines.addAll(DetailedSummary.of(summary, batches));
    return lines;
  }
}
