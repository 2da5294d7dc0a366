package dev.sluice.control.analysis.compare;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.Table;
import dev.sluice.control.measure.Metric;
import dev.sluice.core.text.Figures;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Differences between the runs of a baseline and those of one or more other sides. Runs are the
 * samples: Welch's test on the logarithms of their figures, or the paired test where they took
 * turns, with one level for all figures together (Bonferroni).
 *
 * @param design what is compared
 * @param sides the runs of each side that can be compared, the baseline first
 * @param thresholdPercent a difference up to this does not matter
 * @param differences every figure of every workload or step that the baseline has
 * @param missing workloads or steps that not all have, one line each
 * @param notComparable runs, workloads and steps of which nothing can be concluded, and why
 */
public record Comparison(
    Design design,
    List<Side> sides,
    double thresholdPercent,
    List<Difference> differences,
    List<String> missing,
    List<String> notComparable) {

  private static final int NAMES_TOLD = 3;

  /** What is compared, and what its samples are. */
  public enum Design {
    /** Workloads of runs. */
    RUN("workload", "run", "name several of each, as in A1 A2 A3 -- B1 B2 B3"),
    /** Steps of sweeps, by the rounds of a repeat. */
    SWEEP("step", "round", "repeat each step");

    final String subject;
    final String sample;
    final String remedy;

    Design(String subject, String sample, String remedy) {
      this.subject = subject;
      this.sample = sample;
      this.remedy = remedy;
    }
  }

  /**
   * Runs of the same.
   *
   * @param name in what is said of it
   */
  public record Side(String name, List<RunFigures> runs) {

    /** Folders, by their names. */
    public static Side of(List<String> names, List<RunFigures> runs) {
      List<String> told = names.subList(0, Math.min(names.size(), NAMES_TOLD));
      int more = names.size() - told.size();
      return new Side(String.join(", ", told) + (more == 0 ? "" : " and " + more + " more"), runs);
    }

    private Side comparable() {
      return new Side(name, runs.stream().filter(run -> run.limited().isEmpty()).toList());
    }

    private Set<String> subjects() {
      return runs.stream()
          .flatMap(run -> run.subjects().keySet().stream())
          .collect(Collectors.toCollection(LinkedHashSet::new));
    }
  }

  /**
   * Compares.
   *
   * @param given at least two, the baseline first
   * @param thresholdPercent a difference up to this does not matter
   * @param others more runs of the same plan, which tell how far single runs lie apart
   */
  public static Comparison of(
      Design design, List<Side> given, double thresholdPercent, List<RunFigures> others) {
    List<Side> sides = given.stream().map(Side::comparable).toList();
    List<String> notComparable =
        given.stream()
            .flatMap(side -> side.runs.stream())
            .flatMap(run -> run.limited().map(why -> notComparable(run, why)).stream())
            .distinct()
            .collect(Collectors.toCollection(ArrayList::new));
    List<String> missing = new ArrayList<>();
    List<Difference> found = new ArrayList<>();
    Side baseline = sides.get(0);
    for (Side side : sides.subList(1, sides.size())) {
      for (String subject : side.runs.isEmpty() ? Set.<String>of() : baseline.subjects()) {
        List<RunFigures> both =
            Stream.of(baseline, side).flatMap(each -> each.runs.stream()).toList();
        if (!side.subjects().contains(subject)) {
          missing.add(side.name + " has no " + design.subject + " " + subject);
          continue;
        }
        RunFigures.differentTargets(both, subject).ifPresent(notComparable::add);
        if (RunFigures.differentTargets(both, subject).isEmpty()) {
          RunFigures.METRICS.stream()
              .filter(metric -> RunFigures.values(both, subject, metric).length > 0)
              .map(each -> difference(subject, each, baseline, side, others))
              .forEach(found::add);
        }
      }
    }
    long judged = found.stream().filter(Difference::known).count();
    return new Comparison(
        design,
        sides,
        thresholdPercent,
        found.stream()
            .map(
                each ->
                    each.judged(
                        thresholdPercent / Difference.PERCENT, 1 - Difference.ERROR_LEVEL / judged))
            .toList(),
        List.copyOf(missing),
        List.copyOf(notComparable));
  }

  private static String notComparable(RunFigures run, String why) {
    return run.name() + " is not comparable: " + why;
  }

  private static Difference difference(
      String subject, Metric metric, Side baseline, Side side, List<RunFigures> others) {
    List<RunFigures> alike =
        others.stream()
            .filter(run -> run.subjects().containsKey(subject))
            .filter(
                run ->
                    RunFigures.differentTargets(
                            Stream.concat(Stream.of(run), baseline.runs.stream()).toList(), subject)
                        .isEmpty())
            .toList();
    return Difference.of(subject, metric, side.name, baseline.runs, side.runs, alike);
  }

  /** Whether anything got worse, so much that it matters and chance does not explain it. */
  public boolean regression() {
    return has(Difference.Significance.WORSE);
  }

  /** Whether a run or a figure could not be judged. */
  public boolean notJudged() {
    return !notComparable.isEmpty()
        || has(Difference.Significance.NOT_JUDGED)
        || (unconfirmed() && !differences.isEmpty());
  }

  /** Whether nothing is confirmed, because no side has several runs. */
  private boolean unconfirmed() {
    return differences.stream().noneMatch(Difference::known);
  }

  private boolean has(Difference.Significance significance) {
    return differences.stream().anyMatch(each -> each.verdict() == significance);
  }

  public Json json() {
    return new Json()
        .put("baseline", sides.get(0).name)
        .put("runs", sides.stream().skip(1).map(Side::name).toList())
        .put("runsOfSides", sides.stream().map(side -> side.runs.size()).toList())
        .put("thresholdPercent", thresholdPercent)
        .put("significanceLevel", Difference.ERROR_LEVEL)
        .put("regression", regression())
        .put("differences", differences.stream().map(table()::json).toList())
        .put("missing", missing)
        .put("notComparable", notComparable)
        .put("notJudged", notJudged())
        .put("conclusion", conclusion());
  }

  /** For people. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("baseline " + sides.get(0).name);
    for (Side side : sides.subList(1, sides.size())) {
      lines.add("");
      lines.add("against  " + side.name);
      lines.addAll(
          table()
              .lines(differences.stream().filter(each -> each.side().equals(side.name)).toList()));
    }
    lines.addAll(missing);
    lines.addAll(notComparable);
    lines.add("");
    lines.add(conclusion());
    return lines;
  }

  private Table<Difference> table() {
    return new Table<Difference>()
        .left(design.subject, Difference::subject)
        .left("figure", each -> Difference.name(each.metric()))
        .as("metric", each -> each.metric().word())
        .value("unit", each -> Difference.unit(each.metric()))
        .value("run", Difference::side)
        .right("before", each -> Difference.text(each.metric(), each.before()))
        .as("before", each -> Difference.number(each.before()))
        .right("after", each -> Difference.text(each.metric(), each.after()))
        .as("after", each -> Difference.number(each.after()))
        .right("change", each -> Difference.percent(each.share().value()))
        .as("change", each -> Difference.percents(each.share()))
        .left("interval", Comparison::interval)
        .as("usualPercent", each -> Difference.number(usualPercent(each)))
        .left("verdict", each -> each.verdict().label())
        .as("verdict", Difference::verdict);
  }

  private static double usualPercent(Difference each) {
    return each.usual().orElse(Double.NaN) * Difference.PERCENT;
  }

  private static String interval(Difference each) {
    return each.usual().isPresent()
        ? Figures.text("%.1f %% is usual", usualPercent(each))
        : Difference.range(each.share());
  }

  /** What came of it, and what counts, in one line. */
  String conclusion() {
    String word =
        regression()
            ? "worse"
            : notJudged()
                ? "not judged"
                : has(Difference.Significance.BETTER)
                    ? "better"
                    : has(Difference.Significance.CANNOT_TELL)
                        ? "no regression is confirmed"
                        : "no regression";
    if (unconfirmed()) {
      return differences.isEmpty()
          ? word
          : Figures.text(
              "%s: one %s a side cannot confirm anything; %s", word, design.sample, design.remedy);
    }
    return Figures.text(
        "%s; a change counts if it is above %s %% and its interval excludes 0; of 1,000"
            + " comparisons at most %.0f give a wrong verdict on any of the %d figures",
        word,
        Csv.number(thresholdPercent),
        Difference.ERROR_LEVEL * 1_000,
        differences.stream().filter(Difference::known).count());
  }
}
