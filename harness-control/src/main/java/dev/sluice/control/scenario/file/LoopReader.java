package dev.sluice.control.scenario.file;

import dev.sluice.control.scenario.step.RemakeStep;
import dev.sluice.control.scenario.step.Step;
import dev.sluice.control.scenario.step.StepRow;
import dev.sluice.control.scenario.yaml.Scope;
import dev.sluice.control.scenario.yaml.Section;
import dev.sluice.control.scenario.yaml.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads lists of steps, loops unrolled. For one reader. */
final class LoopReader {

  private static final int MOST_STEPS = 10_000;
  private static final String DO = "do";

  private final StepReader steps;
  private final WorkloadSets workloads;
  private final boolean afterTheRun;

  private LoopReader(StepReader steps, WorkloadSets workloads, boolean afterTheRun) {
    this.steps = steps;
    this.workloads = workloads;
    this.afterTheRun = afterTheRun;
  }

  /** For steps that are done to a run. */
  static LoopReader ofSteps(StepReader steps, WorkloadSets workloads) {
    return new LoopReader(steps, workloads, false);
  }

  /** For steps that are done when there may be no run any more. */
  static LoopReader ofLastSteps(StepReader steps, WorkloadSets workloads) {
    return new LoopReader(steps, workloads, true);
  }

  List<Step> read(Section section, String key) {
    List<Step> read = new ArrayList<>();
    for (Value item : section.items(key)) {
      Section step = steps.section(section, item);
      StepVerb verb = steps.verb(step);
      if (afterTheRun && !verb.needsNoRun()) {
        throw step.problem(
            verb.word(),
            "the run may be over then",
            "put it among the steps; here are exec, admin");
      }
      switch (verb) {
        case REPEAT -> repeat(step, read);
        case FOR_EACH -> forEach(step, read);
        default -> read.add(steps.read(verb, step));
      }
      if (read.size() > MOST_STEPS) {
        throw step.problem(
            "these are more than " + MOST_STEPS + " steps", "take fewer rounds or values");
      }
    }
    return read;
  }

  private void repeat(Section step, List<Step> read) {
    int rounds = step.whole(StepVerb.REPEAT.word(), 1, 1, MOST_STEPS);
    requireBody(step);
    for (int round = 1; round <= rounds && read.size() <= MOST_STEPS; round++) {
      body(
          step,
          step.scope().inLoop(StepRow.ROUND, Integer.toString(round)),
          "round " + round,
          read);
    }
  }

  private void forEach(Section step, List<Step> read) {
    requireBody(step);
    for (Map<String, String> values : Bindings.of(step)) {
      Scope scope = step.scope();
      for (Map.Entry<String, String> value : values.entrySet()) {
        scope = scope.inLoop(value.getKey(), value.getValue());
      }
      body(step, scope, words(values), read);
    }
  }

  private void body(Section step, Scope scope, String why, List<Step> read) {
    if (!afterTheRun) {
      workloads.changedBy(scope).ifPresent(set -> read.add(new RemakeStep(set, why)));
    }
    read.addAll(read(step.in(scope), DO));
  }

  private static void requireBody(Section step) {
    if (step.items(DO).isEmpty()) {
      throw step.missing(DO);
    }
  }

  private static String words(Map<String, String> values) {
    return String.join(
        ", ",
        values.entrySet().stream().map(each -> each.getKey() + " " + each.getValue()).toList());
  }
}
