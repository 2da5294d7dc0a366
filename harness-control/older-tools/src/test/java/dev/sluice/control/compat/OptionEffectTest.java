package dev.sluice.control.compat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.control.compat.OptionEffect.When;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The text in the column of effects. */
class OptionEffectTest {

  private static String line(String type, String effect, String given) {
    OptionEffect parsed = OptionEffect.parse(effect);
    OptionCatalogue catalogue =
        OptionCatalogue.of(
            new ResourceTable(
                Map.of(
                    "core",
                    new ResourceTable.Section(
                        "core", List.of(List.of("x", type, "", "supported", effect, "text"))))),
            true);
    Map<String, String> words = given == null ? Map.of() : Map.of("x", given);
    GivenOptions options = new GivenOptions(catalogue, Set.of("core"), "send", words, true);
    NativeLine line = new NativeLine("send", List.of());
    options.addTo(line, "x");
    assertThat(parsed.option()).isNotEmpty();
    return String.join(" ", line.translation().arguments()).substring("send".length()).strip();
  }

  @ParameterizedTest
  @CsvSource({
    "flag, --transacted, true, --transacted",
    "flag, --transacted, false, ''",
    "flag, --arrivals=poisson, true, --arrivals poisson",
    "flag, --property=A=false off, false, --property A=false",
    "flag, --property=A=false off, true, ''",
    "flag, --property=A=false off, , ''",
    "text, --user, app, --user app",
    "text, --user, '', ''",
    "text, --property=A=*, b, --property A=b",
    "whole, --expiry ms >0, 5, --expiry 5ms",
    "whole, --expiry ms >0, 0, ''",
    "whole, --consumers-per-worker >1, 1, ''",
    "whole, --receive-timeout s least-0, -1, --receive-timeout 0s",
    "decimal, --receive-timeout s, 0.5, --receive-timeout 500ms",
    "whole, --priority given 0..9, 4, --priority 4",
    "whole, --priority given 0..9, , ''",
    "whole, --threads for receive, 4, ''",
    "whole, --threads not receive, 4, --threads 4"
  })
  void anOptionBecomesWhatItsRowSays(String type, String effect, String given, String expected) {
    assertThat(line(type, effect, given)).isEqualTo(expected);
  }

  @Test
  void aNumberOutsideItsRangeIsRefused() {
    assertThatThrownBy(() -> line("whole", "--priority 0..9", "10"))
        .isInstanceOf(LegacyLineException.class)
        .hasMessage("Invalid parameter: -x '10': 0 to 9");
    assertThatThrownBy(() -> line("whole", "--threads 1..", "0"))
        .hasMessage("Invalid parameter: -x '0': 1 or more");
  }

  @Test
  void aRowWithoutAnOptionMayNameCommands() {
    OptionEffect effect = OptionEffect.parse("for send put-get");
    assertThat(effect.option()).isEmpty();
    assertThat(effect.when()).isEqualTo(When.SET);
    assertThat(effect.appliesTo("send")).isTrue();
    assertThat(effect.appliesTo("receive")).isFalse();
    assertThat(OptionEffect.parse("").appliesTo("receive")).isTrue();
  }

  /** An option that is refused or ignored has no effect, and commands are those that there are. */
  @ParameterizedTest
  @EnumSource(Tool.class)
  void theTablesAreConsistent(Tool tool) {
    Set<String> commands = Set.copyOf(commandsOf(tool));
    OptionCatalogue catalogue = OptionCatalogue.of(tool);
    for (String module : catalogue.modules()) {
      for (LegacyOption option : catalogue.options(module)) {
        boolean idle =
            option.status() == LegacyOption.Status.NO_OP
                || option.status() == LegacyOption.Status.OUT_OF_SCOPE;
        assertThat(idle && !option.effect().option().isEmpty())
            .as("[%s] -%s", module, option.letters())
            .isFalse();
        assertThat(commands).containsAll(option.effect().commands());
      }
    }
  }

  private static List<String> commandsOf(Tool tool) {
    List<String> commands = new ArrayList<>();
    LegacyWorker.of(tool).forEach(worker -> commands.add(worker.command()));
    return commands;
  }
}
