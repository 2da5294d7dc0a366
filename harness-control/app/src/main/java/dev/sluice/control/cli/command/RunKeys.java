package dev.sluice.control.cli.command;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.run.RunOptions;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Keys of a scenario's {@code run}, as options that win over the file. Each is described as the
 * option of the same name of commands that run a workload, and read where the file is.
 */
final class RunKeys extends CommandPart {

  @Mixin final CommandSpec group = CommandSpec.create();

  RunKeys(String... keys) {
    CommandSpec run = CommandSpec.forAnnotatedObject(new RunOptions());
    Stream.of(keys).map(key -> option(key, run.findOption("--" + key))).forEach(group::addOption);
  }

  private static OptionSpec option(String key, OptionSpec ofRun) {
    String description =
        String.join(" ", ofRun.description())
            .replace("${DEFAULT-VALUE}", String.valueOf(ofRun.defaultValueString()))
            .replaceFirst(
                "\\.$",
                (ofRun.isMultiValue() ? "; added to" : "; the same as") + " run: " + key + ":.");
    OptionSpec.Builder option =
        OptionSpec.builder(ofRun.longestName())
            .type(String.class)
            .converters(value -> checked(ofRun, value))
            .paramLabel(ofRun.paramLabel())
            .description(description);
    if (ofRun.isMultiValue()) {
      option.type(List.class).auxiliaryTypes(String.class);
    } else if (ofRun.arity().min() == 0) {
      option.arity("0..1").preprocessor(new OptionalPort());
    }
    return option.build();
  }

  /** Refuses what the run would; variables in a value are the scenario's. */
  private static String checked(OptionSpec ofRun, String value) throws Exception {
    for (ITypeConverter<?> converter : ofRun.converters()) {
      if (!value.contains("${")) {
        converter.convert(value);
      }
    }
    return value;
  }

  /** Those that were given, as settings of the scenario. */
  List<String> settings() {
    return group.options().stream()
        .flatMap(
            option -> {
              String key = "run." + option.longestName().substring(2);
              return option.getValue() instanceof List<?> all
                  ? all.stream().map(each -> key + "+=" + each)
                  : Stream.ofNullable(option.getValue()).map(each -> key + "=" + each);
            })
        .toList();
  }

  /** The port after an option that can do without one; anything but a number is the next word. */
  static final class OptionalPort implements IParameterPreprocessor {

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
}
