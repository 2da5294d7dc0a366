package dev.sluice.control.scenario.reading;

import dev.sluice.control.scenario.model.OptionGroup;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.model.Vocabulary;
import dev.sluice.control.scenario.model.WorkloadPlan;
import dev.sluice.control.scenario.yaml.Section;
import java.util.ArrayList;
import java.util.List;

/** Reads workloads. */
final class WorkloadReader {

  static final String TYPE = "type";
  static final String PROVIDER = "provider";

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
            List.of(TYPE, PROVIDER),
            options -> vocabulary.workload(type, options));
    return new Scenario.Workload(
        name, section.word(PROVIDER, providers.get(0), providers), plan, section);
  }
}
