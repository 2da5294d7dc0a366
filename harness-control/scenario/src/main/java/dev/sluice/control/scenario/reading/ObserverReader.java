package dev.sluice.control.scenario.reading;

import dev.sluice.control.scenario.outside.Observer;
import dev.sluice.control.scenario.outside.Observer.Reads;
import dev.sluice.control.scenario.yaml.Section;
import dev.sluice.control.scenario.yaml.ShellCommand;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

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

  Observer read(String name, Section section) {
    Observer.Source source = source(section);
    Observer observer =
        new Observer(
            name,
            source,
            source instanceof Observer.Command
                ? section.time("every", Duration.ZERO)
                : Duration.ZERO,
            section.has(PART_OF) ? section.word(PART_OF, "", cpuObservers) : "");
    if (observer.readsCpu() && CPU_COLUMNS.contains(name)) {
      throw section.problem(
          "the name '" + name + "' belongs to a column of steps.csv already",
          "choose another name for the observer, such as '" + name + "-cpu'");
    }
    if (observer.readsCpu()) {
      cpuObservers.add(name);
    } else if (!observer.partOf().isEmpty()) {
      throw section.problem(PART_OF, "the observer reads no CPU time", "remove it");
    }
    return observer;
  }

  private Observer.Source source(Section section) {
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
      case "process" -> new Observer.OwnProcess(section.word(kind, "", processes));
      case "pid" -> new Observer.Pid(section.whole(kind, 0, 1, Integer.MAX_VALUE));
      case "pid-file" -> new Observer.PidFile(Path.of(section.text(kind)));
      case "cgroup" -> new Observer.ControlGroup(Path.of(section.text(kind)));
      case "host" -> host(section);
      case "command" -> command(section.shellCommand(kind), reads(section), section);
      default ->
          new Observer.QueueDepth(
              section.word("provider", providers.get(0), providers), section.text(kind));
    };
  }

  private static Observer.Source command(ShellCommand line, Reads reads, Section section) {
    return new Observer.Command(
        line, section.positiveTime("timeout", COMMAND_TIMEOUT), reads, device(section, reads));
  }

  private static Observer.Source host(Section section) {
    Map<String, Reads> words = new LinkedHashMap<>(Map.of(CPU, Reads.PROC_STAT));
    words.putAll(words(Reads::isOfDevice));
    Reads reads = words.get(section.word("reads", CPU, words.keySet()));
    return command(ShellCommand.of(atHost(section, "cat " + reads.file())), reads, section);
  }

  /** It must not ask for a password, nor hang where there is no host. */
  private static String atHost(Section section, String command) {
    String host = section.text("host");
    if (host.equals(LOCAL)) {
      return command; // for the processors this is Observer.Command.LOCAL
    }
    if (!host.matches("[A-Za-z0-9_][A-Za-z0-9_.@:-]*")) {
      throw section.problem(
          "host",
          "'" + host + "' is not the name of a host",
          "write local, mqhost1 or user@mqhost1");
    }
    return "ssh -o BatchMode=yes -o ConnectTimeout=5 " + host + " " + command;
  }

  /** The sum of all would count some bytes twice: of a disk and its partitions, of a bridge. */
  private static String device(Section section, Reads reads) {
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

  private static Reads reads(Section section) {
    if (section.has("per")) {
      section.word("per", "", List.of("second"));
      if (section.has("reads")) {
        throw section.problem(
            "reads", "it has no meaning for a rate per second", "remove it, or 'per'");
      }
      return Reads.COUNTER;
    }
    Map<String, Reads> words = words(each -> each != Reads.COUNTER);
    return words.get(section.word("reads", Reads.VALUE.word(), words.keySet()));
  }

  /** Those that can be written as a word. */
  private static Map<String, Reads> words(Predicate<Reads> which) {
    Map<String, Reads> words = new LinkedHashMap<>();
    Stream.of(Reads.values()).filter(which).forEach(each -> words.put(each.word(), each));
    return words;
  }
}
