package dev.sluice.control.scenario.reading;

import dev.sluice.control.measure.StepRow;
import dev.sluice.control.scenario.step.RemakeStep;
import dev.sluice.control.scenario.step.Step;
import dev.sluice.control.scenario.yaml.Scope;
import dev.sluice.control.scenario.yaml.Section;
import dev.sluice.control.scenario.yaml.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Reads lists of steps, loops unrolled. For one reader. */
final class LoopReader {

  static final int MAX_STEPS = 10_000;
  static final String DO = "do";
  static final String SET_UP = "set-up";

  private final StepReader steps;
  private final WorkloadSets workloads;
  private final boolean withoutRun;
  private final List<Step> setUp = new ArrayList<>();
  private boolean begun;

  private LoopReader(StepReader steps, WorkloadSets workloads, boolean withoutRun) {
    this.steps = steps;
    this.workloads = workloads;
    this.withoutRun = withoutRun;
  }

  /** For steps that are done to a run. */
  static LoopReader ofSteps(StepReader steps, WorkloadSets workloads) {
    return new LoopReader(steps, workloads, false);
  }

  /** For steps that are done when there may be no run yet, or none any more. */
  static LoopReader ofStepsWithoutRun(StepReader steps, WorkloadSets workloads) {
    return new LoopReader(steps, workloads, true);
  }

  List<Step> read(Section section, String key) {
    List<Step> read = new ArrayList<>();
    for (Value item : section.items(key)) {
      Section step = steps.section(section, item);
      StepVerb verb = steps.verb(step);
      if (withoutRun && !verb.needsNoRun()) {
        throw step.problem(
            verb.word(),
            "this step needs a run, and there may be none then",
            "move it to the steps; only exec, admin, delete-pod and fill are allowed here");
      }
      switch (verb) {
        case REPEAT, FOR_EACH -> {
          if (step.items(DO).isEmpty()) {
            throw step.missing(DO);
          }
          loop(step, verb == StepVerb.REPEAT ? repeated(step) : Bindings.of(step), read);
        }
        default -> add(steps.read(verb, step), read);
      }
      requireNotTooMany(step, read);
    }
    return read;
  }

  private static List<Map<String, String>> repeated(Section step) {
    return IntStream.rangeClosed(1, step.whole(StepVerb.REPEAT.word(), 1, 1, MAX_STEPS))
        .mapToObj(round -> Map.of(StepRow.ROUND, Integer.toString(round)))
        .toList();
  }

  private void loop(Section step, List<Map<String, String>> rounds, List<Step> read) {
    for (Map<String, String> values : rounds) {
      Scope scope = step.scope();
      List<String> words = new ArrayList<>();
      for (Map.Entry<String, String> value : values.entrySet()) {
        scope = scope.inLoop(value.getKey(), value.getValue());
        words.add(value.getKey() + " " + value.getValue());
      }
      body(step, scope, String.join(", ", words), read);
    }
  }

  private void body(Section step, Scope scope, String why, List<Step> read) {
    Section round = step.in(scope);
    if (step.has(SET_UP)) {
      setUp(round, why, read);
    } else if (!withoutRun) {
      workloads.changedBy(scope).ifPresent(set -> add(new RemakeStep(set, why, List.of()), read));
    }
    read.addAll(read(round, DO));
    requireNotTooMany(step, read); // in each round, because loops stand within loops
  }

  private static void requireNotTooMany(Section step, List<Step> read) {
    if (read.size() > MAX_STEPS) {
      throw step.problem(
          "there are more than " + MAX_STEPS + " steps", "take fewer rounds or values");
    }
  }

  /** Each round has a run of its own; what comes before the first is done before there is any. */
  private void setUp(Section round, String why, List<Step> read) {
    if (withoutRun) {
      throw round.problem(
          SET_UP,
          "this loop never restarts the workloads, so 'set-up' would have no effect",
          "put it into 'do'");
    }
    List<Step> first = ofStepsWithoutRun(steps, workloads).read(round, SET_UP);
    if (begun) {
      add(new RemakeStep(workloads.another(round.scope()), why, first), read);
    } else {
      begun = true;
      workloads.beginWith(round.scope());
      setUp.addAll(first);
    }
  }

  /** The work of loops before the first run. */
  List<Step> setUp() {
    return List.copyOf(setUp);
  }

  private void add(Step step, List<Step> read) {
    begun = true;
    read.add(step);
  }
}
