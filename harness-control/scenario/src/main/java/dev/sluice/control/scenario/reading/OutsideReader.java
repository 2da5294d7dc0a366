package dev.sluice.control.scenario.reading;

import dev.sluice.control.endpoint.client.HostPort;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.outside.BrokerObserver;
import dev.sluice.control.scenario.outside.LocalProcesses.ProcessSpec;
import dev.sluice.control.scenario.outside.MetricsView;
import dev.sluice.control.scenario.outside.Observer;
import dev.sluice.control.scenario.outside.Observer.Reads;
import dev.sluice.control.scenario.yaml.Section;
import dev.sluice.control.scenario.yaml.ShellCommand;
import dev.sluice.control.scenario.yaml.Value;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.provider.BrokerView.Aggregation;
import dev.sluice.jms.provider.BrokerView.Interest;
import dev.sluice.jms.provider.BrokerView.Meaning;
import dev.sluice.jms.provider.BrokerView.Measure;
import dev.sluice.jms.provider.ConfigurationException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Reads what is around the run: other harness processes, commands that run beside it, observers.
 * For one reader.
 */
final class OutsideReader {

  private static final String TLS = "tls";
  private static final String TRUST = "tls-trust";
  private static final String CERTIFICATE = "tls-certificate";
  private static final String PASSWORD = "tls-certificate-password-file";

  static final List<String> TARGET_KEYS =
      List.of("at", "token-file", TLS, TRUST, CERTIFICATE, PASSWORD);
  static final List<String> PROCESS_KEYS =
      List.of("command", "ready-line", "ready-port", "ready-within", "may-end");

  private static final Duration READY_WITHIN = Duration.ofSeconds(30);
  private static final int LARGEST_PORT = 65_535;

  /** The kind that asks a broker what it knows of itself. */
  static final String BROKER = "broker";

  /** The kind that reads figures from a page. */
  static final String PROMETHEUS = "prometheus";

  /** One of these says what is observed. */
  static final List<String> OBSERVER_KINDS =
      List.of(
          "host", "process", "pid", "pid-file", "cgroup", "command", "queue", BROKER, PROMETHEUS);

  /** Whose {@code _cpu_us_per_iteration} is in every table of steps. */
  private static final Set<String> CPU_COLUMNS = Set.of("harness", "total");

  /** It may stand beside any kind. */
  static final String PART_OF = "part-of";

  private static final String LOCAL = "local";
  private static final String CPU = "cpu";
  private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(10);

  /** As often as brokers that publish figures of themselves do. */
  private static final Duration BROKER_EVERY = Duration.ofSeconds(10);

  static Scenario.Target target(String name, Section section) {
    section.requireKnown(TARGET_KEYS);
    return new Scenario.Target(
        name,
        section.required("at", HostPort::parse),
        section.parsed("token-file", Path::of),
        tls(section));
  }

  private static Optional<Scenario.TargetTls> tls(Section section) {
    Optional<Path> trust = section.parsed(TRUST, Path::of);
    Optional<Path> certificate = section.parsed(CERTIFICATE, Path::of);
    Optional<Path> password = section.parsed(PASSWORD, Path::of);
    boolean wanted = section.flag(TLS, trust.isPresent());
    if (!wanted && (trust.isPresent() || certificate.isPresent())) {
      throw section.problem(
          trust.isPresent() ? TRUST : CERTIFICATE,
          "the connection is not encrypted",
          "add 'tls: true'");
    }
    if (certificate.isEmpty() && password.isPresent()) {
      throw section.problem(
          PASSWORD, "the certificate that it belongs to is missing", "add '" + CERTIFICATE + "'");
    }
    return wanted
        ? Optional.of(new Scenario.TargetTls(trust, certificate, password))
        : Optional.empty();
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
        section.positiveTime("ready-within", READY_WITHIN),
        section.flag("may-end", false));
  }

  private final List<String> cpuObservers = new ArrayList<>(); // read so far
  private final List<String> processes;
  private final List<String> providers;

  /**
   * For observers.
   *
   * @param processes names of the scenario's processes
   * @param providers names of its providers
   */
  OutsideReader(List<String> processes, List<String> providers) {
    this.processes = List.copyOf(processes);
    this.providers = List.copyOf(providers);
  }

  /** Keys that may stand beside a kind. */
  static List<String> observerKeysBeside(String kind) {
    return switch (kind) {
      case "command" -> List.of("reads", "device", "per", "timeout", "every");
      case "host" -> List.of("reads", "device", "timeout", "every");
      case "queue" -> List.of("provider");
      case BROKER -> List.of("what", "queues", "every", "timeout");
      case PROMETHEUS -> List.of("metrics", TRUST, "every", "timeout");
      default -> List.of();
    };
  }

  Observer observer(String name, Section section) {
    Observer.Source source = source(section);
    Observer observer =
        new Observer(
            name,
            source,
            source instanceof Observer.CommandOutput
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

  /** Whether it is an observer that is asked on a thread of its own. */
  static boolean isAsked(Section section) {
    return section.has(BROKER) || section.has(PROMETHEUS);
  }

  /**
   * Such an observer.
   *
   * @param providers of the scenario
   */
  static BrokerObserver asked(String name, Section section, List<Scenario.Provider> providers) {
    return section.has(BROKER) ? broker(name, section, providers) : prometheus(name, section);
  }

  private static BrokerObserver prometheus(String name, Section section) {
    requireKeys(section, PROMETHEUS);
    URI page = section.required(PROMETHEUS, OutsideReader::page);
    Optional<Path> trust = section.parsed(TRUST, Path::of);
    Duration within = section.positiveTime("timeout", COMMAND_TIMEOUT);
    List<String> metrics = section.texts("metrics");
    if (metrics.isEmpty()) {
      throw section.missing("metrics");
    }
    List<Measure> measures = new ArrayList<>();
    for (String metric : metrics) {
      try {
        MetricsView.Series.parse(metric);
      } catch (IllegalArgumentException e) {
        throw section.problem("metrics", "'" + metric + "' is not a metric", e.getMessage());
      }
      measures.add(new Measure("metrics", metric, "", Aggregation.AMOUNT, Meaning.NAMED));
    }
    return new BrokerObserver(
        name,
        opened -> new MetricsView(page, trust, measures, within, NanoClock.SYSTEM),
        measures,
        section.positiveTime("every", BROKER_EVERY));
  }

  /** Nothing but the keys of its kind may stand there. */
  private static void requireKeys(Section section, String kind, String... others) {
    List<String> known = new ArrayList<>(observerKeysBeside(kind));
    known.add(kind);
    known.addAll(List.of(others));
    section.requireKnown(known);
  }

  private static URI page(String text) {
    if (!text.matches("https?://[\\w.:\\[\\]-]+(/[\\w./?=&-]*)?")) {
      throw new IllegalArgumentException("write it as http://host:9090/metrics");
    }
    return URI.create(text);
  }

  private static BrokerObserver broker(
      String name, Section section, List<Scenario.Provider> providers) {
    requireKeys(section, BROKER);
    String provider =
        section.word(BROKER, "", providers.stream().map(Scenario.Provider::name).toList());
    List<Measure> measures =
        providers.stream()
            .filter(each -> each.name().equals(provider))
            .flatMap(each -> each.measures().stream())
            .toList();
    List<String> topics = measures.stream().map(Measure::topic).distinct().toList();
    if (topics.isEmpty()) {
      throw section.problem(
          BROKER,
          "provider " + provider + " has no view of its broker",
          "observe it by a command, or its host");
    }
    List<String> what = section.texts("what");
    for (String topic : what) {
      if (!topics.contains(topic)) {
        throw section.problem(
            "what", "'" + topic + "' is unknown", "write some of " + String.join(", ", topics));
      }
    }
    if (what.isEmpty()) {
      throw section.problem(
          "what", "the key is missing", "write some of " + String.join(", ", topics));
    }
    Interest interest =
        new Interest(
            what, section.texts("queues"), section.positiveTime("timeout", COMMAND_TIMEOUT));
    return new BrokerObserver(
        name,
        opened ->
            opened
                .get(provider)
                .view(interest)
                .orElseThrow(
                    () ->
                        new ConfigurationException(
                            "observer " + name + ": " + provider + " cannot be asked")),
        measures.stream().filter(each -> what.contains(each.topic())).toList(),
        section.positiveTime("every", BROKER_EVERY));
  }

  private Observer.Source source(Section section) {
    List<String> kinds = OBSERVER_KINDS.stream().filter(section::has).toList();
    if (kinds.isEmpty()) {
      section.requireKnown(OBSERVER_KINDS);
      throw section.problem(
          "the observer has nothing to observe", "add one of " + String.join(", ", OBSERVER_KINDS));
    }
    String kind = kinds.get(0);
    requireKeys(section, kind, PART_OF);
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
    return new Observer.CommandOutput(
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
    if (!reads.isOfDevice() && section.has("device")) {
      throw section.problem(
          "device", "it has no effect on this observer", "remove it, or add 'reads: network-sent'");
    }
    if (reads.isOfDevice() && !section.has("device")) {
      throw section.problem(
          "device",
          "the key is missing",
          "write the name of a network card or disk, such as eth0 or sda");
    }
    return reads.isOfDevice() ? section.text("device") : "";
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
