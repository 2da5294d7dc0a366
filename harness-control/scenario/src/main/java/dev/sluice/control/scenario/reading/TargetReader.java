package dev.sluice.control.scenario.reading;

import dev.sluice.control.measure.Target;
import dev.sluice.control.scenario.yaml.ScenarioException;
import dev.sluice.control.scenario.yaml.Section;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Reads whom a step means: a workload of this process, or another process.
 *
 * @param workloads the names of workloads
 * @param targets the names of other processes
 * @param paceable whether a workload, as it is described where the steps have got to, has a rate
 */
record TargetReader(List<String> workloads, List<String> targets, Predicate<String> paceable) {

  static final String ALL = "all";

  private static final String WORKLOAD = "workload";
  private static final String TARGET = "target";
  private static final String TARGETS = "targets";

  /** Whom a change or a condition is for. */
  Target told(Section step) {
    String target = target(step); // what workloads another process has is not known here
    return new Target(
        target.isEmpty() ? workload(step, WORKLOAD) : step.optional(WORKLOAD).orElse(""), target);
  }

  /** Whom a change of the rate is for. */
  Target paced(Section step, String verb) {
    Target who = told(step);
    if (who.target().isEmpty()) {
      String only = workloads.size() == 1 ? workloads.get(0) : "";
      requirePaceable(step, verb, who.workload().isEmpty() ? only : who.workload());
    }
    return who;
  }

  /** Whom a verb with a name behind it is for. */
  Target byVerb(Section step, String verb) {
    String target = target(step);
    String text = step.text(verb);
    if (target.isEmpty() && !text.equals(ALL)) {
      step.word(verb, ALL, Stream.concat(workloads.stream(), Stream.of(ALL)).toList());
    }
    return new Target(text.equals(ALL) ? "" : text, target);
  }

  /** Another process, empty for this one. */
  String target(Section step) {
    Optional<String> name = step.optional(TARGET);
    name.ifPresent(each -> requireTarget(step, TARGET, each));
    return name.orElse("");
  }

  /** The workload that a key names, empty if it names none. */
  String workload(Section step, String key) {
    return step.has(key) ? step.word(key, "", workloads) : "";
  }

  /** Other processes that are measured with a workload. */
  List<String> measuredElsewhere(Section step) {
    List<String> names = step.texts(TARGETS);
    names.forEach(name -> requireTarget(step, TARGETS, name));
    return names;
  }

  private void requireTarget(Section step, String key, String name) {
    if (!targets.contains(name)) {
      throw step.problem(
          key,
          "'" + name + "' is not a target of this scenario",
          targets.isEmpty() ? "add it under 'targets:'" : ScenarioException.instead(name, targets));
    }
  }

  /** The workload a figure is of: the first of the scenario if none is named. */
  String measured(Section step) {
    return step.word(WORKLOAD, workloads.get(0), workloads);
  }

  /** The workload whose rate is varied. */
  String varied(Section step, String verb) {
    String workload = measured(step);
    requirePaceable(step, verb, workload);
    return workload;
  }

  private void requirePaceable(Section step, String verb, String workload) {
    if (!workload.isEmpty() && !paceable.test(workload)) {
      throw step.problem(
          step.has(WORKLOAD) ? WORKLOAD : verb,
          "the workers of '" + workload + "' use a listener, so they have no rate",
          "remove 'listener' from it, or name another workload");
    }
  }
}
