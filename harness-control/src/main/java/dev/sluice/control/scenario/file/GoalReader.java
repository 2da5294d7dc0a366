package dev.sluice.control.scenario.file;

import dev.sluice.control.scenario.judge.Objective;
import dev.sluice.control.scenario.yaml.ScenarioException;
import dev.sluice.control.scenario.yaml.Section;
import dev.sluice.control.scenario.yaml.Value;
import java.util.ArrayList;
import java.util.List;

/** Reads objectives. */
final class GoalReader {

  private final List<String> workloads;

  /**
   * @param workloads their names; an objective that names none is about the first
   */
  GoalReader(List<String> workloads) {
    this.workloads = List.copyOf(workloads);
  }

  /** Objectives, each of which may name its workload: {@code senders: p99 < 20ms}. */
  List<Scenario.Goal> goals(Section section, String key) {
    List<Scenario.Goal> goals = new ArrayList<>();
    for (Value item : section.items(key)) {
      if (item instanceof Value.Fields) {
        Section named = section.section(item);
        named.requireKnown(workloads);
        for (String workload : named.keys()) {
          goals.add(
              new Scenario.Goal(workload, objective(named, named.value(workload).orElseThrow())));
        }
      } else {
        goals.add(new Scenario.Goal(workloads.get(0), objective(section, item)));
      }
    }
    return goals;
  }

  /** Objectives of a step, which knows its workload. */
  static List<Objective> objectives(Section section, String key) {
    return section.items(key).stream().map(item -> objective(section, item)).toList();
  }

  private static Objective objective(Section section, Value item) {
    String text = section.text(item);
    try {
      return Objective.parse(text);
    } catch (IllegalArgumentException e) {
      throw new ScenarioException(
          item.place(), item.path(), "'" + text + "' is no objective", e.getMessage());
    }
  }
}
