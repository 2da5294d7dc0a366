package dev.sluice.control.cli.option.workload;

import dev.sluice.control.cli.option.EnumConverter;
import dev.sluice.control.cli.option.Numbers;
import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.destination.DestinationPlan.Order;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/** The numbers that may follow the name of a destination, and how workers are spread over them. */
final class Numbering {

  private static final int FIRST_ORDER = 44;

  /** The same choice in every run. */
  private static final Order.Random RANDOM = new Order.Random(1);

  private final OptionSpec range;
  private final OptionSpec start;
  private final OptionSpec order;

  /**
   * Declares the options.
   *
   * @param kind what has the numbers: {@code queue} or {@code topic}
   */
  Numbering(String kind) {
    range =
        OptionSpec.builder("--" + kind + "s")
            .order(FIRST_ORDER)
            .paramLabel("FIRST..LAST")
            .type(Range.class)
            .converters(new RangeConverter())
            .description("Spread workers over the " + kind + "s NAMEfirst to NAMElast.")
            .build();
    start =
        OptionSpec.builder("--" + kind + "-start")
            .order(FIRST_ORDER + 1)
            .paramLabel("N")
            .type(Long.class)
            .converters(new Numbers.NotNegative())
            .description("The number of the first worker's " + kind + " (default: FIRST).")
            .build();
    order =
        OptionSpec.builder("--" + kind + "-order")
            .order(FIRST_ORDER + 2)
            .paramLabel("ORDER")
            .type(Spread.class)
            .defaultValue("round-robin")
            .description("round-robin (the default) or random, chosen once for each worker.")
            .build();
  }

  /** A group for a mixin, which holds the options. */
  CommandSpec group() {
    CommandSpec group = CommandSpec.create().addOption(range).addOption(start).addOption(order);
    group.usageMessage().optionListHeading(""); // that of the options around it
    return group;
  }

  /**
   * The destinations of a name, as queues.
   *
   * @param nameOption what the option is called that gives the name
   */
  DestinationPlan plan(CommandSpec command, String nameOption, String name) {
    if (name.isBlank()) {
      throw new OptionRules(command).invalid(nameOption, "it must not be empty");
    }
    Range numbers = range.getValue();
    Long first = start.getValue();
    if (numbers == null) {
      new OptionRules(command)
          .requires(range.longestName(), false, start.longestName(), first != null);
      return DestinationPlan.of(name);
    }
    DestinationPlan plan = DestinationPlan.numbered(name, numbers.first(), numbers.last());
    return order.getValue() == Spread.RANDOM
        ? plan.inOrder(RANDOM)
        : plan.startingAt(first == null ? 0 : offset(command, first, numbers));
  }

  /** One line for a dry run. */
  String describe(String name) {
    Range numbers = range.getValue();
    return numbers == null
        ? name
        : name
            + numbers.first()
            + " to "
            + name
            + numbers.last()
            + ", "
            + EnumConverter.of(order.<Spread>getValue());
  }

  private int offset(CommandSpec command, long first, Range numbers) {
    if (first < numbers.first() || first > numbers.last()) {
      throw new OptionRules(command)
          .invalid(
              start.longestName(),
              "'" + first + "' is not in " + numbers.first() + ".." + numbers.last());
    }
    return (int) (first - numbers.first());
  }

  /** Which worker gets which of several destinations, as it is written. */
  enum Spread {
    ROUND_ROBIN,
    RANDOM
  }

  /** A range of whole numbers, both ends included: {@code 1..10}. */
  private static final class RangeConverter implements ITypeConverter<Range> {

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
  private record Range(int first, int last) {}
}
