package dev.sluice.control.measure;

import dev.sluice.control.format.Finding;
import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.SearchTry;
import dev.sluice.control.format.SweepLaw;
import dev.sluice.core.text.Figures;
import dev.sluice.estimates.Estimate;
import dev.sluice.estimates.Estimated;
import dev.sluice.estimates.law.Scaling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** The findings of a scenario's steps, in its order. For the thread that runs it. */
public final class Findings {

  /** Fewer make no curve, and no peak. */
  public static final int ROWS_OF_A_CURVE = 3;

  private final List<Listener> listeners;
  private final Scaling scaling;
  private final Optional<Demand> demand;
  private final List<StepRow> rows = new ArrayList<>();
  private final List<ObjectiveResult> judgements = new ArrayList<>();
  private final List<Finding> found = new ArrayList<>();
  private final List<StepRow> searched = new ArrayList<>();
  private final List<StepRow> peaks = new ArrayList<>();
  private Optional<Duration> longestRecovery = Optional.empty();
  private int firstRowOfRun;
  private OptionalLong disturbedNanos = OptionalLong.empty();
  private Map<String, StepRow> before = new HashMap<>();
  private Map<String, Duration> waited = new LinkedHashMap<>();
  private volatile RunFindings ofRun = RunFindings.NONE;

  /** Takes what is found as it comes. */
  public interface Listener {

    default void row(StepRow row) {}

    default void tried(SearchTry tried) {}

    default void found(Finding finding) {}
  }

  /**
   * @param listeners take what is found
   * @param random draws what the errors of a sweep might have given instead
   */
  public Findings(List<Listener> listeners, RandomGenerator random) {
    this(listeners, random, Optional.empty());
  }

  /** The same, with what is asked of the laws of its sweeps. */
  public Findings(List<Listener> listeners, RandomGenerator random, Optional<Demand> demand) {
    this.listeners = List.copyOf(listeners);
    this.demand = demand;
    scaling = new Scaling(random);
  }

  public void row(StepRow row) {
    rows.add(row);
    ofRun = ofRun.with(row);
    listeners.forEach(each -> each.row(row));
  }

  /** The highest rate that a search found is the next row. */
  public void searched(StepRow row) {
    searched.add(row);
    row(row);
  }

  public void judged(List<ObjectiveResult> more) {
    judgements.addAll(more);
  }

  /** A search tried a rate, or a step measured a window. */
  public void tried(SearchTry tried) {
    listeners.forEach(each -> each.tried(tried));
  }

  public void found(Finding finding) {
    found.add(finding);
    ofRun = ofRun.with(finding);
    listeners.forEach(each -> each.found(finding));
  }

  /** What a workload did before the step of the next rows. */
  public void before(StepRow row) {
    before.put(row.workload(), row);
  }

  /** Returns the figures of each workload once. */
  public Map<String, StepRow> takeBefore() {
    Map<String, StepRow> taken = before;
    before = new HashMap<>();
    return taken;
  }

  /**
   * The measurement, as the next row.
   *
   * @param done is complete
   * @param before the same before the step, where it was measured
   */
  public StepRow nextRow(
      String name,
      Target who,
      Map<String, String> variables,
      IntervalSum done,
      Optional<StepRow> before,
      StepRow.Beside beside,
      Map<String, Duration> waited) {
    StepRow.Treatment treatment = new StepRow.Treatment(name, who, variables);
    return new StepRow(
        rows.size() + 1,
        treatment,
        variables,
        done.sum(),
        before,
        beside,
        waited,
        repeats(treatment, done.sum().achievedPerSecond()),
        Metric.known(done.batches()),
        "");
  }

  /** The rate achieved now, with the rounds before it. */
  private Estimate repeats(StepRow.Treatment treatment, double perSecond) {
    return Estimate.ofSamples(
        DoubleStream.concat(
                rows.stream()
                    .filter(row -> row.treatment().equals(treatment))
                    .mapToDouble(row -> row.done().achievedPerSecond()),
                DoubleStream.of(perSecond))
            .toArray());
  }

  /** Something came after this long: a figure of the next row. */
  public void waited(String what, Duration after) {
    waited.put(what, after);
  }

  /** Returns the figures since the row before, once. */
  public Map<String, Duration> takeWaited() {
    Map<String, Duration> taken = waited;
    waited = new LinkedHashMap<>();
    return taken;
  }

  /** Something around the run was changed: recovery is timed from then on. */
  public void disturbed(long nanos) {
    disturbedNanos = OptionalLong.of(nanos);
  }

  /** When it was, if it was. */
  public OptionalLong disturbedNanos() {
    return disturbedNanos;
  }

  /** Everything was well again after this long. */
  public void recovery(Condition condition, Duration after) {
    found(
        new Finding(
            Finding.Topic.RECOVERY,
            condition.word(),
            Double.NaN,
            condition.word() + " after " + Figures.time(after)));
    longestRecovery =
        longestRecovery
            .filter(longest -> longest.compareTo(after) >= 0)
            .or(() -> Optional.of(after));
  }

  /**
   * A run has ended: the highest of its rows, as far as they had no target or were searched for, is
   * its peak, and its curve may have a law. The next run has been neither disturbed nor recovered
   * yet.
   */
  public void runEnded() {
    List<StepRow> own =
        rows.subList(firstRowOfRun, rows.size()).stream()
            .filter(row -> !row.who().elsewhere())
            .toList();
    curve(own.stream().filter(row -> row.done().targetPerSecond() == 0).toList());
    curve(own.stream().filter(searched::contains).toList());
    firstRowOfRun = rows.size();
    longestRecovery = Optional.empty();
    disturbedNanos = OptionalLong.empty();
    ofRun = RunFindings.NONE;
  }

  private void curve(List<StepRow> own) {
    if (own.size() >= ROWS_OF_A_CURVE) {
      Curve curve = new Curve(own);
      StepRow peak = curve.peak();
      peaks.add(peak);
      Optional<SweepLaw> law = curve.law(scaling);
      found(
          new Finding(Finding.Topic.PEAK, peak.workload(), curve.highest(), curve.text(law), law));
    }
  }

  /** All runs have ended: answers what is asked of their laws. */
  public void ended() {
    demand.stream()
        .flatMap(asked -> asked.answers(found).stream())
        .toList()
        .forEach(answer -> found(new Finding(Finding.Topic.SIZING, "", Double.NaN, answer)));
  }

  public List<StepRow> rows() {
    return List.copyOf(rows);
  }

  /** The highest row of each run that has a curve. */
  public List<StepRow> peaks() {
    return List.copyOf(peaks);
  }

  public List<ObjectiveResult> judgements() {
    return List.copyOf(judgements);
  }

  /** Those of the run that goes on. Any thread. */
  public RunFindings ofRun() {
    return ofRun;
  }

  /** The findings, one line each. */
  public List<String> answers() {
    List<String> all = new ArrayList<>(found.stream().map(Finding::text).toList());
    all.addAll(repeated());
    return all;
  }

  /** Of rows that were measured more than once, how far one lies from another. */
  private List<String> repeated() {
    return rows.stream()
        .collect(Collectors.groupingBy(StepRow::treatment, LinkedHashMap::new, Collectors.toList()))
        .values()
        .stream()
        .filter(each -> each.size() > 1)
        .map(Findings::repeated)
        .toList();
  }

  private static String repeated(List<StepRow> rounds) {
    StepRow last = rounds.get(rounds.size() - 1);
    DoubleSummaryStatistics rates =
        rounds.stream().mapToDouble(each -> each.done().achievedPerSecond()).summaryStatistics();
    return "%s: %s (95 %% confidence, %d times), from %s to %s"
        .formatted(
            last.name() + (last.who().elsewhere() ? " of " + last.workload() : ""),
            Figures.rate(last.repeats().interval(Estimated.LEVEL)),
            rounds.size(),
            Figures.rate(rates.getMin()),
            Figures.rate(rates.getMax()));
  }

  /** The longest time that a wait for recovery took in this run. */
  public Optional<Duration> longestRecovery() {
    return longestRecovery;
  }
}
