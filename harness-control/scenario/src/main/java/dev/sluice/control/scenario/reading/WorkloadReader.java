package dev.sluice.control.scenario.reading;

import dev.sluice.control.scenario.model.AgentSelection;
import dev.sluice.control.scenario.model.OptionGroup;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.model.Vocabulary;
import dev.sluice.control.scenario.model.WorkloadPlan;
import dev.sluice.control.scenario.yaml.Section;
import dev.sluice.control.scenario.yaml.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads workloads. */
final class WorkloadReader {

  static final String TYPE = "type";
  static final String PROVIDER = "provider";
  static final String AGENTS = "agents";
  static final String LABEL = "label";
  static final String COUNT = "count";

  private final Vocabulary vocabulary;
  private final List<String> providers;

  /**
   * @param providers their names; the first is the one of workloads that name none
   */
  WorkloadReader(Vocabulary vocabulary, List<String> providers) {
    this.vocabulary = vocabulary;
    this.providers = List.copyOf(providers);
  }

  List<Scenario.Workload> read(Section group) {
    List<Scenario.Workload> workloads = new ArrayList<>();
    for (String name : group.keys()) {
      workloads.add(workload(name, group.section(group.value(name).orElseThrow())));
    }
    return workloads;
  }

  private Scenario.Workload workload(String name, Section section) {
    if (!name.matches("[A-Za-z0-9_-]{1,40}")) {
      throw section.problem(
          "'" + name + "' is not the name of a workload",
          "use letters, digits, - and _, at most 40");
    }
    if (!section.has(TYPE)) {
      throw section.missing(TYPE);
    }
    String type = section.word(TYPE, "", vocabulary.workloadTypes());
    WorkloadPlan plan =
        OptionGroup.parse(
            section,
            vocabulary.workloadOptions(type),
            List.of(TYPE, PROVIDER, AGENTS),
            options -> vocabulary.workload(type, options));
    return new Scenario.Workload(
        name, section.word(PROVIDER, providers.get(0), providers), agents(section), plan, section);
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
