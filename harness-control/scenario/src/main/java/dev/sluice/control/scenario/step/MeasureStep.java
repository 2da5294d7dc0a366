package dev.sluice.control.scenario.step;

import static dev.sluice.control.format.ObjectiveResult.Judgement.MISSED;

import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.measure.Findings;
import dev.sluice.control.measure.IntervalSum;
import dev.sluice.control.measure.Objective;
import dev.sluice.control.measure.Observations;
import dev.sluice.control.measure.Precision;
import dev.sluice.control.measure.StepRow;
import dev.sluice.control.measure.Target;
import dev.sluice.control.scenario.step.Measured.RunWindow;
import dev.sluice.core.text.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures a workload for some time: one row of the steps table, or the "before" of the next one.
 * With it other processes can be measured in the same window, a row for each of their workloads.
 *
 * @param variables those of the loops around it
 * @param targets the other processes
 * @param settle what is left out first
 * @param length how long is measured, rounded up to whole intervals; at most, if figures must be
 *     known
 * @param until figures that must be known; empty if it measures for that time
 * @param before whether this is what was achieved before the step that the next row is about
 * @param tries how many windows it measures at most, if something outside of what is measured
 *     disturbs them; the last one counts
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
    List<Precision> until,
    boolean before,
    int tries,
    List<Objective> objectives,
    List<TargetGoal> targetGoals)
    implements Step {

  private static final Logger LOG = LoggerFactory.getLogger(MeasureStep.class);

  /** An objective of each workload of another process. */
  public record TargetGoal(String target, Objective objective) {}

  public MeasureStep {
    targets = List.copyOf(targets);
    until = List.copyOf(until);
    objectives = List.copyOf(objectives);
    targetGoals = List.copyOf(targetGoals);
  }

  @Override
  public String text() {
    return "measure %s%s, %s%s s%s"
        .formatted(
            name,
            before ? " (before)" : "",
            until.isEmpty()
                ? ""
                : "until "
                    + until.stream().map(Precision::text).collect(Collectors.joining(", "))
                    + ", at most ",
            length.toMillis() / 1000.0,
            targets.isEmpty() ? "" : ", with " + String.join(", ", targets));
  }

  @Override
  public Duration time() {
    return settle.plus(length);
  }

  @Override
  public void play(StepContext context) throws StepFailedException, InterruptedException {
    for (String target : targets) {
      context.intervals(target, context.nanos()); // is watched from now on
    }
    context.sleep(settle);
    Findings findings = context.findings();
    List<String> again = new ArrayList<>();
    Measured measured =
        Measured.take(
            context,
            length,
            until,
            window -> false,
            targets,
            tries,
            (window, why) -> {
              again.add(why);
              tried(context, window, again.size(), why);
              context.mark("measuring " + name + " again: " + why);
            });
    if (tries == 1 && ObjectiveResult.Judgement.of(judged(measured, findings)) == MISSED) {
      measured = measured.withDisturbances(context);
    }
    List<ObjectiveResult> judged = judged(measured, findings);
    String why = again.isEmpty() ? "" : " (before it " + String.join("; ", again) + ")";
    boolean several = tries > 1 || !again.isEmpty();
    String which = several ? number(again.size() + 1) + why : "";
    if (several) {
      tried(context, measured, again.size() + 1, "");
    }
    tellGaps(context, measured);
    if (before) {
      rows(context, measured, Map.of(), Map.of()).forEach(findings::before);
      return;
    }
    rows(context, measured, findings.takeBefore(), findings.takeWaited())
        .forEach(
            row -> {
              findings.row(row.tried(which));
              if (!row.who().elsewhere()) {
                context.mark(words(row) + (why.isEmpty() ? "" : ", " + which));
              }
            });
    findings.judged(judged);
  }

  private void tried(StepContext context, Measured window, int number, String again) {
    double rate = window.own().of(workload).sum().targetPerSecond();
    List<ObjectiveResult> judged = judged(window, context.findings());
    context
        .findings()
        .tried(window.tried(context, name, workload, rate, judged, number(number), again));
  }

  private String number(int number) {
    return number + " of " + Math.max(number, tries);
  }

  /** The figures of each that is asked for, the workload of this process first. */
  private Map<Target, IntervalSum> byWorkload(Measured measured) {
    Map<Target, IntervalSum> all = new LinkedHashMap<>();
    all.put(new Target(workload, ""), measured.own().of(workload));
    measured.others().forEach(other -> all.putAll(other.byWorkload()));
    return all;
  }

  private Stream<StepRow> rows(
      StepContext context,
      Measured measured,
      Map<String, StepRow> before,
      Map<String, Duration> waited) {
    return byWorkload(measured).entrySet().stream()
        .map(
            each -> {
              Target who = each.getKey();
              IntervalSum done = each.getValue();
              return context
                  .findings()
                  .nextRow(
                      name,
                      who,
                      variables,
                      done,
                      Optional.ofNullable(before.get(who.name())),
                      who.elsewhere()
                          ? StepRow.Beside.NOTHING
                          : measured.observed().beside(done.sum(), context.meanBodyBytes(workload)),
                      who.elsewhere() ? Map.of() : waited);
            });
  }

  private void tellGaps(StepContext context, Measured measured) {
    for (RunWindow other : measured.others()) {
      if (other.gap().isPresent()) {
        String problem = "target " + other.process() + " was not measured: " + other.gap().get();
        LOG.warn("step {}: {}", name, problem);
        context.mark(problem);
      }
    }
  }

  private List<ObjectiveResult> judged(Measured measured, Findings findings) {
    List<ObjectiveResult> judged = new ArrayList<>();
    judged.addAll(measured.own().known(name));
    for (Objective each : objectives) {
      judged.add(
          measured.judge(
              each,
              name,
              workload,
              done ->
                  Observations.of(
                      done, 0, findings.longestRecovery(), measured.observed().figures())));
    }
    for (TargetGoal goal : targetGoals) {
      measured.others().stream()
          .filter(other -> other.process().equals(goal.target()))
          .forEach(other -> judged.addAll(judged(goal.objective(), other)));
    }
    return judged;
  }

  private List<ObjectiveResult> judged(Objective objective, RunWindow other) {
    if (other.gap().isPresent()) {
      return List.of(objective.unmeasured(name, other.process()));
    }
    return other.byWorkload().entrySet().stream()
        .map(each -> objective.judge(name, each.getKey().name(), Observations.of(each.getValue())))
        .toList();
  }

  private static String words(StepRow row) {
    return String.format(
        Locale.ROOT,
        "measured %s: %s of %,.1f/s",
        row.name(),
        Figures.rate(row.achieved()),
        row.done().targetPerSecond());
  }
}
