package dev.sluice.control.analysis.rehearsal;

import dev.sluice.control.analysis.rehearsal.Rehearsal.Episode;
import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.ObjectiveResult.Judgement;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.core.text.Figures;
import dev.sluice.estimates.Interval;
import dev.sluice.estimates.OrderStatistics;
import dev.sluice.estimates.Proportion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a rehearsal shows beyond its own faults, as far as those are like the ones to come: the
 * times that most outages stay below, and the share of messages that is lost at most.
 *
 * @param wanted what it is judged by
 * @param played what came of the plan's own objectives and steps
 */
public record Certificate(Rehearsal rehearsal, Wanted wanted, List<ObjectiveResult> played) {

  /** Shares above this are shown in per cent. */
  private static final double RARE = 0.01;

  /**
   * What is asked for.
   *
   * @param share of outages that must be shorter than the limit
   * @param confidence of all that is concluded
   * @param outageNanos the limit; empty if none is judged
   * @param loss the share of messages that may be lost; 0 if none may
   */
  public record Wanted(double share, double confidence, OptionalLong outageNanos, double loss) {}

  /**
   * A time of all faults of one name that have it.
   *
   * @param median with its interval; beyond all numbers if half of them were not over
   * @param bound what {@link Wanted#share} of all stay below; empty if they are too few
   */
  public record Distribution(
      String fault,
      FaultFigure time,
      int count,
      Interval median,
      double worst,
      Optional<OrderStatistics.Bound> bound) {}

  /** Those of the times that at least one fault has. */
  public List<Distribution> times() {
    List<Distribution> all = new ArrayList<>();
    byName()
        .forEach(
            (name, faults) -> {
              for (FaultFigure time : FaultFigure.TIMES) {
                double[] values =
                    faults.stream()
                        .mapToLong(
                            each -> each.figures().getOrDefault(time, FaultFigure.NOT_JUDGED))
                        .filter(each -> each != FaultFigure.NOT_JUDGED)
                        .mapToDouble(this::atMost)
                        .toArray();
                if (values.length > 0) {
                  OrderStatistics found = new OrderStatistics(values);
                  all.add(
                      new Distribution(
                          name,
                          time,
                          found.count(),
                          found.median(wanted.confidence),
                          found.greatest(),
                          found.upper(wanted.share, wanted.confidence)));
                }
              }
            });
    return all;
  }

  /** Faults of one name are alike, others need not be. */
  private Map<String, List<Episode>> byName() {
    return rehearsal.faults().stream()
        .collect(Collectors.groupingBy(Episode::name, LinkedHashMap::new, Collectors.toList()));
  }

  /** A time as a number that others can be compared with, also if it is not over. */
  static double nanos(long time) {
    return time == FaultFigure.NOT_BACK ? Double.POSITIVE_INFINITY : time;
  }

  /** The same of a time that may be too short to be seen, which counts as the longest of those. */
  private double atMost(long time) {
    return time == 0 ? rehearsal.unseenNanos() : nanos(time);
  }

  /** Whether what was asked for holds, of the run and of all that was found in its histories. */
  public List<ObjectiveResult> judged() {
    List<ObjectiveResult> all = new ArrayList<>(played);
    if (!rehearsal.problems().isEmpty()) {
      all.add(notJudged("a whole history", String.join("; ", rehearsal.problems())));
    }
    if (rehearsal.lateNanos().isEmpty()) {
      all.add(
          notJudged(
              "steady load before the first fault",
              "fewer than %d messages were done in it".formatted(Rehearsal.FEWEST)));
    } else {
      addOutages(all);
    }
    all.add(lost());
    all.add(none(DeliveryFigure.DUPLICATES));
    all.add(none(DeliveryFigure.CORRUPT));
    return all;
  }

  private static ObjectiveResult notJudged(String what, String why) {
    return new ObjectiveResult(what, Judgement.NOT_JUDGED, why);
  }

  private void addOutages(List<ObjectiveResult> all) {
    for (int i = 0; i < rehearsal.faults().size(); i++) {
      Episode fault = rehearsal.faults().get(i);
      if (!fault.notJudged().isEmpty()) {
        all.add(
            notJudged(
                fault.notJudged().stream().map(FaultFigure::label).collect(Collectors.joining(", "))
                    + " of fault %d, %s".formatted(i + 1, fault.name()),
                String.join("; ", fault.standstills())));
      }
    }
    List<Long> outages =
        judgedFaults(rehearsal.faults())
            .map(each -> each.figures().get(FaultFigure.OUTAGE))
            .toList();
    long back = outages.stream().filter(each -> each != FaultFigure.NOT_BACK).count();
    if (!outages.isEmpty()) {
      all.add(
          new ObjectiveResult(
              "rate back after each fault",
              back == outages.size() ? Judgement.MET : Judgement.MISSED,
              back + " of " + outages.size()));
    }
    long unrest = rehearsal.before().figures().get(FaultFigure.OUTAGE);
    if (unrest == FaultFigure.NOT_JUDGED) {
      all.add(
          notJudged(
              "steady load before the first fault",
              String.join("; ", rehearsal.before().standstills())));
    }
    if (unrest > 0 && outages.stream().allMatch(each -> each <= unrest)) {
      all.add(
          notJudged(
              "steady load before the first fault",
              "it stood still for %s without one".formatted(Figures.latency(unrest))));
    }
    wanted.outageNanos.ifPresent(
        limit -> byName().forEach((name, faults) -> all.add(below(limit, name, faults))));
  }

  private static Stream<Episode> judgedFaults(List<Episode> faults) {
    return faults.stream()
        .filter(each -> each.figures().get(FaultFigure.OUTAGE) != FaultFigure.NOT_JUDGED);
  }

  private ObjectiveResult below(long limit, String name, List<Episode> all) {
    List<Episode> faults = judgedFaults(all).toList();
    if (faults.isEmpty()) {
      return notJudged(name + ": outages < " + Figures.latency(limit), "the harness stood still");
    }
    long below =
        faults.stream()
            .filter(each -> atMost(each.figures().get(FaultFigure.OUTAGE)) < limit)
            .count();
    Proportion found = new Proportion(below, faults.size());
    return new ObjectiveResult(
        "%s: %s of outages < %s"
            .formatted(name, Figures.percent(wanted.share), Figures.latency(limit)),
        outcome(found, wanted.share, true),
        "%d of %d were, so with %s confidence at least %s of all are"
            .formatted(
                below,
                faults.size(),
                Figures.percent(wanted.confidence),
                Figures.percent(found.lower(wanted.confidence))));
  }

  /** Whether a share is on the wanted side of a limit. */
  private Judgement outcome(Proportion found, double limit, boolean above) {
    boolean surelyAbove = found.lower(wanted.confidence) >= limit;
    boolean surelyBelow = found.upper(wanted.confidence) < limit;
    return surelyAbove || surelyBelow
        ? surelyAbove == above ? Judgement.MET : Judgement.MISSED
        : Judgement.NOT_JUDGED;
  }

  private ObjectiveResult lost() {
    Proportion loss = loss();
    if (loss.trials() == 0) {
      return notJudged("lost == 0", "no message was received");
    }
    return new ObjectiveResult(
        wanted.loss == 0 ? "lost == 0" : "lost < " + oneIn(wanted.loss),
        wanted.loss > 0
            ? outcome(loss, wanted.loss, false)
            : loss.seen() == 0 ? Judgement.MET : Judgement.MISSED,
        lossOfMessages());
  }

  /** The messages that did not arrive, of all that were to. */
  private Proportion loss() {
    long arrived =
        rehearsal.delivered().get(DeliveryFigure.CHECKED)
            - rehearsal.delivered().get(DeliveryFigure.DUPLICATES);
    return new Proportion(
        rehearsal.delivered().missing(), arrived + rehearsal.delivered().missing());
  }

  private ObjectiveResult none(DeliveryFigure figure) {
    long found = rehearsal.delivered().get(figure);
    return new ObjectiveResult(
        figure.label() + " == 0",
        found == 0 ? Judgement.MET : Judgement.MISSED,
        Figures.count(found));
  }

  /** {@code 0 of 4,100,000 messages in 30 faults: below 1 in 1,368,600 (95 % confidence)}. */
  public String lossOfMessages() {
    return bounded(loss(), "messages in " + Figures.count(rehearsal.faults().size(), "fault"));
  }

  /** The same of faults that lost something, because messages are not lost one by one. */
  public String lossyFaults() {
    long lossy =
        rehearsal.faults().stream()
            .filter(each -> each.figures().get(FaultFigure.LOST) > 0)
            .count();
    return bounded(new Proportion(lossy, rehearsal.faults().size()), "faults lost any");
  }

  private String bounded(Proportion share, String of) {
    return "%s of %s %s: below %s (%s confidence)"
        .formatted(
            Figures.count(share.seen()),
            Figures.count(share.trials()),
            of,
            oneIn(share.upper(wanted.confidence)),
            Figures.percent(wanted.confidence));
  }

  /** Rounded so that it stays a bound. */
  private static String oneIn(double share) {
    return share > RARE
        ? Figures.text("%.1f %%", Math.ceil(1_000 * share) / 10)
        : "1 in " + Figures.count((long) (1 / share));
  }
}
