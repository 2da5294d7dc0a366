package dev.sluice.control.scenario.step;

import dev.sluice.control.report.Figures;
import dev.sluice.core.run.PaceMode;
import dev.sluice.core.run.Snapshot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Waits until something holds in some intervals in a row.
 *
 * @param workload which one, or empty for all it can hold for
 * @param baseline the row of the steps table whose rate achieved is compared with, empty for the
 *     target
 * @param intervals how many in a row
 * @param within how long it may take
 * @param orGoOn whether the scenario goes on when it takes longer
 */
public record AwaitStep(
    Condition condition,
    Condition.Limits limits,
    String workload,
    String baseline,
    int intervals,
    Duration within,
    boolean orGoOn)
    implements Step {

  @Override
  public String text() {
    return "wait until "
        + condition.word()
        + (workload.isEmpty() ? "" : " of " + workload)
        + (baseline.isEmpty() ? "" : ", compared with " + baseline)
        + ", at most "
        + Figures.time(within)
        + (orGoOn ? ", or goes on" : "");
  }

  @Override
  public void play(Scene scene) throws StepFailedException, InterruptedException {
    Condition.Limits compared = compared(scene.findings());
    long startNanos = scene.nanos();
    int inARow = 0;
    long firstNanos = startNanos;
    while (inARow < intervals) {
      Snapshot interval = scene.nextInterval();
      long nowNanos = scene.nanos();
      boolean holds = holds(interval, compared);
      if (holds && inARow == 0) {
        firstNanos = nowNanos;
      }
      inARow = holds ? inARow + 1 : 0;
      if (inARow < intervals && nowNanos - startNanos >= within.toNanos()) {
        tookTooLong(scene);
        return;
      }
    }
    done(scene, startNanos, firstNanos);
  }

  /** What its time is called in the steps table; empty if it has no place there. */
  public Optional<String> timed() {
    return condition.isTimedFromDisturbance()
        ? Optional.of(condition.word() + (workload.isEmpty() ? "" : " " + workload))
        : Optional.empty();
  }

  /** Recovery is that of whatever was done to the broker last, and not of this wait. */
  private void done(Scene scene, long startNanos, long firstNanos) {
    Findings findings = scene.findings();
    long sinceNanos =
        condition.isTimedFromDisturbance()
            ? findings.disturbedNanos().orElse(startNanos)
            : startNanos;
    Duration after = Duration.ofNanos(firstNanos - sinceNanos);
    if (condition != Condition.BALANCED && condition.isTimedFromDisturbance()) {
      findings.recovery(condition, after);
    }
    timed().ifPresent(what -> findings.waited(what, after));
    scene.run().mark(condition.word() + " after " + Figures.time(after));
  }

  private void tookTooLong(Scene scene) throws StepFailedException {
    String problem = "not " + condition.word() + " within " + Figures.time(within);
    if (!orGoOn) {
      throw new StepFailedException(
          problem + (workload.isEmpty() ? "" : " (workload " + workload + ")"));
    }
    scene.run().mark(problem + ", going on");
  }

  private Condition.Limits compared(Findings findings) throws StepFailedException {
    if (baseline.isEmpty()) {
      return limits;
    }
    List<StepRow> rows =
        findings.rows().stream().filter(row -> row.name().equals(baseline)).toList();
    if (rows.isEmpty()) {
      throw new StepFailedException("there is no row " + baseline + " to compare with yet");
    }
    return limits.of(rows.get(rows.size() - 1).achievedPerSecond());
  }

  private boolean holds(Snapshot interval, Condition.Limits compared) throws StepFailedException {
    List<Snapshot.Workload> meant =
        interval.workloads().stream()
            .filter(each -> workload.isEmpty() || each.name().equals(workload))
            .filter(
                each ->
                    !workload.isEmpty()
                        || !baseline.isEmpty()
                        || !condition.needsTarget()
                        || each.mode() == PaceMode.PACED)
            .toList();
    if (meant.isEmpty()) {
      throw new StepFailedException(
          "cannot wait until " + condition.word() + ": no workload has a target rate");
    }
    return meant.stream().allMatch(each -> condition.holds(each, compared));
  }
}
