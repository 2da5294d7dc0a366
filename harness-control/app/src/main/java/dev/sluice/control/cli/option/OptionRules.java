package dev.sluice.control.cli.option;

import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Which options go together. What would be ignored is refused, in the same words everywhere. */
public record OptionRules(CommandSpec command) {

  /**
   * An option says nothing without another.
   *
   * @param there whether the other one is there, or what it stands for
   * @param given whether the option is
   */
  public void requires(String other, boolean there, String option, boolean given) {
    if (given && !there) {
      throw refusal("'" + option + "' requires '" + other + "'");
    }
  }

  /**
   * The same for those of several options that stood on the command line.
   *
   * @param there whether the other one is there, or what it stands for
   */
  public void requires(String other, boolean there, String... options) {
    if (!there) {
      given(options).forEach(option -> requires(other, false, option, true));
    }
  }

  /** Two options contradict each other. */
  public void excludes(String option, String other, boolean both) {
    if (both) {
      throw refusal("'" + option + "' and '" + other + "' cannot be used together");
    }
  }

  /** An option contradicts all of the others that stood on the command line. */
  public void excludes(String option, boolean given, String... others) {
    if (given) {
      given(others).forEach(other -> excludes(option, other, true));
    }
  }

  /** A line that cannot be honoured. */
  public ParameterException refusal(String why) {
    return new ParameterException(command.commandLine(), why);
  }

  /** The same, with what showed it. */
  public ParameterException refusal(String why, Exception cause) {
    return new ParameterException(command.commandLine(), why, cause);
  }

  /** An option whose value is wrong. */
  public ParameterException invalid(String option, String why) {
    return refusal("Invalid value for option '" + option + "': " + why);
  }

  /** The same, with what showed it. */
  public ParameterException invalid(String option, String why, Exception cause) {
    return refusal("Invalid value for option '" + option + "': " + why, cause);
  }

  /** Those of the options that stood on the command line. */
  public List<String> given(String... options) {
    ParseResult given = command.commandLine().getParseResult();
    return given == null ? List.of() : Stream.of(options).filter(given::hasMatchedOption).toList();
  }
}
