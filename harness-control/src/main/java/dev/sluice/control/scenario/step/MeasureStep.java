package dev.sluice.control.scenario.step;

import dev.sluice.control.scenario.measure.Findings;
import dev.sluice.control.scenario.measure.IntervalSum;
import dev.sluice.control.scenario.measure.Judgement;
import dev.sluice.control.scenario.measure.Objective;
import dev.sluice.control.scenario.measure.ObservedFigures;
import dev.sluice.control.scenario.measure.StepRow;
import dev.sluice.control.scenario.measure.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures a workload for some time: one row of the steps table, or the "before" of the next one.
 * With it other processes can be measured in the same window, a row for each of their workloads.
 *
 * @param variables those of the loops around it
 * @param targets the other processes
 * @param settle what is left out first
 * @param length how long is measured, rounded up to whole intervals
 * @param before whether this is what was achieved before the step that the next row is about
 * @param tries how often it measures at most, until all objectives are met; the last time counts
 * @param objectives of the workload
 * @param targetGoals of other processes
 */
public record MeasureStep(
    String name,
    Map<String, String> variables,
    String workload,
    List<String> targets,
    Duration settle,
    Duration length,
    boolean before,
    int tries,
    List<Objective> objectives,
    List<TargetGoal> targetGoals)
    implements Step {

  private static final Logger LOG = LoggerFactory.getLogger(MeasureStep.class);

  /** An objective of each workload of another process. */
  public record TargetGoal(String target, Objective objective) {}

  /** One window. */
  private record Taken(Measured own, List<TargetWindow> others) {}

  public MeasureStep {
    targets = List.copyOf(targets);
    objectives = List.copyOf(objectives);
    targetGoals = List.copyOf(targetGoals);
  }

  @Override
  public String text() {
    return "measure "
        + name
        + (before ? " (before)" : "")
        + ", "
        + length.toMillis() / 1000.0
        + " s"
        + (targets.isEmpty() ? "" : ", with " + String.join(", ", targets));
  }

  @Override
  public Duration time() {
    return settle.plus(length);
  }

  @Override
  public void play(StepContext context) throws StepFailedException, InterruptedException {
    for (String target : targets) {
      context.environment().intervals(target, context.nanos()); // is watched from now on
    }
    context.sleep(settle);
    Findings findings = context.findings();
    Taken taken = take(context);
    List<Judgement> judged = judged(taken, findings);
    for (int tried = 1; tried < tries && !judged.stream().allMatch(Judgement::met); tried++) {
      context.run().mark("measuring " + name + " again, because an objective was missed");
      taken = take(context);
      judged = judged(taken, findings);
    }
    tellGaps(context, taken);
    if (before) {
      findings.before(workload, taken.own().window().achievedPerSecond());
      for (TargetWindow other : taken.others()) {
        other
            .windows()
            .forEach(
                window -> findings.before(other.owner(window).name(), window.achievedPerSecond()));
      }
      return;
    }
    rows(context, taken);
    findings.judged(judged);
  }

  private Taken take(StepContext context) throws StepFailedException, InterruptedException {
    long fromNanos = context.nanos();
    Measured own = Measured.take(context, length, new IntervalSum(workload), List.of());
    List<TargetWindow> others = new ArrayList<>();
    for (String target : targets) {
      others.add(TargetWindow.take(context, target, fromNanos, length));
    }
    return new Taken(own, others);
  }

  private void rows(StepContext context, Taken taken) {
    Findings findings = context.findings();
    Map<String, Double> befores = findings.takeBefore();
    StepRow row =
        taken
            .own()
            .row(findings, name, variables, before(befores, workload), findings.takeWaited());
    findings.row(row);
    context.run().mark(words(row));
    for (TargetWindow other : taken.others()) {
      for (IntervalSum window : other.windows()) {
        OptionalDouble earlier = before(befores, other.owner(window).name());
        findings.row(other.row(findings, window, name, variables, earlier));
      }
    }
  }

  private static OptionalDouble before(Map<String, Double> befores, String who) {
    Double before = befores.get(who);
    return before == null ? OptionalDouble.empty() : OptionalDouble.of(before);
  }

  private void tellGaps(StepContext context, Taken taken) {
    for (TargetWindow other : taken.others()) {
      other
          .gap()
          .ifPresent(
              why -> {
                String problem = "target " + other.target() + " was not measured: " + why;
                LOG.warn("step {}: {}", name, problem);
                context.run().mark(problem);
              });
    }
  }

  private List<Judgement> judged(Taken taken, Findings findings) {
    List<Judgement> judged = new ArrayList<>();
    Window own =
        Window.of(
            taken.own().window(), findings.longestRecovery(), taken.own().observed().figures());
    objectives.forEach(each -> judged.add(each.judge(name, workload, own)));
    for (TargetGoal goal : targetGoals) {
      for (TargetWindow other : taken.others()) {
        if (other.target().equals(goal.target())) {
          judged.addAll(judged(goal.objective(), other));
        }
      }
    }
    return judged;
  }

  private List<Judgement> judged(Objective objective, TargetWindow other) {
    if (other.gap().isPresent()) {
      return List.of(objective.unmeasured(name, other.target()));
    }
    return other.windows().stream()
        .map(
            window ->
                objective.judge(
                    name,
                    other.owner(window).name(),
                    Window.of(window, Optional.empty(), ObservedFigures.NONE)))
        .toList();
  }

  private static String words(StepRow row) {
    return String.format(
        Locale.ROOT,
        "measured %s: %,.1f/s of %,.1f/s",
        row.name(),
        row.achievedPerSecond(),
        row.targetPerSecond());
  }
}
