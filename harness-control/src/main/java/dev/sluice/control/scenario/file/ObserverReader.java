package dev.sluice.control.scenario.file;

import dev.sluice.control.scenario.observe.ObserverSpec;
import dev.sluice.control.scenario.yaml.Section;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Reads observers. Immutable. */
final class ObserverReader {

  /** One of these says what is observed. */
  static final List<String> KINDS =
      List.of("process", "pid", "pid-file", "cgroup", "command", "queue");

  private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(10);

  private final List<String> processes;
  private final List<String> providers;

  /**
   * @param processes names of the scenario's processes
   * @param providers names of its providers
   */
  ObserverReader(List<String> processes, List<String> providers) {
    this.processes = List.copyOf(processes);
    this.providers = List.copyOf(providers);
  }

  /** Keys that may stand beside a kind. */
  static List<String> keysBeside(String kind) {
    return switch (kind) {
      case "command" -> List.of("reads", "timeout");
      case "queue" -> List.of("provider");
      default -> List.of();
    };
  }

  ObserverSpec read(String name, Section section) {
    List<String> kinds = KINDS.stream().filter(section::has).toList();
    if (kinds.isEmpty()) {
      section.requireKnown(KINDS);
      throw section.problem("it observes nothing", "add one of " + String.join(", ", KINDS));
    }
    String kind = kinds.get(0);
    List<String> known = new ArrayList<>(keysBeside(kind));
    known.add(kind);
    section.requireKnown(known);
    return switch (kind) {
      case "process" -> new ObserverSpec.OwnProcess(name, section.word(kind, "", processes));
      case "pid" -> new ObserverSpec.Pid(name, section.whole(kind, 0, 1, Integer.MAX_VALUE));
      case "pid-file" -> new ObserverSpec.PidFile(name, Path.of(section.text(kind)));
      case "cgroup" -> new ObserverSpec.ControlGroup(name, Path.of(section.text(kind)));
      case "command" ->
          new ObserverSpec.Command(
              name,
              section.text(kind),
              section.positiveTime("timeout", COMMAND_TIMEOUT),
              section
                  .word("reads", "value", List.of("value", "cpu-seconds"))
                  .equals("cpu-seconds"));
      default ->
          new ObserverSpec.QueueDepth(
              name, section.word("provider", providers.get(0), providers), section.text(kind));
    };
  }
}
