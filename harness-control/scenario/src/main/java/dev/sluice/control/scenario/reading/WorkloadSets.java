package dev.sluice.control.scenario.reading;

import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.yaml.Scope;
import dev.sluice.control.scenario.yaml.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * The workloads with every combination of variables that loops give them. Follows the steps in
 * their order. For one reader.
 */
final class WorkloadSets {

  private final WorkloadReader reader;
  private final Section group;
  private final List<List<Scenario.Workload>> sets = new ArrayList<>();
  private String current;

  WorkloadSets(WorkloadReader reader, Section group) {
    this.reader = reader;
    this.group = group;
    this.current = group.resolved();
    sets.add(reader.read(group));
  }

  List<String> names() {
    return sets.get(0).stream().map(Scenario.Workload::name).toList();
  }

  /** Whether a workload of the set that the steps have got to has a rate. */
  boolean paceable(String name) {
    return sets.get(sets.size() - 1).stream()
        .filter(workload -> workload.name().equals(name))
        .allMatch(workload -> workload.plan().paceable());
  }

  /** The set that is needed where these variables hold, if it is another one than before. */
  OptionalInt changedBy(Scope scope) {
    return group.in(scope).resolved().equals(current)
        ? OptionalInt.empty()
        : OptionalInt.of(another(scope));
  }

  /** The set where these variables hold is what the scenario begins with. */
  void beginWith(Scope scope) {
    Section wanted = group.in(scope);
    current = wanted.resolved();
    sets.set(0, reader.read(wanted));
  }

  /** A set for a run of its own, whether or not it is another one than before. */
  int another(Scope scope) {
    Section wanted = group.in(scope);
    current = wanted.resolved();
    sets.add(reader.read(wanted));
    return sets.size() - 1;
  }

  List<List<Scenario.Workload>> sets() {
    return List.copyOf(sets);
  }
}
