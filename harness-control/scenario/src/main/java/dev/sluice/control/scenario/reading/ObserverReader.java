package dev.sluice.control.scenario.reading;

import dev.sluice.control.scenario.model.ObserverSpec;
import dev.sluice.control.scenario.yaml.Section;
import dev.sluice.control.scenario.yaml.ShellCommand;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Reads observers. Immutable. */
final class ObserverReader {

  /** One of these says what is observed. */
  static final List<String> KINDS =
      List.of("host", "process", "pid", "pid-file", "cgroup", "command", "queue");

  /** Whose {@code _cpu_us_per_iteration} is in every table of steps. */
  private static final Set<String> CPU_COLUMNS = Set.of("harness", "total");

  /** It may stand beside any kind. */
  static final String PART_OF = "part-of";

  private static final String LOCAL = "local";
  private static final String CPU = "cpu";
  private static final Map<String, ObserverSpec.Reads> OF_DEVICES =
      words(
          ObserverSpec.Reads.NETWORK_RECEIVED,
          ObserverSpec.Reads.NETWORK_SENT,
          ObserverSpec.Reads.DISK_READ,
          ObserverSpec.Reads.DISK_WRITTEN);
  private static final Map<String, ObserverSpec.Reads> OF_COMMANDS =
      words(ObserverSpec.Reads.VALUE, ObserverSpec.Reads.CPU_SECONDS, ObserverSpec.Reads.PROC_STAT);

  private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(10);

  private final List<String> cpuObservers = new ArrayList<>(); // read so far
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
      case "command" -> List.of("reads", "device", "per", "timeout", "every");
      case "host" -> List.of("reads", "device", "timeout", "every");
      case "queue" -> List.of("provider");
      default -> List.of();
    };
  }

  ObserverSpec read(String name, Section section) {
    ObserverSpec observer = observer(name, section);
    if (observer.readsCpu() && CPU_COLUMNS.contains(name)) {
      throw section.problem(
          "the name '" + name + "' belongs to a column of steps.csv already",
          "choose another name for the observer, such as '" + name + "-cpu'");
    }
    String larger = section.has(PART_OF) ? section.word(PART_OF, "", cpuObservers) : "";
    if (observer.readsCpu()) {
      cpuObservers.add(name);
    } else if (!larger.isEmpty()) {
      throw section.problem(PART_OF, "the observer reads no CPU time", "remove it");
    }
    return larger.isEmpty() ? observer : new ObserverSpec.Part(observer, larger);
  }

  private ObserverSpec observer(String name, Section section) {
    List<String> kinds = KINDS.stream().filter(section::has).toList();
    if (kinds.isEmpty()) {
      section.requireKnown(KINDS);
      throw section.problem(
          "the observer has nothing to observe", "add one of " + String.join(", ", KINDS));
    }
    String kind = kinds.get(0);
    List<String> known = new ArrayList<>(keysBeside(kind));
    known.addAll(List.of(kind, PART_OF));
    section.requireKnown(known);
    return switch (kind) {
      case "process" -> new ObserverSpec.OwnProcess(name, section.word(kind, "", processes));
      case "pid" -> new ObserverSpec.Pid(name, section.whole(kind, 0, 1, Integer.MAX_VALUE));
      case "pid-file" -> new ObserverSpec.PidFile(name, Path.of(section.text(kind)));
      case "cgroup" -> new ObserverSpec.ControlGroup(name, Path.of(section.text(kind)));
      case "host" -> host(name, section);
      case "command" -> command(name, section);
      default ->
          new ObserverSpec.QueueDepth(
              name, section.word("provider", providers.get(0), providers), section.text(kind));
    };
  }

  private static Duration timeout(Section section) {
    return section.positiveTime("timeout", COMMAND_TIMEOUT);
  }

  private static ObserverSpec host(String name, Section section) {
    List<String> words = new ArrayList<>(List.of(CPU));
    words.addAll(OF_DEVICES.keySet());
    ObserverSpec.Reads reads =
        OF_DEVICES.getOrDefault(section.word("reads", CPU, words), ObserverSpec.Reads.PROC_STAT);
    return new ObserverSpec.Command(
        name,
        ShellCommand.of(atHost(section, "cat " + file(reads))),
        timeout(section),
        section.time("every", Duration.ZERO),
        reads,
        device(section, reads));
  }

  private static ObserverSpec command(String name, Section section) {
    ObserverSpec.Reads reads = reads(section);
    return new ObserverSpec.Command(
        name,
        section.shellCommand("command"),
        timeout(section),
        section.time("every", Duration.ZERO),
        reads,
        device(section, reads));
  }

  /** It must not ask for a password, nor hang where there is no host. */
  private static String atHost(Section section, String command) {
    String host = section.text("host");
    if (host.equals(LOCAL)) {
      return command; // for the processors this is ObserverSpec.Command.THIS_HOST
    }
    if (!host.matches("[A-Za-z0-9_][A-Za-z0-9_.@:-]*")) {
      throw section.problem(
          "host",
          "'" + host + "' is not the name of a host",
          "write local, mqhost1 or user@mqhost1");
    }
    return "ssh -o BatchMode=yes -o ConnectTimeout=5 " + host + " " + command;
  }

  private static String file(ObserverSpec.Reads reads) {
    return switch (reads) {
      case NETWORK_RECEIVED, NETWORK_SENT -> "/proc/net/dev";
      case DISK_READ, DISK_WRITTEN -> "/proc/diskstats";
      default -> "/proc/stat";
    };
  }

  /** The sum of all would count some bytes twice: of a disk and its partitions, of a bridge. */
  private static String device(Section section, ObserverSpec.Reads reads) {
    if (!reads.isOfDevice()) {
      if (section.has("device")) {
        throw section.problem(
            "device",
            "it has no effect on this observer",
            "remove it, or add 'reads: network-sent'");
      }
      return "";
    }
    if (!section.has("device")) {
      throw section.problem(
          "device",
          "the key is missing",
          "write the name of a network card or disk, such as eth0 or sda");
    }
    return section.text("device");
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
    Map<String, ObserverSpec.Reads> words = new LinkedHashMap<>(OF_COMMANDS);
    words.putAll(OF_DEVICES);
    return words.get(section.word("reads", "value", List.copyOf(words.keySet())));
  }

  private static Map<String, ObserverSpec.Reads> words(ObserverSpec.Reads... all) {
    Map<String, ObserverSpec.Reads> words = new LinkedHashMap<>();
    for (ObserverSpec.Reads each : all) {
      words.put(each.name().toLowerCase(Locale.ROOT).replace('_', '-'), each);
    }
    return Collections.unmodifiableMap(words);
  }
}
