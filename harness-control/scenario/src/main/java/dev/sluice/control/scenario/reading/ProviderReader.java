package dev.sluice.control.scenario.reading;

import dev.sluice.control.scenario.model.OptionGroup;
import dev.sluice.control.scenario.model.ProviderPlan;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.model.Vocabulary;
import dev.sluice.control.scenario.yaml.Section;
import java.util.ArrayList;
import java.util.List;

/** Reads the providers. */
final class ProviderReader {

  static final String TYPE = "type";
  static final String EMBEDDED = "embedded";

  private final Vocabulary vocabulary;

  ProviderReader(Vocabulary vocabulary) {
    this.vocabulary = vocabulary;
  }

  /** Those of the scenario; the embedded broker if it names none. */
  List<Scenario.Provider> read(Section root) {
    Section group = root.section(ScenarioReader.PROVIDERS);
    List<Scenario.Provider> providers = new ArrayList<>();
    for (String name : group.keys()) {
      Section section = group.section(group.value(name).orElseThrow());
      String classPath = section.optional(Vocabulary.CLASS_PATH).orElse("");
      String type = section.word(TYPE, "", vocabulary.providerTypes(classPath));
      providers.add(provider(name, section, type, classPath));
    }
    return providers.isEmpty() ? List.of(provider(EMBEDDED, group, EMBEDDED, "")) : providers;
  }

  private Scenario.Provider provider(String name, Section section, String type, String classPath) {
    ProviderPlan plan =
        OptionGroup.parse(
            section,
            vocabulary.providerOptions(classPath),
            List.of(TYPE),
            options -> vocabulary.provider(type, options));
    return new Scenario.Provider(name, plan, section);
  }
}
