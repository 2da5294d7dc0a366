package dev.sluice.control.scenario.reading;

import dev.sluice.control.scenario.model.ObserverSpec;
import dev.sluice.control.scenario.yaml.Section;
import dev.sluice.control.scenario.yaml.ShellCommand;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Reads observers. Immutable. */
final class ObserverReader {

  /** One of these says what is observed. */
  static final List<String> KINDS =
      List.of("host", "process", "pid", "pid-file", "cgroup", "command", "queue");

  private static final String LOCAL = "local";
  private static final String PROC_STAT = "cat /proc/stat";

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
      case "command" -> List.of("reads", "per", "timeout");
      case "host" -> List.of("timeout");
      case "queue" -> List.of("provider");
      default -> List.of();
    };
  }

  ObserverSpec read(String name, Section section) {
    List<String> kinds = KINDS.stream().filter(section::has).toList();
    if (kinds.isEmpty()) {
      section.requireKnown(KINDS);
      throw section.problem(
          "the observer has nothing to observe", "add one of " + String.join(", ", KINDS));
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
      case "host" ->
          new ObserverSpec.Command(
              name,
              ShellCommand.of(readingHost(section)),
              timeout(section),
              ObserverSpec.Reads.PROC_STAT);
      case "command" ->
          new ObserverSpec.Command(
              name, section.shellCommand(kind), timeout(section), reads(section));
      default ->
          new ObserverSpec.QueueDepth(
              name, section.word("provider", providers.get(0), providers), section.text(kind));
    };
  }

  private static Duration timeout(Section section) {
    return section.positiveTime("timeout", COMMAND_TIMEOUT);
  }

  /** It must not ask for a password, nor hang where there is no host. */
  private static String readingHost(Section section) {
    String host = section.text("host");
    if (host.equals(LOCAL)) {
      return PROC_STAT;
    }
    if (!host.matches("[A-Za-z0-9_][A-Za-z0-9_.@:-]*")) {
      throw section.problem(
          "host",
          "'" + host + "' is not the name of a host",
          "write local, mqhost1 or user@mqhost1");
    }
    return "ssh -o BatchMode=yes -o ConnectTimeout=5 " + host + " " + PROC_STAT;
  }

  private static ObserverSpec.Reads reads(Section section) {
    if (section.has("per")) {
      section.word("per", "", List.of("second"));
      if (section.has("reads")) {
        throw section.problem(
            "reads", "it has no meaning for a rate per second", "remove it, or 'per'");
      }
      return ObserverSpec.Reads.COUNTER;
    }
    return switch (section.word("reads", "value", List.of("value", "cpu-seconds", "proc-stat"))) {
      case "cpu-seconds" -> ObserverSpec.Reads.CPU_SECONDS;
      case "proc-stat" -> ObserverSpec.Reads.PROC_STAT;
      default -> ObserverSpec.Reads.VALUE;
    };
  }
}
