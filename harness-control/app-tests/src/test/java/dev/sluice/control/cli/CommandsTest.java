package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.cli.command.Commands;
import dev.sluice.control.cli.command.CtlCommand;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.secret.Secrets;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** A line builds the commands it needs, and each is what it is among all of them. */
class CommandsTest {

  private static final PrintWriter NOWHERE = new PrintWriter(PrintWriter.nullWriter());

  /** All commands, which nobody executes. */
  private static final CommandLine ALL = Commands.commandLine(NOWHERE, NOWHERE);

  static Set<String> names() {
    return Commands.ALL.keySet();
  }

  @ParameterizedTest
  @MethodSource("names")
  void eachStandsUnderItsOwnName(String name) {
    assertThat(command(ALL, name).name()).isEqualTo(name);
  }

  @ParameterizedTest
  @MethodSource("names")
  void aCommandAloneHasTheOptionsThatItHasAmongAll(String name) {
    CommandSpec alone = command(Commands.commandLine(NOWHERE, NOWHERE, new Secrets(), name), name);
    CommandSpec amongAll = command(ALL, name);

    assertThat(alone.optionsMap().keySet()).isEqualTo(amongAll.optionsMap().keySet());
    assertThat(alone.commandLine().getUsageMessage())
        .isEqualTo(amongAll.commandLine().getUsageMessage());
  }

  @Test
  void aLineThatBeginsWithACommandBuildsNoOther() {
    assertThat(Commands.neededFor("ctl", "--at", "localhost:4444", "status"))
        .isEqualTo(Map.of("ctl", CtlCommand.class));
    assertThat(Commands.neededFor("--version")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "help", "--help", "generate-completion", "--verbose", "sned"})
  void aLineThatMayMeanAnyBuildsAll(String first) {
    assertThat(Commands.neededFor(first)).isEqualTo(Commands.ALL);
  }

  @ParameterizedTest
  @MethodSource("names")
  void theListOfCommandsSaysAWholeSentenceOfEach(String name) {
    String line = command(ALL, name).usageMessage().description()[0];

    assertThat(line).endsWith(".");
  }

  @Test
  void theHelpListsEachCommandOnceUnderWhatPeopleWantToDo() {
    String help = ALL.getUsageMessage();

    List<String> listed =
        Pattern.compile("^  ([a-z-]+) ", Pattern.MULTILINE)
            .matcher(help)
            .results()
            .map(each -> each.group(1))
            .toList();
    assertThat(listed).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(names());
    assertThat(help).containsSubsequence("Run:", "Judge:", "Many hosts:", "Older tools:");
  }

  /** An example that is wrapped cannot be pasted. */
  @ParameterizedTest
  @MethodSource("names")
  void anExampleFitsATerminal(String name) {
    assertThat(command(ALL, name).usageMessage().footer())
        .filteredOn(line -> line.startsWith(" "))
        .allSatisfy(line -> assertThat(line.formatted().length()).isLessThan(80));
  }

  @Test
  void aRunIsToldOfItsOwnOptionsBeforeThoseOfAFleet() {
    assertThat(command(ALL, "run").commandLine().getUsageMessage())
        .containsSubsequence("Options:", "--set", "The fleet:", "--fleet", "Leases of a fleet:");
  }

  @ParameterizedTest
  @CsvSource({
    "sned, send",
    "recieve, receive",
    "putget, put-get",
    "comapre, compare",
  })
  void aCommandWithATypingErrorIsSuggested(String typed, String meant) {
    Execution execution = Execution.of(typed).ended(ExitCode.USAGE);
    assertThat(execution.err()).contains("Did you mean '" + meant + "'?");
  }

  @Test
  void whatIsNoCommandIsSaidToBeNone() {
    assertThat(Execution.of("controller", "x.yaml").ended(ExitCode.USAGE).complaint())
        .isEqualTo("sluice: there is no command 'controller'");
  }

  @Test
  void aChangeOfAPlanWithoutItsOptionIsSuggested() {
    assertThat(Execution.of("run", "plan.yaml", "run.duration=3s").ended(ExitCode.USAGE).err())
        .contains("Did you mean '--set run.duration=3s'?");
  }

  @ParameterizedTest
  @CsvSource({"--rat, --rate", "--thread=4, --threads", "--queu, --queue"})
  void anOptionWithATypingErrorIsSuggested(String typed, String meant) {
    assertThat(Execution.of("send", typed).err()).contains("Did you mean '" + meant + "'?");
  }

  @ParameterizedTest
  @CsvSource({
    "put-get, --verify, '--verify' is an option of: send",
    "publish, --queue=Q, '--queue' is an option of: send",
    "churn, --selector=a, '--selector' is an option of: receive"
  })
  void anOptionOfOtherCommandsNamesThem(String command, String option, String told) {
    assertThat(Execution.of(command, option).ended(ExitCode.USAGE).err()).contains(told);
    assertThat(Execution.of(command, "--xylophone").err()).doesNotContain("is an option of");
  }

  @Test
  void aWordFarFromAnyCommandSuggestsNone() {
    assertThat(Execution.of("xylophone").err()).doesNotContain("Did you mean");
  }

  @Test
  void helpOfACommandIsWhatItsOwnOptionShows() {
    assertThat(Execution.of("help", "send").out()).isEqualTo(Execution.of("send", "--help").out());
    assertThat(Execution.of("help").out()).isEqualTo(Execution.of("--help").out());
  }

  @Test
  void theShortHelpOfACommandFitsOnAScreen() {
    List<String> brief = Execution.of("send", "--help").out().lines().toList();

    assertThat(brief).hasSizeLessThan(50);
    assertThat(String.join("\n", brief))
        .contains(
            "--threads=N", "--rate=N", "--duration=TIME", "'sluice send --help-all' lists all")
        .doesNotContain("--fleet", "--control-token-file");
    assertThat(Execution.of("send", "-h").out()).isEqualTo(String.join("\n", brief) + "\n");
    assertThat(Execution.of("ctl", "-h").out()).isEqualTo(Execution.of("ctl", "--help").out());
  }

  @ParameterizedTest
  @MethodSource("names")
  void allOptionsAreInTheWholeHelp(String name) {
    CommandSpec spec = command(ALL, name);
    String all = Execution.of(name, "--help-all").out();

    assertThat(spec.options())
        .filteredOn(option -> !option.hidden())
        .allSatisfy(option -> assertThat(all).contains(option.longestName()));
  }

  @Test
  void theHelpOfARequestNamesItsQueues() {
    assertThat(Execution.of("request", "--help").out())
        .contains("--request-queue=NAME", "--reply-queue=NAME");
  }

  @Test
  void theValuesOfAnOptionAreListedAsTheyAreWritten() {
    assertThat(Execution.of("send", "--provider", "rabbit").complaint())
        .contains("'rabbit' is not one of embedded, artemis, ")
        .doesNotContain("EMBEDDED");
  }

  private static CommandSpec command(CommandLine program, String name) {
    return program.getSubcommands().get(name).getCommandSpec();
  }
}
