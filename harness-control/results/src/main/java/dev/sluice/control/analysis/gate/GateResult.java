package dev.sluice.control.analysis.gate;

import dev.sluice.control.analysis.compare.Difference;
import dev.sluice.control.analysis.compare.RunFigures;
import dev.sluice.control.analysis.gate.Gate.Figure;
import dev.sluice.control.analysis.gate.Gate.Round;
import dev.sluice.core.text.Figures;
import dev.sluice.estimates.Decision;
import dev.sluice.estimates.Estimate;
import dev.sluice.estimates.Interval;
import dev.sluice.estimates.Rounds;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The state of a gate after some rounds. A figure keeps its first ruling. */
public final class GateResult {

  /** Two rounds may agree by chance, because figures come in steps of a histogram. */
  public static final int FEWEST = 3;

  /** After this many rounds that are not judged, more would not be judged either. */
  private static final int MOST_NOT_JUDGED = 3;

  private static final double LEVEL_OF_DRIFT = 0.95;

  /**
   * The decision on a figure, and what it rests on.
   *
   * @param a the geometric mean of the baseline's runs
   * @param b that of the candidate's
   * @param change from A to B as a share, with the interval that decided
   * @param drift of A against itself within a round, as a share
   * @param rounds how many it took, or were judged
   */
  record Ruling(
      Figure figure,
      Decision decision,
      double a,
      double b,
      Interval change,
      Interval drift,
      int rounds) {}

  /** Days of runs, for most plans. */
  private static final int MOST_OF_USE = 100;

  private final int most;
  private final double margin;
  private final List<Figure> figures;
  private final List<Round> rounds;
  private final List<Round> judged;
  private final List<Ruling> rulings;

  /**
   * Before the first round.
   *
   * @param most the limit of rounds
   * @param margin a change up to this does not matter, as a share
   * @param figures which decide
   */
  GateResult(int most, double margin, List<Figure> figures) {
    this.most = most;
    this.margin = margin;
    this.figures = List.copyOf(figures);
    rounds = List.of();
    judged = List.of();
    rulings = figures.stream().map(this::ruling).toList();
  }

  private GateResult(GateResult before, Round next) {
    most = before.most;
    margin = before.margin;
    figures = before.figures;
    rounds = with(before.rounds, next);
    judged = next.notJudged(figures).isEmpty() ? with(before.judged, next) : before.judged;
    rulings =
        before.rulings.stream()
            .map(each -> each.decision == Decision.CANNOT_TELL ? ruling(each.figure) : each)
            .toList();
  }

  private static List<Round> with(List<Round> rounds, Round next) {
    return Stream.concat(rounds.stream(), Stream.of(next)).toList();
  }

  /**
   * After one more round.
   *
   * @param runs A, B, B, A
   */
  GateResult after(List<RunFigures> runs) {
    return new GateResult(this, new Round(rounds.size() + 1, runs));
  }

  double margin() {
    return margin;
  }

  /** All that were played. */
  List<Round> rounds() {
    return rounds;
  }

  List<Round> judged() {
    return judged;
  }

  /** Why rounds were not judged, a line each. */
  List<String> notJudged() {
    return rounds.stream().flatMap(each -> each.notJudged(figures).stream()).toList();
  }

  /** Each figure as it stood when it was decided, or stands now. */
  List<Ruling> rulings() {
    return rulings;
  }

  private Ruling ruling(Figure figure) {
    Interval change = plan().after(each(figure, Rounds::change));
    return new Ruling(
        figure,
        judged.size() < FEWEST
            ? Decision.CANNOT_TELL
            : Decision.of(change, margin, !figure.metric().isTime()),
        Math.exp(mean(figure, logs -> (logs[0] + logs[3]) / 2).value()),
        Math.exp(mean(figure, logs -> (logs[1] + logs[2]) / 2).value()),
        change,
        mean(figure, Rounds::drift).interval(LEVEL_OF_DRIFT).asShare(),
        judged.size());
  }

  private Rounds plan() {
    return new Rounds(most, Difference.ERROR_LEVEL, figures.size());
  }

  private double[] each(Figure figure, ToDoubleFunction<double[]> of) {
    return judged.stream().mapToDouble(round -> of.applyAsDouble(round.logs(figure))).toArray();
  }

  private Estimate mean(Figure figure, ToDoubleFunction<double[]> of) {
    return Estimate.ofSamples(each(figure, of));
  }

  /** Worse if anything is; else cannot tell, if that holds for anything. */
  public Decision decision() {
    List<Decision> all = rulings.stream().map(Ruling::decision).toList();
    return List.of(Decision.WORSE, Decision.CANNOT_TELL, Decision.BETTER).stream()
        .filter(all::contains)
        .findFirst()
        .orElse(Decision.EQUAL);
  }

  /** Whether further rounds would change nothing. */
  boolean isLast() {
    return decision() != Decision.CANNOT_TELL
        || rounds.size() >= most
        || notJudged().size() >= MOST_NOT_JUDGED;
  }

  /** An answer in words. */
  String word(Decision decision) {
    return decision == Decision.EQUAL
        ? Figures.text("equal within %s %%", Difference.inPercent(margin))
        : decision.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** The answer in one line. */
  String headline() {
    Decision decision = decision();
    String why =
        decision != Decision.CANNOT_TELL
            ? ""
            : judged.size() < FEWEST
                ? ": " + Figures.count(judged.size(), "round") + " could be judged"
                : rulings.stream()
                    .filter(each -> each.decision == Decision.CANNOT_TELL)
                    .map(each -> name(each.figure) + " " + range(each))
                    .collect(Collectors.joining("; ", ": ", "; " + moreRounds()));
    return word(decision) + " after " + Figures.count(rounds.size(), "round") + why;
  }

  /** What would tell. */
  private String moreRounds() {
    List<OptionalInt> needed =
        rulings.stream()
            .filter(each -> each.decision == Decision.CANNOT_TELL)
            .map(
                each ->
                    plan().thatWouldTell(margin, MOST_OF_USE, each(each.figure, Rounds::change)))
            .toList();
    return needed.stream().allMatch(OptionalInt::isPresent)
        ? "about %d rounds would tell"
            .formatted(needed.stream().mapToInt(OptionalInt::getAsInt).max().orElseThrow())
        : MOST_OF_USE + " rounds would not tell either";
  }

  static String name(Figure figure) {
    return figure.subject() + " " + figure.metric().word();
  }

  static String range(Ruling ruling) {
    return Difference.range(ruling.change);
  }

  /** How A differed from itself within rounds. */
  static String drift(Ruling ruling) {
    return ruling.drift.known()
        ? Difference.percent(ruling.drift.value())
            + Figures.text(" +/- %.1f %%", ruling.drift.error() * Difference.PERCENT)
        : "-";
  }

  /** What the screen showed, in one line. */
  String screened(List<RunFigures> screen) {
    Optional<String> limited = new Round(0, screen).notJudged(figures);
    return "screen   "
        + limited.map(why -> why.replace("round 0", "it")).orElseGet(() -> differences(screen));
  }

  private String differences(List<RunFigures> screen) {
    return figures.stream()
            .map(
                figure -> {
                  double[] logs = RunFigures.logs(screen, figure.subject(), figure.metric());
                  return name(figure) + " " + Difference.percent(Math.expm1(logs[1] - logs[0]));
                })
            .collect(Collectors.joining(", "))
        + "; one pair confirms nothing";
  }

  /** What is known after the last round, in one line. */
  String progress() {
    Round last = rounds.get(rounds.size() - 1);
    String found =
        rulings.stream()
            .map(
                each ->
                    name(each.figure)
                        + " "
                        + Difference.percent(each.change.value())
                        + (each.decision == Decision.CANNOT_TELL ? "" : " " + word(each.decision)))
            .collect(Collectors.joining(", "));
    return last.notJudged(figures).orElse(Figures.text("round %-2d %s", last.number(), found));
  }
}
