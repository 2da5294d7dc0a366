package dev.sluice.control.cli.option.workload;

import dev.sluice.control.cli.option.EnumConverter;
import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.destination.DestinationPlan.Order;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/**
 * A name and the numbers that may follow it, as options give them.
 *
 * @param rangeOption what the option is called that gives the numbers
 * @param range the numbers, or null for the name alone
 * @param startOption what the option is called that gives the first worker's number
 * @param start the first worker's number, or null for the first one
 */
public record NumberedDestinations(
    String rangeOption, Range range, String startOption, Long start, Spread order) {

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
        : name + range.first() + " to " + name + range.last() + ", " + EnumConverter.of(order);
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

  /** Which worker gets which of several destinations, as it is written. */
  public enum Spread {
    ROUND_ROBIN,
    RANDOM
  }

  /** A range of whole numbers, both ends included: {@code 1..10}. */
  public static final class RangeConverter implements ITypeConverter<Range> {

    private static final Pattern FORM = Pattern.compile("(\\d{1,9})\\.\\.(\\d{1,9})");

    @Override
    public Range convert(String value) {
      Matcher matcher = FORM.matcher(value);
      if (!matcher.matches()) {
        throw new TypeConversionException("'" + value + "' is not a range such as 1..10");
      }
      Range range =
          new Range(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
      if (range.first() > range.last()) {
        throw new TypeConversionException("'" + value + "' ends before it begins");
      }
      return range;
    }
  }

  /** Both ends included. */
  public record Range(int first, int last) {}
}
