package dev.sluice.control.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.compat.Cph;
import dev.sluice.control.compat.LegacyLine.Translation;
import dev.sluice.control.compat.LegacyTool;
import dev.sluice.control.compat.LineCase;
import dev.sluice.control.compat.PerfHarness;
import dev.sluice.control.compat.Tool;
import dev.sluice.control.scenario.model.OptionForm;
import dev.sluice.control.scenario.model.OptionGroup;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.model.Vocabulary;
import dev.sluice.control.scenario.reading.ScenarioReader;
import dev.sluice.control.secret.Secrets;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The scenario printed for a line says all that the line says. */
class LineAsScenarioTest {

  // made once: it takes longer than all else here
  private static final CommandLine PROGRAM =
      Commands.commandLine(
          new PrintWriter(PrintWriter.nullWriter()), new PrintWriter(PrintWriter.nullWriter()));
  private static final Vocabulary VOCABULARY = new ScenarioVocabulary(new Secrets());

  /** So the names of all options in what old lines stand for are right, too. */
  @TestFactory
  Stream<DynamicTest> everyOldLineIsAScenarioWithAllItsOptions() {
    return Arrays.stream(Tool.values())
        .flatMap(
            tool ->
                LineCase.all(tool).stream()
                    .filter(line -> line.complaint().isEmpty())
                    .map(
                        line ->
                            DynamicTest.dynamicTest(
                                line.text(), () -> assertSame(arguments(tool, line)))));
  }

  @Test
  void valuesOfAllKindsAreReadBack() {
    assertSame(
        List.of(
            "send",
            "--queue=a: b # $c ${d} $$e \"f\" \\g 'h' \u0007",
            "--property=X=1,2",
            "--property= Y=[z]",
            "--persistent",
            "--url=null",
            "--provider=ARTEMIS",
            "--total-rate=010",
            "--verify",
            "--id=*"));
  }

  @Test
  void whatAScenarioHasNoKeyForIsNamed() {
    assertThat(scenario("send", "--no-summary", "--id=", "--provider", "null", "--interval=2s"))
        .containsExactly(
            "# without --id, --no-summary, which scenarios do not have",
            "providers:",
            "  \"null\":",
            "    type: \"null\"",
            "workloads:",
            "  senders:",
            "    type: send",
            "run:",
            "  interval: 2s");
  }

  private static List<String> arguments(Tool tool, LineCase line) {
    LegacyTool reader = tool == Tool.CPH ? new Cph() : new PerfHarness();
    return ((Translation) reader.read(line.own(), line.words())).arguments();
  }

  private static void assertSame(List<String> arguments) {
    ParseResult line = parsed(arguments);
    List<String> text = new LineAsScenario(line, VOCABULARY).lines();
    Heard heard = new Heard();
    new ScenarioReader(heard, name -> Optional.empty())
        .read("plan", "plan.yaml", String.join("\n", text), List.of());

    Map<String, List<String>> given = new TreeMap<>();
    for (OptionSpec option : line.commandSpec().options()) {
      OptionSpec matched = line.matchedOption(option.longestName());
      if (matched != null) {
        given.put(
            matched.longestName().substring(2),
            matched.arity().max() == 0 ? List.of("true") : matched.originalStringValues());
      }
    }
    String remark = text.get(0).startsWith("#") ? text.get(0) : "";
    given.keySet().removeIf(name -> remark.matches(".* --" + name + ",.*"));
    given.remove("provider");
    assertThat(heard.options).isEqualTo(given);
    assertThat(heard.workloadType).isEqualTo(line.commandSpec().name());
    assertThat(heard.providerType)
        .isEqualToIgnoringCase(
            line.<Object>matchedOptionValue("--provider", "embedded").toString());
  }

  private static List<String> scenario(String... arguments) {
    return new LineAsScenario(parsed(List.of(arguments)), VOCABULARY).lines();
  }

  private static ParseResult parsed(List<String> arguments) {
    return PROGRAM.parseArgs(arguments.toArray(String[]::new)).subcommand();
  }

  /** The real vocabulary, which keeps what it is told. */
  private static final class Heard implements Vocabulary {

    private final Map<String, List<String>> options = new TreeMap<>();
    private String workloadType;
    private String providerType;

    @Override
    public List<String> workloadTypes() {
      return VOCABULARY.workloadTypes();
    }

    @Override
    public Map<String, OptionForm> workloadOptions(String type) {
      return VOCABULARY.workloadOptions(type);
    }

    @Override
    public List<String> providerTypes(String classPath) {
      return VOCABULARY.providerTypes(classPath);
    }

    @Override
    public Map<String, OptionForm> providerOptions(String classPath) {
      return VOCABULARY.providerOptions(classPath);
    }

    @Override
    public Map<String, OptionForm> runOptions() {
      return VOCABULARY.runOptions();
    }

    @Override
    public Scenario.Workers workload(String type, OptionGroup given) {
      workloadType = type;
      hear(given);
      return VOCABULARY.workload(type, given);
    }

    @Override
    public Scenario.Provider provider(String name, String type, OptionGroup given) {
      providerType = type;
      hear(given);
      return VOCABULARY.provider(name, type, given);
    }

    @Override
    public Scenario.RunPlan run(OptionGroup given) {
      hear(given);
      return VOCABULARY.run(given);
    }

    private void hear(OptionGroup given) {
      for (String argument : given.arguments()) {
        String[] option = argument.substring(2).split("=", 2);
        options
            .computeIfAbsent(option[0], key -> new ArrayList<>())
            .add(option.length == 1 ? "true" : option[1]);
      }
    }
  }
}
