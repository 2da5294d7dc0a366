package dev.sluice.control.analysis.gate;

import dev.sluice.control.analysis.compare.RunFigures;
import dev.sluice.control.measure.Metric;
import dev.sluice.core.text.Figures;
import dev.sluice.jms.provider.ConfigurationException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decides between a baseline A and a candidate B by rounds of A B B A, until the answer is known: a
 * steady change of the host affects both sides alike, and all looks together have one small chance
 * of a wrong answer.
 *
 * <p>A pair before the rounds is the screen: it shows whether both sides run and have the figures
 * before many rounds are played, and takes what a first run costs. It counts in no figure, because
 * the error of one pair is not known.
 *
 * @param wanted which figures decide; none for achieved and p99 of what has a target, or of all
 * @param most the limit of rounds
 * @param margin a change up to this does not matter, as a share
 * @param runner plays runs
 * @param nanos a clock, which tells how long they take
 */
public record Gate(
    List<Figure> wanted, int most, double margin, Runner runner, LongSupplier nanos) {

  /** One of the two that are compared. */
  public enum Side {
    /** The baseline. */
    A,
    /** The candidate. */
    B
  }

  /** In turns, so that a steady drift cancels. */
  private static final List<Side> ROUND = List.of(Side.A, Side.B, Side.B, Side.A);

  private static final List<Metric> USUAL =
      Stream.of("achieved", "p99").map(Metric::of).flatMap(Optional::stream).toList();

  /** Plays one run of a side, freshly started. */
  @FunctionalInterface
  public interface Runner {

    /**
     * Plays it to its end.
     *
     * @param name of the run, as a path: {@code round-1/a2}
     * @throws IOException if it failed; a run that was harness limited did not
     */
    RunFigures play(Side side, String name) throws IOException, InterruptedException;
  }

  /**
   * A figure of a workload or step.
   *
   * @param subject empty, where one is asked for, for all that have it
   */
  public record Figure(String subject, Metric metric) {

    /**
     * Parses {@code p99} or {@code senders: p99}.
     *
     * @throws IllegalArgumentException if it is something else; the message names the valid figures
     */
    public static Figure parse(String text) {
      int colon = text.lastIndexOf(':');
      String word = text.substring(colon + 1).strip();
      return RunFigures.METRICS.stream()
          .filter(metric -> metric.word().equals(word))
          .map(metric -> new Figure(text.substring(0, Math.max(0, colon)).strip(), metric))
          .findFirst()
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "'%s' is not a figure that runs are compared by; use one of %s"
                          .formatted(
                              word,
                              RunFigures.METRICS.stream()
                                  .map(Metric::word)
                                  .collect(Collectors.joining(", ")))));
    }

    private boolean asksFor(Figure other) {
      return metric.equals(other.metric) && List.of("", other.subject).contains(subject);
    }

    @Override
    public String toString() {
      return (subject.isEmpty() ? "" : subject + ": ") + metric.word();
    }
  }

  /**
   * A round that was played.
   *
   * @param number from 1 on
   * @param runs A, B, B, A
   */
  record Round(int number, List<RunFigures> runs) {

    double[] logs(Figure figure) {
      return RunFigures.logs(runs, figure.subject, figure.metric);
    }

    /** Why it is not judged, if it is not. */
    Optional<String> notJudged(List<Figure> figures) {
      List<String> reasons = new ArrayList<>();
      for (RunFigures run : runs) {
        run.limited().ifPresent(why -> reasons.add(run.name() + ": " + why));
      }
      for (Figure figure : figures) {
        String name = GateResult.name(figure);
        if (logs(figure).length < runs.size()) {
          reasons.add(name + " was not measured in all runs");
        } else if (RunFigures.isHarness(runs, figure.subject, figure.metric)) {
          reasons.add(name + " may be mostly the harness's own lateness");
        } else {
          RunFigures.differentTargets(runs, figure.subject).ifPresent(reasons::add);
        }
      }
      return reasons.stream().findFirst().map(why -> "round " + number + " is not judged: " + why);
    }
  }

  /**
   * Plays as many rounds as it takes.
   *
   * @param told receives a line of progress after each round
   * @throws ConfigurationException if the runs lack a wanted figure
   */
  public GateResult play(Consumer<String> told) throws IOException, InterruptedException {
    told.accept("screen: a run of each side");
    long beganNanos = nanos.getAsLong();
    List<RunFigures> screen = played("screen", List.of(Side.A, Side.B));
    Duration round = Duration.ofNanos(2 * (nanos.getAsLong() - beganNanos));
    GateResult result = new GateResult(most, margin, figures(screen));
    told.accept(result.screened(screen));
    told.accept(
        "rounds of A B B A until it is known, each about %s; at most %d, %s"
            .formatted(Figures.time(round), most, Figures.time(round.multipliedBy(most))));
    while (!result.isLast()) {
      int number = result.rounds().size() + 1;
      result = result.after(played("round-" + number, ROUND));
      told.accept(result.progress());
    }
    return result;
  }

  private List<RunFigures> played(String folder, List<Side> sides)
      throws IOException, InterruptedException {
    List<RunFigures> runs = new ArrayList<>();
    for (Side side : sides) {
      long before = sides.subList(0, runs.size()).stream().filter(side::equals).count();
      String name = folder + "/" + side.name().toLowerCase(Locale.ROOT) + (before + 1);
      runs.add(runner.play(side, name));
    }
    return runs;
  }

  /** The wanted ones of the figures that both sides have. */
  private List<Figure> figures(List<RunFigures> screen) {
    List<Figure> all = new ArrayList<>();
    for (String subject : screen.get(0).subjects().keySet()) {
      for (Metric metric : RunFigures.METRICS) {
        if (RunFigures.values(screen, subject, metric).length == screen.size()) {
          all.add(new Figure(subject, metric));
        }
      }
    }
    List<Figure> asked = wanted.isEmpty() ? usual(screen.get(0)) : wanted;
    for (Figure each : asked) {
      if (all.stream().noneMatch(each::asksFor)) {
        throw new ConfigurationException(
            "the runs have no %s; they have %s"
                .formatted(
                    each, all.stream().map(Figure::toString).collect(Collectors.joining(", "))));
      }
    }
    return all.stream()
        .filter(figure -> asked.stream().anyMatch(each -> each.asksFor(figure)))
        .toList();
  }

  /** Without a target, a latency includes the wait for something to do. */
  private static List<Figure> usual(RunFigures run) {
    List<String> paced =
        run.subjects().entrySet().stream()
            .filter(each -> each.getValue().targetPerSecond() > 0)
            .map(Map.Entry::getKey)
            .toList();
    return (paced.isEmpty() ? List.of("") : paced)
        .stream()
            .flatMap(subject -> USUAL.stream().map(metric -> new Figure(subject, metric)))
            .toList();
  }
}
