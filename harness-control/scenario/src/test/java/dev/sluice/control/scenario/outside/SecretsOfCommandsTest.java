package dev.sluice.control.scenario.outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.scenario.yaml.Scope;
import dev.sluice.control.scenario.yaml.ShellCommand;
import dev.sluice.control.scenario.yaml.Value;
import dev.sluice.control.secret.Secrets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Secret variables reach a shell in its environment, not in its command line. */
class SecretsOfCommandsTest {

  private static final String CANARY = "c4nary; $(false) \\ \"'`*";
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final Scope scope =
      Scope.of(name -> Optional.empty(), new Secrets())
          .with("pw", CANARY)
          .with("server", "tcp://user:hidden42@host")
          .with("host", "mqhost1");

  private ShellCommand command(String text) {
    return scope.fillCommand(new Value.Text(new Value.Place("s.yaml", 1, 1), "steps", text));
  }

  private String output(String text) throws Exception {
    return new Shell().run(command(text), TIMEOUT).output();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void theCommandLineOfTheShellHoldsNone() throws Exception {
    String cmdline = output("test -n ${pw}; tr '\\0' ' ' < /proc/$$$$/cmdline");
    assertThat(cmdline).contains("test -n", "SLUICE_SECRET_1").doesNotContain("c4nary");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "printf %s ${pw}",
        "printf %s \"${pw}\"",
        "printf %s '${pw}'",
        "printf %s ''${pw}\"\"",
        "echo 'don'\\''t' \"\\\"\" > /dev/null; printf %s '${pw}'",
        "printf %s \"$(printf %s \"${pw}\")\""
      })
  void itsValueArrivesAsOneWordWhateverIsInIt(String text) throws Exception {
    assertThat(output(text)).isEqualTo(CANARY);
  }

  @Test
  void peopleReadTheWholeCommandLine() {
    ShellCommand command = command("ping ${host} ${pw} '${server}'");
    assertThat(command.text()).isEqualTo("ping mqhost1 " + CANARY + " 'tcp://user:hidden42@host'");
    assertThat(command.script())
        .isEqualTo("ping mqhost1 \"${SLUICE_SECRET_1}\" ''\"${SLUICE_SECRET_2}\"''");
    assertThat(command.environment())
        .containsEntry("SLUICE_SECRET_1", CANARY)
        .containsEntry("SLUICE_SECRET_2", "tcp://user:hidden42@host");
  }

  @Test
  void aCommandLineWithoutSecretsStaysAsItIs() {
    assertThat(command("ssh ${host} \"date\" $$HOME"))
        .isEqualTo(ShellCommand.of("ssh mqhost1 \"date\" $HOME"));
  }

  /** Quotes are text there, so a reference might not be replaced. */
  @Test
  void aHereDocumentHoldsItsVariables() throws Exception {
    Scope plain = Scope.of(name -> Optional.empty(), new Secrets()).with("pw", "c4nary");
    Value.Text text =
        new Value.Text(new Value.Place("s.yaml", 1, 1), "steps", "cat <<'EOF'\nit's ${pw}\nEOF");
    assertThat(new Shell().run(plain.fillCommand(text), TIMEOUT).output()).isEqualTo("it's c4nary");
  }
}
