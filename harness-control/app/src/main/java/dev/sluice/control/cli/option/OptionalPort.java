package dev.sluice.control.cli.option;

import java.util.Map;
import java.util.Stack;
import java.util.regex.Pattern;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** The port behind an option that needs none: what is no number belongs to what follows. */
public final class OptionalPort implements IParameterPreprocessor {

  private static final String ANY_FREE = "0";
  private static final Pattern NUMBER = Pattern.compile("-?\\d.*");

  @Override
  @SuppressWarnings("JdkObsolete") // picocli's signature
  public boolean preprocess(
      Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> info) {
    if (words.isEmpty() || !NUMBER.matcher(words.peek()).matches()) {
      words.push(ANY_FREE);
    }
    return false;
  }
}
