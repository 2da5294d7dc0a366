package dev.sluice.control.cli.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;

/** Lists the commands under what people want to do. */
final class GroupedCommands implements IHelpSectionRenderer {

  /** The commands by heading, each in one. */
  static final Map<String, List<String>> GROUPS = groups();

  private static Map<String, List<String>> groups() {
    Map<String, List<String>> groups = new LinkedHashMap<>();
    groups.put("Try it", List.of("demo"));
    groups.put(
        "Run",
        List.of(
            "send",
            "receive",
            "put-get",
            "request",
            "respond",
            "publish",
            "subscribe",
            "forward",
            "browse",
            "churn",
            "reconnect-timer",
            "dead-letter",
            "run"));
    groups.put("Prepare", List.of("ccdt", "certificate", "calibrate", "import"));
    groups.put("Watch and steer", List.of("ctl", "serve", "runs", "report"));
    groups.put("Judge", List.of("compare", "gate", "explain", "rehearse", "check"));
    groups.put("Many hosts", List.of("agent", "agents", "attach", "merge"));
    groups.put("Older tools", List.of("perfharness", "cph"));
    groups.put("Help", List.of("help", "generate-completion"));
    return groups;
  }

  @Override
  public String render(Help help) {
    Map<String, CommandLine> commands = help.commandSpec().subcommands();
    if (!commands.keySet().containsAll(Commands.ALL.keySet())) {
      return help.commandList(help.subcommands());
    }
    StringBuilder text = new StringBuilder();
    GROUPS.forEach(
        (heading, names) -> {
          Map<String, Help> listed = new LinkedHashMap<>();
          names.forEach(name -> listed.put(name, help.subcommands().get(name)));
          text.append("%n%s:%n".formatted(heading)).append(help.commandList(listed));
        });
    return text.toString();
  }
}
