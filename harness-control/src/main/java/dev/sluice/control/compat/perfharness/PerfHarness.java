package dev.sluice.control.compat.perfharness;

import dev.sluice.control.compat.GivenOptions;
import dev.sluice.control.compat.LegacyTool;
import dev.sluice.control.compat.LegacyWorker;
import dev.sluice.control.compat.NativeLine;
import dev.sluice.control.compat.OptionsFile;
import dev.sluice.control.compat.RunLetters;
import dev.sluice.control.compat.Times;
import dev.sluice.control.compat.Tool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads JMSPerfHarness's command lines. Immutable, for any thread. */
public final class PerfHarness extends LegacyTool {

  private static final String NULL_WORKER = "NoOpThread";
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
    switch (StatisticsLetters.className(given, worker)) {
      case "RollingAvgStats" -> modules.add("RollingAvgStats");
      case "FileStats" -> modules.add("FileStats");
      default -> modules.add("BasicStats");
    }
    String commands = simpleName(given.getOrDefault("cmd_c", ""));
    if (CommandLetters.CLASSES.contains(commands)) {
      modules.add(commands);
    }
    if (worker.modules().contains("jms")) {
      modules.addAll(ProviderKind.of(given).modules());
    }
    return modules;
  }

  @Override
  protected void translate(GivenOptions given, LegacyWorker worker, NativeLine line) {
    StatisticsLetters.checkOrder(given);
    RunLetters.translate(given, line, 1);
    stopTimeout(given, line);
    LogLetters.translate(given, line);
    if (worker.simpleName().equals(NULL_WORKER)) {
      given.leaveOutModule("destinations");
      line.add("--provider", "null");
    } else if (worker.isOf("mqjava")) {
      MqJavaLetters.translate(given, worker, line);
    } else {
      JmsWorkerLetters.translate(given, worker, line);
      ConnectionLetters.translate(given, worker, line);
    }
    StatisticsLetters.translate(given, worker, line);
    CommandLetters.translate(given, line);
  }

  private static void stopTimeout(GivenOptions given, NativeLine line) {
    int seconds = given.count("wk");
    line.add("--stop-timeout", seconds == 0 ? AT_ONCE : Times.seconds(seconds));
  }

  /** The name of a class without its package. */
  static String simpleName(String className) {
    return className.substring(className.lastIndexOf('.') + 1);
  }

  static String lowerCase(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
