package dev.sluice.control.compat.perfharness;

import dev.sluice.control.compat.GivenOptions;
import dev.sluice.control.compat.LegacyLineException;
import dev.sluice.control.compat.LegacyTool;
import dev.sluice.control.compat.LegacyWorker;
import dev.sluice.control.compat.NativeLine;
import dev.sluice.control.compat.OptionsFile;
import dev.sluice.control.compat.RunFlags;
import dev.sluice.control.compat.Times;
import dev.sluice.control.compat.Tool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;

/** Reads JMSPerfHarness's command lines. Immutable, for any thread. */
public final class PerfHarness extends LegacyTool {

  private static final String NULL_WORKER = "NoOpThread";
  private static final Set<String> COMMANDS =
      Set.of("SocketCommandProcessor", "LinuxPipeCommandProcessor", "MQCommandProcessor");

  private static final String AT_ONCE = "1ms";

  public PerfHarness() {
    super(Tool.PERFHARNESS);
  }

  @Override
  protected String defaultWorker() {
    return "jms.r11.PutGet";
  }

  @Override
  protected Map<String, String> complete(Map<String, String> given) {
    String file = given.getOrDefault("hp", "");
    if (file.isEmpty()) {
      return given;
    }
    Map<String, String> all = new LinkedHashMap<>(byLetters(OptionsFile.read(file)));
    all.putAll(given); // the command line wins
    return all;
  }

  @Override
  protected boolean isStrict(Map<String, String> given) {
    String strict = given.getOrDefault("hs", "true");
    return !strict.equalsIgnoreCase("false") && !strict.equals("0");
  }

  @Override
  protected List<String> modules(Map<String, String> given, LegacyWorker worker) {
    List<String> modules = new ArrayList<>();
    if (simpleName(given.getOrDefault("df", "")).equals("MultiDestinationFactory")) {
      modules.add("multi");
    }
    switch (StatisticsFlags.className(given, worker)) {
      case "RollingAvgStats" -> modules.add("RollingAvgStats");
      case "FileStats" -> modules.add("FileStats");
      default -> modules.add("BasicStats");
    }
    String commands = simpleName(given.getOrDefault("cmd_c", ""));
    if (COMMANDS.contains(commands)) {
      modules.add(commands);
    }
    if (worker.modules().contains("jms")) {
      modules.addAll(ProviderKind.of(given).modules());
    }
    return modules;
  }

  @Override
  protected void translate(GivenOptions given, LegacyWorker worker, NativeLine line) {
    StatisticsFlags.checkOrder(given);
    RunFlags.translate(given, line, 1);
    stopTimeout(given, line);
    classes(given, line);
    if (worker.simpleName().equals(NULL_WORKER)) {
      given.leaveOutModule("destinations");
      line.add("--provider", "null");
    } else if (worker.isOf("mqjava")) {
      MqJavaFlags.translate(given, worker, line);
    } else {
      JmsWorkerFlags.translate(given, worker, line);
      ConnectionFlags.translate(given, worker, line);
    }
    StatisticsFlags.translate(given, worker, line);
    commands(given, line);
  }

  private static void stopTimeout(GivenOptions given, NativeLine line) {
    int seconds = given.count("wk");
    line.add("--stop-timeout", seconds == 0 ? AT_ONCE : Times.seconds(seconds));
  }

  /** Where commands come from while the run goes on. */
  private static void commands(GivenOptions given, NativeLine line) {
    given.addTo(line, "so");
    String name = simpleName(given.text("cmd_c"));
    if (!COMMANDS.contains(name) && !name.equals("DummyCommandProcessor")) {
      throw given.wrong(
          "cmd_c",
          "SocketCommandProcessor, LinuxPipeCommandProcessor, MQCommandProcessor or"
              + " DummyCommandProcessor");
    }
    given.addTo(line, "cmd_pipe", "cmd_inq", "cmd_outq", "cmd_jh", "cmd_p", "cmd_jc", "cmd_jb");
  }

  private static void classes(GivenOptions given, NativeLine line) {
    line.addIf(level(given).intValue() <= Level.FINE.intValue(), "--verbose");
    String factory = simpleName(given.text("df"));
    if (!factory.isEmpty() && !factory.matches("(Default|Multi)DestinationFactory")) {
      throw new LegacyLineException(
          "Invalid parameter: -df '"
              + factory
              + "': DefaultDestinationFactory or MultiDestinationFactory");
    }
  }

  /** Whether threads say that they start and stop. */
  static boolean informs(GivenOptions given) {
    return level(given).intValue() <= Level.INFO.intValue();
  }

  private static Level level(GivenOptions given) {
    try {
      return Level.parse(given.text("vo"));
    } catch (IllegalArgumentException e) {
      throw new LegacyLineException(
          "Invalid parameter: -vo '"
              + given.text("vo")
              + "': SEVERE, WARNING, INFO, FINE, FINER, FINEST or ALL",
          e);
    }
  }

  /** The name of a class without its package. */
  static String simpleName(String className) {
    return className.substring(className.lastIndexOf('.') + 1);
  }

  static String lowerCase(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
