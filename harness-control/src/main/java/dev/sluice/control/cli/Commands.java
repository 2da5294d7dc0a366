package dev.sluice.control.cli;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine.HelpCommand;

/** The commands by name, in the order of the help. */
final class Commands {

  private static final String CTL = "ctl";
  private static final String HELP = "help";
  private static final String COMPLETION = "generate-completion";

  /** Commands that tell of the others. */
  private static final List<String> ABOUT_OTHERS = List.of(HELP, COMPLETION);

  /** Arguments that are answered without any command. */
  private static final List<String> VERSION = List.of("--version", "-V");

  static final Map<String, Class<?>> ALL = all();

  private Commands() {}

  /**
   * The commands that the model must hold to understand these arguments: the one they begin with,
   * because reading the options of all the others takes longer than most commands take to run.
   */
  static Map<String, Class<?>> neededFor(String... args) {
    String first = args.length == 0 ? "" : args[0];
    if (VERSION.contains(first)) {
      return Map.of();
    }
    boolean alone = ALL.containsKey(first) && !ABOUT_OTHERS.contains(first);
    return alone ? Map.of(first, ALL.get(first)) : ALL;
  }

  /** Whether the answer takes no library that logs, so that no log has to be set up for it. */
  static boolean answeredWithoutLibraries(String... args) {
    return args.length > 0 && (VERSION.contains(args[0]) || args[0].equals(CTL));
  }

  private static Map<String, Class<?>> all() {
    Map<String, Class<?>> all = new LinkedHashMap<>();
    all.put("send", SendCommand.class);
    all.put("receive", ReceiveCommand.class);
    all.put("put-get", PutGetCommand.class);
    all.put("request", RequestCommand.class);
    all.put("respond", RespondCommand.class);
    all.put("publish", PublishCommand.class);
    all.put("subscribe", SubscribeCommand.class);
    all.put("forward", ForwardCommand.class);
    all.put("churn", ChurnCommand.class);
    all.put("reconnect-timer", ReconnectTimerCommand.class);
    all.put("dead-letter", DeadLetterCommand.class);
    all.put("browse", BrowseCommand.class);
    all.put("run", RunCommand.class);
    all.put("demo", DemoCommand.class);
    all.put("calibrate", CalibrateCommand.class);
    all.put("report", ReportCommand.class);
    all.put("compare", CompareCommand.class);
    all.put("merge", MergeCommand.class);
    all.put(CTL, CtlCommand.class);
    all.put("ccdt", CcdtCommand.class);
    all.put("perfharness", PerfHarnessCommand.class);
    all.put("cph", CphCommand.class);
    all.put(HELP, HelpCommand.class);
    all.put(COMPLETION, GenerateCompletion.class);
    return Collections.unmodifiableMap(all);
  }
}
