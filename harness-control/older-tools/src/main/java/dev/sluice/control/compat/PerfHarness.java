package dev.sluice.control.compat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads JMSPerfHarness's command lines. Immutable, for any thread. */
public final class PerfHarness extends LegacyTool {

  private static final Set<String> COMMANDS =
      Set.of("SocketCommandProcessor", "LinuxPipeCommandProcessor", "MQCommandProcessor");

  /** A body's size is taken from the name of its file, as in {@code run1/2048.txt}. */
  private static final Pattern LAST_NUMBER = Pattern.compile("(\\d+)\\D*$");

  public PerfHarness() {
    super(Tool.PERFHARNESS);
  }

  @Override
  Map<String, String> complete(Map<String, String> given) {
    String file = given.getOrDefault("hp", "");
    if (file.isEmpty()) {
      return given;
    }
    Map<String, String> all = new LinkedHashMap<>(byLetters(OptionWords.ofFile(file)));
    all.putAll(given); // the command line wins
    return all;
  }

  @Override
  boolean isStrict(Map<String, String> given) {
    String strict = given.getOrDefault("hs", "true");
    return !strict.equalsIgnoreCase("false") && !strict.equals("0");
  }

  @Override
  List<String> modules(Map<String, String> given, LegacyWorker worker) {
    List<String> modules = new ArrayList<>();
    if (simpleName(given.getOrDefault("df", "")).equals("MultiDestinationFactory")) {
      modules.add("multi");
    }
    String statistics = statistics(given.get("sc"), worker);
    modules.add(statistics.matches("RollingAvgStats|FileStats") ? statistics : "BasicStats");
    String commands = simpleName(given.getOrDefault("cmd_c", ""));
    if (COMMANDS.contains(commands)) {
      modules.add(commands);
    }
    if (worker.modules().contains("jms")) {
      String kind = kind(given.getOrDefault("pc", "JNDI"));
      modules.addAll(
          switch (kind) {
            case "JNDI" -> List.of("jndi", "JNDI");
            case "WMB" -> List.of("jndi", "mq", "WMB");
            default -> List.of("jndi", "mq");
          });
    }
    return modules;
  }

  /** The provider that {@code -pc} names. */
  private static String kind(String name) {
    return switch (simpleName(name).toLowerCase(Locale.ROOT)) {
      case "jndi" -> "JNDI";
      case "webspheremq" -> "WebSphereMQ";
      case "wmb", "wbimb" -> "WMB";
      case "qpid" ->
          throw new LegacyLineException(
              "-pc QPID is out of scope: there is no AMQP provider; use -pc JNDI with "
                  + "the Qpid JMS client on the class path");
      case "was" ->
          throw new LegacyLineException(
              "-pc WAS is out of scope: there was no such class; use -pc JNDI with its client");
      default ->
          throw new LegacyLineException(
              "Invalid parameter: -pc '" + name + "': one of WebSphereMQ, WMB, JNDI");
    };
  }

  /**
   * The class of statistics; workers that check sequences have one of their own.
   *
   * @param given what {@code -sc} says, null if it is not there
   */
  private static String statistics(String given, LegacyWorker worker) {
    return given != null
        ? simpleName(given)
        : worker.modules().contains("Seq") ? "SequenceStats" : "RollingAvgStats";
  }

  @Override
  String fact(String name, GivenOptions given, LegacyWorker worker) {
    return switch (name) {
      case "reconnect" -> "WMQ_CLIENT_RECONNECT";
      case "application" -> "JMSPerfHarness";
      case "df" -> simpleName(given.text("df"));
      case "commands" -> simpleName(given.text("cmd_c"));
      case "kind" -> kind(given.text("pc"));
      case "statistics" -> statistics(given.has("sc") ? given.text("sc") : null, worker);
      case "fine" -> logs(Level.FINE, given);
      case "informs" -> logs(Level.INFO, given); // that threads start and stop
      case "about" -> about(given, worker);
      default -> super.fact(name, given, worker);
    };
  }

  /** True if what is of a level is printed. */
  private static String logs(Level level, GivenOptions given) {
    try {
      return Level.parse(given.text("vo")).intValue() <= level.intValue() ? "true" : "";
    } catch (IllegalArgumentException e) {
      throw LegacyLineException.wrong(
          "vo", given.text("vo"), "SEVERE, WARNING, INFO, FINE, FINER, FINEST or ALL");
    }
  }

  /** The last line of FileStats about messages. */
  private static String about(GivenOptions given, LegacyWorker worker) {
    Matcher digits = LAST_NUMBER.matcher(given.text("mf"));
    return String.join(
        ",",
        given.text(worker.isAmong("request respond") ? "iq" : "d"),
        digits.find() ? digits.group(1) : given.text("ms"),
        Boolean.toString(given.flag("tx")),
        Boolean.toString(given.flag("pp")),
        Boolean.toString(given.flag("co")));
  }

  /** The name of a class without its package. */
  private static String simpleName(String className) {
    return className.substring(className.lastIndexOf('.') + 1);
  }
}
