package dev.sluice.control.scenario.reading;

import dev.sluice.control.scenario.model.AgentSelection;
import dev.sluice.control.scenario.model.OptionGroup;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.model.Vocabulary;
import dev.sluice.control.scenario.yaml.Scope;
import dev.sluice.control.scenario.yaml.Section;
import dev.sluice.control.scenario.yaml.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Reads the workloads, with every combination of variables that loops give them. Follows the steps
 * in their order. For one reader.
 */
final class WorkloadSets {

  static final String TYPE = "type";
  static final String PROVIDER = "provider";
  static final String AGENTS = "agents";
  static final String LABEL = "label";
  static final String COUNT = "count";
  static final String REPLY_CORRELATION = "reply-correlation";

  private final Vocabulary vocabulary;
  private final List<String> providers;
  private final Section group;
  private final List<List<Scenario.WorkloadPlan>> sets = new ArrayList<>();
  private String current;

  /**
   * @param providers their names; the first is the one of workloads that name none
   * @param group the workloads, where no loop is around them
   */
  WorkloadSets(Vocabulary vocabulary, List<String> providers, Section group) {
    this.vocabulary = vocabulary;
    this.providers = List.copyOf(providers);
    this.group = group;
    another(group.scope());
  }

  List<String> names() {
    return sets.get(0).stream().map(Scenario.WorkloadPlan::name).toList();
  }

  /** Whether a workload of the set that the steps have got to has a rate. */
  boolean paceable(String name) {
    return sets.get(sets.size() - 1).stream()
        .filter(plan -> plan.name().equals(name))
        .allMatch(plan -> plan.workers().paceable());
  }

  /** The set that is needed where these variables hold, if it is another one than before. */
  OptionalInt changedBy(Scope scope) {
    return group.in(scope).resolved().equals(current)
        ? OptionalInt.empty()
        : OptionalInt.of(another(scope));
  }

  /** The set where these variables hold is what the scenario begins with. */
  void beginWith(Scope scope) {
    sets.set(0, read(scope));
  }

  /** A set for a run of its own, whether or not it is another one than before. */
  int another(Scope scope) {
    sets.add(read(scope));
    return sets.size() - 1;
  }

  List<List<Scenario.WorkloadPlan>> sets() {
    return List.copyOf(sets);
  }

  private List<Scenario.WorkloadPlan> read(Scope scope) {
    Section wanted = group.in(scope);
    current = wanted.resolved();
    List<Scenario.WorkloadPlan> plans = wanted.each(this::workload);
    plans.forEach(requesters -> plans.forEach(others -> requireFound(requesters, others)));
    return plans;
  }

  private static void requireFound(Scenario.WorkloadPlan asking, Scenario.WorkloadPlan others) {
    if (asking.provider().equals(others.provider())
        && asking.workers().replies().contradicts(others.workers().replies())) {
      throw others
          .section()
          .problem(
              REPLY_CORRELATION,
              "these replies are not what '" + asking.name() + "' select",
              "write the same '" + REPLY_CORRELATION + "' in both");
    }
  }

  private Scenario.WorkloadPlan workload(String name, Section section) {
    if (!name.matches("[A-Za-z0-9_-]{1,40}")) {
      throw section.problem(
          "'" + name + "' is not the name of a workload",
          "use letters, digits, - and _, at most 40");
    }
    if (!section.has(TYPE)) {
      throw section.missing(TYPE);
    }
    String type = section.word(TYPE, "", vocabulary.workloadTypes());
    OptionGroup options =
        OptionGroup.of(section, vocabulary.workloadOptions(type), List.of(TYPE, PROVIDER, AGENTS));
    Scenario.Workers workers = vocabulary.workload(type, options);
    return new Scenario.WorkloadPlan(
        name,
        section.word(PROVIDER, providers.get(0), providers),
        agents(section),
        workers,
        section);
  }

  /** One word, or a group of keys. */
  private static Optional<AgentSelection> agents(Section section) {
    if (section.value(AGENTS).orElse(null) instanceof Value.Fields) {
      Section group = section.section(AGENTS);
      group.requireKnown(List.of(LABEL, COUNT));
      AgentSelection labelled =
          group.parsed(LABEL, AgentSelection.ALL::labelled).orElse(AgentSelection.ALL);
      return Optional.of(group.parsed(COUNT, labelled::limitedTo).orElse(labelled));
    }
    return section.parsed(AGENTS, AgentSelection::parse);
  }
}
