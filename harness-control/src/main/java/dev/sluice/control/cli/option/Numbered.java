package dev.sluice.control.cli.option;

import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.destination.DestinationPlan.Order;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * A name and the numbers that may follow it, as options give them.
 *
 * @param rangeOption what the option is called that gives the numbers
 * @param range the numbers, or null for the name alone
 * @param startOption what the option is called that gives the first worker's number
 * @param start the first worker's number, or null for the first one
 */
public record Numbered(
    String rangeOption, RangeConverter.Range range, String startOption, Long start, Spread order) {

  /** The same choice in every run. */
  private static final Order.Random RANDOM = new Order.Random(1);

  /**
   * The destinations, as queues.
   *
   * @param nameOption what the option is called that gives the name
   */
  public DestinationPlan plan(CommandSpec command, String nameOption, String name) {
    if (name.isBlank()) {
      throw new ParameterException(
          command.commandLine(),
          "Invalid value for option '" + nameOption + "': it must not be empty");
    }
    if (range == null) {
      new OptionRules(command).requires(rangeOption, false, startOption, start != null);
      return DestinationPlan.of(name);
    }
    DestinationPlan plan = DestinationPlan.numbered(name, range.first(), range.last());
    return order == Spread.RANDOM ? plan.inOrder(RANDOM) : plan.startingAt(offset(command));
  }

  /** One line for a dry run. */
  public String describe(String name) {
    return range == null
        ? name
        : name + range.first() + " to " + name + range.last() + ", " + Words.of(order);
  }

  private int offset(CommandSpec command) {
    if (start == null) {
      return 0;
    }
    if (start < range.first() || start > range.last()) {
      throw new ParameterException(
          command.commandLine(),
          "Invalid value for option '"
              + startOption
              + "': '"
              + start
              + "' is not in "
              + range.first()
              + ".."
              + range.last());
    }
    return (int) (start - range.first());
  }
}
