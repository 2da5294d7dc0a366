package dev.sluice.control.cli.command.workload;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** What a command was told: each option as it was given, or else its default. */
final class EffectiveOptions {

  private EffectiveOptions() {}

  /** Values by the name of the option; what has no value is left out. */
  static Map<String, Object> of(CommandSpec command) {
    ParseResult given = command.commandLine().getParseResult();
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("command", command.qualifiedName());
    for (OptionSpec option : command.options()) {
      if (option.usageHelp() || option.versionHelp()) {
        continue;
      }
      OptionSpec matched = given.matchedOption(option.longestName());
      String value =
          matched == null
              ? option.defaultValueString()
              : String.join(" ", matched.originalStringValues());
      if (value != null && !value.isEmpty() && !value.equals("null")) {
        values.put(option.longestName(), value);
      }
    }
    return values;
  }
}
