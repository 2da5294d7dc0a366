package dev.sluice.control.sink.console;

import dev.sluice.control.format.DeliveryText;
import dev.sluice.control.measure.AllDue;
import dev.sluice.control.measure.Headline;
import dev.sluice.control.measure.RunFindings;
import dev.sluice.control.measure.Steadiness;
import dev.sluice.core.result.RunBatches;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Summary.Workload;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.Connections.Reconnects;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Gauge;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyFigure;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Window;
import dev.sluice.core.text.Figures;
import dev.sluice.estimates.Batches;
import java.time.Duration;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a person needs of a run that has ended: the answer in one sentence, then rates, latencies,
 * deliveries, errors, and what else its verdict says; a line for each workload.
 *
 * @param plan what its plan found
 */
record BriefSummary(DateTimeFormatter clock, RunFindings plan) {

  /** Below the texts of its lines. */
  static final int INDENT = 13;

  /** Of the first sentence, in characters. */
  static final int SENTENCE = 78;

  private static final int NAME = 16;
  private static final double[] PERCENTILES = {50, 99, 99.9};

  List<String> of(Summary run, RunBatches batches) {
    if (!run.scheduleStarted()) {
      return List.of("", "Not started; ended: " + run.endReason());
    }
    List<String> lines = new ArrayList<>(List.of("", sentence(run)));
    entry(lines, "measured", Stream.of(measured(run)));
    run.overflows().forEach(each -> entry(lines, "warning", Stream.of(each.text())));
    run.failures().forEach(each -> entry(lines, "warning", Stream.of(each)));
    entry(lines, "rate", each(run, each -> Stream.of(rate(each, batches.of(each.name())))));
    entry(lines, "latency", each(run, each -> latencies(each, batches.of(each.name()))));
    entry(lines, "delivery", each(run, BriefSummary::delivery));
    List<String> faults = each(run, BriefSummary::faults).toList();
    entry(lines, "errors", faults.isEmpty() ? Stream.of("none") : faults.stream());
    entry(
        lines,
        "verdict",
        each(
            run,
            each -> Stream.of(each.verdict()).filter(Verdict::saysMore).map(Verdict::explanation)));
    return lines;
  }

  /** The first of them stands beside the title, the others below it. */
  private static void entry(List<String> lines, String title, Stream<String> texts) {
    List<String> all = texts.toList();
    for (int i = 0; i < all.size(); i++) {
      lines.add(line(i == 0 ? title : "", all.get(i)));
    }
  }

  static String line(String title, String text) {
    return "  %-11s%s".formatted(title, text);
  }

  /** Of a run with several workloads each says whose it is. */
  private static Stream<String> each(Summary run, Function<Workload, Stream<String>> texts) {
    boolean named = run.workloads().size() > 1;
    return run.workloads().stream()
        .flatMap(each -> texts.apply(each).map(text -> named ? each.name() + ": " + text : text));
  }

  private String sentence(Summary run) {
    Headline headline =
        plan.headline(
            run.clean(),
            run.workloads().stream()
                .map(each -> each.verdict().kind())
                .collect(Collectors.toSet()));
    String told =
        switch (headline.basis()) {
          case FAULTS -> fault(run);
          case TARGETS -> gravest(run);
          case SEARCH, DISTURBANCE -> "";
        };
    String sentence = told.isEmpty() ? headline.text() : headline.text() + ": " + told;
    return sentence.length() <= SENTENCE
        ? sentence
        : sentence.substring(0, sentence.lastIndexOf(' ', SENTENCE - 2)) + " …";
  }

  /** The workload that the headline is about; of several the one that is furthest below. */
  private static String gravest(Summary run) {
    return run.workloads().stream()
        .max(
            Comparator.comparing((Workload each) -> each.verdict().kind())
                .thenComparing(each -> -each.measured().ratio()))
        .map(each -> Figures.within(NAME, each.name()) + " did " + pace(each.measured()))
        .orElse("");
  }

  private static String pace(Window measured) {
    String achieved = Figures.perSecond(measured.achievedPerSecond());
    return measured.hadTarget()
        ? achieved + " of " + Figures.perSecond(measured.targetPerSecond())
        : achieved;
  }

  /** The first thing that is wrong; all of them are in the lines below. */
  private static String fault(Summary run) {
    return Stream.concat(
            run.failures().stream(),
            run.workloads().stream()
                .filter(each -> !each.clean())
                .flatMap(
                    each ->
                        Stream.concat(undelivered(each), faults(each))
                            .map(text -> Figures.within(NAME, each.name()) + ": " + text)))
        .findFirst()
        .orElse("");
  }

  private String measured(Summary run) {
    String warmup = Figures.time(Duration.ofNanos(run.warmupNanos()));
    return Figures.text(
        "%s from %s%s, by %.2f of %d cores; ended: %s",
        Figures.time(Duration.ofNanos(run.measuredNanos())),
        clock.format(run.started().plusNanos(run.warmupNanos())),
        run.warmupNanos() == 0 ? "" : " after a warm-up of " + warmup,
        run.cpu().cores(),
        run.cpu().processors(),
        run.endReason());
  }

  private static String rate(Workload workload, Batches batches) {
    Window measured = workload.measured();
    Counts counts = measured.counts();
    return Figures.rate(Gauge.ACHIEVED.in(measured, batches))
        + (measured.hadTarget() ? " of " + Figures.perSecond(measured.targetPerSecond()) : "")
        + ", "
        + Figures.count(counts.done(), "message")
        + (counts.dropped() == 0 ? "" : ", dropped " + Figures.count(counts.dropped()));
  }

  private static Stream<String> latencies(Workload workload, Batches batches) {
    Window measured = workload.measured();
    return Stream.of(
            Stream.of(measured.headline(), LatencyKind.END_TO_END)
                .flatMap(kind -> latency(kind, measured, batches).stream()),
            AllDue.of(measured).p99().stream(),
            Steadiness.remarks(batches).stream())
        .flatMap(lines -> lines);
  }

  /** What is not of another kind is from the scheduled start. */
  private static Optional<String> latency(LatencyKind kind, Window measured, Batches batches) {
    return KnownLatency.of(kind, measured, batches)
        .map(
            known ->
                Stream.concat(
                        Arrays.stream(PERCENTILES)
                            .boxed()
                            .flatMap(
                                each ->
                                    known.text(each).stream()
                                        .map(text -> Latency.word(each) + " " + text)),
                        Stream.of("max " + known.text(LatencyFigure.MAX)))
                    .collect(
                        Collectors.joining(
                            ", ", kind == LatencyKind.LATENCY ? "" : kind.label() + " ", "")));
  }

  private static Stream<String> delivery(Workload workload) {
    return workload.delivery().stream().filter(DeliveryText::isChecked).map(DeliveryText::brief);
  }

  private static Stream<String> undelivered(Workload workload) {
    return workload.delivery().stream().filter(found -> !found.clean()).map(DeliveryText::faults);
  }

  private static Stream<String> faults(Workload workload) {
    List<String> faults = new ArrayList<>();
    workload
        .whole()
        .end()
        .errorsByCause()
        .forEach((cause, count) -> faults.add(Figures.count(count) + " x " + cause));
    if (workload.workersLost() > 0) {
      faults.add(Figures.count(workload.workersLost(), "worker") + " lost");
    }
    if (workload.unanswered()) {
      faults.add("no call was answered");
    }
    if (workload.neverDue()) {
      faults.add("nothing of its rate fell due");
    }
    Reconnects reconnects = workload.reconnects();
    if (reconnects.count() + reconnects.notBack() > 0) {
      faults.add("reconnects " + DetailedSummary.reconnects(reconnects));
    }
    Counts whole = workload.whole().counts();
    if (whole.inDoubt() + whole.rolledBack() > 0) {
      faults.add(
          Figures.text("in doubt %,d, rolled back %,d", whole.inDoubt(), whole.rolledBack()));
    }
    return faults.stream();
  }
}
