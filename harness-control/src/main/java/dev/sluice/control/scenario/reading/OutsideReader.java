package dev.sluice.control.scenario.reading;

import dev.sluice.control.endpoint.client.HostPort;
import dev.sluice.control.scenario.model.ProcessSpec;
import dev.sluice.control.scenario.model.TargetSpec;
import dev.sluice.control.scenario.yaml.Section;
import dev.sluice.control.scenario.yaml.ShellCommand;
import dev.sluice.control.scenario.yaml.Value;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/** Reads what is around the run: other harness processes, commands that run beside it. */
final class OutsideReader {

  static final List<String> TARGET_KEYS = List.of("at", "token-file");
  static final List<String> PROCESS_KEYS =
      List.of("command", "ready-line", "ready-port", "ready-within");

  private static final Duration READY_WITHIN = Duration.ofSeconds(30);
  private static final int LARGEST_PORT = 65_535;

  private OutsideReader() {}

  static TargetSpec target(String name, Section section) {
    section.requireKnown(TARGET_KEYS);
    return new TargetSpec(
        name,
        section.parsed("at", HostPort::parse).orElseThrow(() -> section.missing("at")),
        section.parsed("token-file", Path::of));
  }

  static ProcessSpec process(String name, Section section) {
    section.requireKnown(PROCESS_KEYS);
    Value command = section.value("command").orElseThrow(() -> section.missing("command"));
    ShellCommand shell =
        command instanceof Value.Items ? ShellCommand.of("") : section.shellCommand("command");
    List<String> words =
        command instanceof Value.Items
            ? section.texts("command")
            : List.of("sh", "-c", "exec " + shell.script());
    if (words.isEmpty()) {
      throw section.problem("command", "it is empty", "write the program and its arguments");
    }
    return new ProcessSpec(
        name,
        words,
        shell.environment(),
        section.optional("ready-line"),
        section.has("ready-port")
            ? OptionalInt.of(section.whole("ready-port", 0, 1, LARGEST_PORT))
            : OptionalInt.empty(),
        section.positiveTime("ready-within", READY_WITHIN));
  }
}
