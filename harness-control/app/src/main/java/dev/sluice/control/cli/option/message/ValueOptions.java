package dev.sluice.control.cli.option.message;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.jms.message.ValueProperty;
import java.util.Optional;
import picocli.CommandLine.Option;

/** A property of messages with few values, for those who set it and those who select by it. */
public final class ValueOptions extends CommandPart {

  static final String PROPERTY = "--selector-property";

  @Option(
      names = PROPERTY,
      paramLabel = "NAME",
      description =
          "A string property of messages: senders give it one value after the other, receivers "
              + "select messages that have one of theirs.")
  String property;

  @Option(
      names = "--selector-values",
      paramLabel = "N",
      converter = Converters.AtLeastOne.class,
      description = "The values are the numbers 0 to N-1 (default N: ${DEFAULT-VALUE}).")
  int values = 10;

  @Option(
      names = "--selector-prefix",
      paramLabel = "TEXT",
      description = "Prefix of the values, before the number.")
  String prefix = "";

  /** The property, if there is to be one. */
  public Optional<ValueProperty> property() {
    othersRequire(PROPERTY, property != null);
    return Optional.ofNullable(property).map(name -> new ValueProperty(name, prefix, values));
  }
}
