package dev.sluice.control.scenario.step;

import dev.sluice.control.measure.Condition;
import dev.sluice.control.measure.Findings;
import dev.sluice.control.measure.StepRow;
import dev.sluice.control.measure.Target;
import dev.sluice.control.measure.TimedInterval;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Standing.PaceMode;
import dev.sluice.core.stats.Window;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Waits until something holds in some intervals in a row.
 *
 * @param who which workload, or all it can hold for; of this process or of another
 * @param baseline the row of the steps table whose rate achieved is compared with, empty for the
 *     target
 * @param intervals how many in a row
 * @param within how long it may take
 * @param orGoOn whether the scenario goes on when it takes longer
 */
public record AwaitStep(
    Condition condition,
    Condition.Limits limits,
    Target who,
    String baseline,
    int intervals,
    Duration within,
    boolean orGoOn)
    implements Await {

  /** A process that is silent for more intervals than these has a gap. */
  private static final int INTERVALS_MISSED = 3;

  @Override
  public String text() {
    return "wait until "
        + condition.word()
        + (who.name().isEmpty() ? "" : " of " + who.name())
        + (baseline.isEmpty() ? "" : ", compared with " + baseline)
        + patience();
  }

  @Override
  public void play(StepContext context) throws StepFailedException, InterruptedException {
    long startNanos = context.nanos();
    long fromNanos =
        condition.isTimedFromDisturbance()
            ? context.findings().disturbedNanos().orElse(startNanos)
            : startNanos;
    Streak streak = new Streak(context, fromNanos);
    streak.update(); // waits on one event share its zero
    while (streak.length < intervals) {
      context.nextInterval();
      streak.update();
      if (streak.length < intervals && context.nanos() - startNanos >= within.toNanos()) {
        tookTooLong(context, condition.word(), whose());
        return;
      }
    }
    Duration after = Duration.ofNanos(streak.firstNanos - fromNanos);
    if (condition != Condition.BALANCED && condition.isTimedFromDisturbance()) {
      context.findings().recovery(condition, after); // of whatever was done last, not of this wait
    }
    done(context, condition.word(), after);
  }

  @Override
  public Optional<String> timed() {
    return condition.isTimedFromDisturbance()
        ? Optional.of(condition.word() + (who.name().isEmpty() ? "" : " " + who.name()))
        : Optional.empty();
  }

  /** Intervals one after the other in which it holds. */
  private final class Streak {

    private final StepContext context;
    private final long startNanos;
    private int length;
    private long firstNanos;
    private long lastNanos;
    private long lastNumber;
    private long silenceNanos = Long.MAX_VALUE;

    Streak(StepContext context, long startNanos) {
      this.context = context;
      this.startNanos = startNanos;
      this.firstNanos = startNanos;
      this.lastNanos = startNanos;
      context.intervals(who.target(), startNanos); // is watched from now on
    }

    /** Takes what has ended; a gap ends the row, because nobody knows what was in it. */
    void update() throws StepFailedException {
      for (TimedInterval each : context.intervals(who.target(), lastNanos)) {
        if (each.beganAfter(startNanos)) {
          if (each.snapshot().number() != lastNumber + 1) {
            length = 0;
          }
          add(each.endNanos(), each.snapshot());
        }
        lastNanos = each.endNanos();
      }
      if (length > 0 && context.nanos() - lastNanos > silenceNanos) {
        length = 0;
      }
    }

    private void add(long endNanos, Snapshot interval) throws StepFailedException {
      boolean holds = holds(context.findings(), interval);
      if (holds && length == 0) {
        firstNanos = endNanos;
      }
      length = holds ? length + 1 : 0;
      lastNanos = endNanos;
      lastNumber = interval.number();
      silenceNanos = INTERVALS_MISSED * interval.lengthNanos();
    }
  }

  private String whose() {
    return who.name().isEmpty()
        ? ""
        : (who.elsewhere() ? " (target " : " (workload ") + who.name() + ")";
  }

  private boolean holds(Findings findings, Snapshot interval) throws StepFailedException {
    boolean any = !baseline.isEmpty() || !condition.needsTarget(); // not those with a target only
    List<Window> meant =
        interval.workloads().stream()
            .filter(
                each ->
                    who.workload().isEmpty()
                        ? any || each.end().mode() == PaceMode.PACED
                        : each.name().equals(who.workload()))
            .toList();
    if (meant.isEmpty()) {
      throw new StepFailedException(
          "cannot wait until %s: %s"
              .formatted(
                  condition.word(),
                  who.workload().isEmpty()
                      ? "no workload has a target rate" + whose()
                      : who.target() + " has no workload " + who.workload()));
    }
    boolean all = true;
    for (Window each : meant) {
      all &= condition.holds(each, compared(findings, each.name()));
    }
    return all;
  }

  /** Compared with the last row of that name, if possible of the same workload. */
  private Condition.Limits compared(Findings findings, String workload) throws StepFailedException {
    if (baseline.isEmpty()) {
      return limits;
    }
    String owner = new Target(workload, who.target()).name();
    List<StepRow> rows =
        findings.rows().stream()
            .filter(row -> row.name().equals(baseline))
            .filter(row -> row.who().target().equals(who.target()))
            .toList();
    List<StepRow> own = rows.stream().filter(row -> row.who().name().equals(owner)).toList();
    List<StepRow> candidates = own.isEmpty() ? rows : own;
    if (candidates.isEmpty()) {
      throw new StepFailedException("no row " + baseline + " yet to compare with");
    }
    return limits.of(candidates.get(candidates.size() - 1).done().achievedPerSecond());
  }
}
