package dev.sluice.control.cli.option.workload;

import dev.sluice.control.cli.option.Numbers;
import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.jms.message.ValueProperty;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What receivers can select by, in messages. */
final class ValueOptions {

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--selector-property",
      order = 320,
      paramLabel = "NAME",
      description = "Give messages the string property NAME, whose value cycles through 0 to N-1.")
  String property;

  @Option(
      names = "--selector-prefix",
      order = 322,
      paramLabel = "TEXT",
      defaultValue = "",
      description = "Prefix of the values, before the number.")
  String prefix;

  @Option(
      names = "--selector-values",
      order = 321,
      paramLabel = "N",
      defaultValue = "10",
      converter = Numbers.AtLeastOne.class,
      description = "Number of values of --selector-property (default ${DEFAULT-VALUE}).")
  int values;

  Optional<ValueProperty> property() {
    new OptionRules(command)
        .requires(
            "--selector-property", property != null, "--selector-values", "--selector-prefix");
    return Optional.ofNullable(property).map(name -> new ValueProperty(name, prefix, values));
  }
}
