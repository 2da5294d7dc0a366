package dev.sluice.control.scenario.step;

import dev.sluice.control.report.Figures;
import dev.sluice.control.scenario.judge.Judgement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** What the steps of a scenario found, in its order. For the thread that plays it. */
public final class Findings {

  /** Fewer make no curve, and no peak. */
  private static final int ROWS_OF_A_CURVE = 3;

  private final Consumer<StepRow> onRow;
  private final List<StepRow> rows = new ArrayList<>();
  private final List<Judgement> judgements = new ArrayList<>();
  private final List<String> answers = new ArrayList<>();
  private Optional<Duration> longestRecovery = Optional.empty();
  private int firstRowOfRun;
  private OptionalLong disturbedNanos = OptionalLong.empty();
  private OptionalDouble before = OptionalDouble.empty();
  private Map<String, Duration> waited = new LinkedHashMap<>();

  /**
   * @param onRow is told each row as it comes
   */
  public Findings(Consumer<StepRow> onRow) {
    this.onRow = onRow;
  }

  void row(StepRow row) {
    rows.add(row);
    onRow.accept(row);
  }

  void judged(List<Judgement> more) {
    judgements.addAll(more);
  }

  /** What a search found, one line. */
  void answer(String line) {
    answers.add(line);
  }

  /** What was achieved before the next row's step. */
  void before(double perSecond) {
    before = OptionalDouble.of(perSecond);
  }

  /** And it is used up. */
  OptionalDouble takeBefore() {
    OptionalDouble taken = before;
    before = OptionalDouble.empty();
    return taken;
  }

  /** Something came after so long: a figure of the next row. */
  void waited(String what, Duration after) {
    waited.put(what, after);
  }

  /** What came since the row before, and it is used up. */
  Map<String, Duration> takeWaited() {
    Map<String, Duration> taken = waited;
    waited = new LinkedHashMap<>();
    return taken;
  }

  /** Something around the run was changed: recovery is timed from then on. */
  void disturbed(long nanos) {
    disturbedNanos = OptionalLong.of(nanos);
  }

  /** When it was, if it was. */
  OptionalLong disturbedNanos() {
    return disturbedNanos;
  }

  /** Everything was well again after so long. */
  void recovery(Condition condition, Duration after) {
    answers.add(condition.word() + " after " + Figures.time(after));
    longestRecovery =
        longestRecovery
            .filter(longest -> longest.compareTo(after) >= 0)
            .or(() -> Optional.of(after));
  }

  /** A run has ended: the highest of its rows, as far as they had no target, is its peak. */
  public void runEnded() {
    List<StepRow> own =
        rows.subList(firstRowOfRun, rows.size()).stream()
            .filter(row -> row.targetPerSecond() == 0)
            .toList();
    if (own.size() >= ROWS_OF_A_CURVE) {
      own.stream()
          .max(Comparator.comparingDouble(StepRow::achievedPerSecond))
          .ifPresent(
              row ->
                  answers.add(
                      "peak: " + Figures.rate(row.achievedPerSecond()) + "/s at " + row.name()));
    }
    firstRowOfRun = rows.size();
  }

  public List<StepRow> rows() {
    return List.copyOf(rows);
  }

  public List<Judgement> judgements() {
    return List.copyOf(judgements);
  }

  public List<String> answers() {
    List<String> all = new ArrayList<>(answers);
    all.addAll(repeated());
    return all;
  }

  /** Of rows that were measured more than once, how far one lies from another. */
  private List<String> repeated() {
    Map<String, List<Double>> rates = new LinkedHashMap<>();
    rows.forEach(
        row ->
            rates
                .computeIfAbsent(row.name(), name -> new ArrayList<>())
                .add(row.achievedPerSecond()));
    return rates.entrySet().stream()
        .filter(each -> each.getValue().size() > 1)
        .map(
            each ->
                "%s: %s, from %s to %s"
                    .formatted(
                        each.getKey(),
                        Interval95.of(each.getValue()).text("times"),
                        Figures.rate(Collections.min(each.getValue())),
                        Figures.rate(Collections.max(each.getValue()))))
        .toList();
  }

  /** The longest time that a wait for recovery took. */
  public Optional<Duration> longestRecovery() {
    return longestRecovery;
  }
}
