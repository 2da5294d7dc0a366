package dev.sluice.control.cli.option.workload;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.destination.DestinationPlan.Order;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * Where messages go to or come from: names, the numbers that may follow them, and how workers are
 * spread over those.
 */
@Command(optionListHeading = "%nDestinations:%n")
public abstract class DestinationOptions extends CommandPart {

  private static final Pattern RANGE = Pattern.compile("(\\d{1,9})\\.\\.(\\d{1,9})");

  private final OptionSpec range;
  private final OptionSpec start;
  private final OptionSpec order;

  /**
   * Declares the options of the numbers.
   *
   * @param kind what has them: {@code queue} or {@code topic}
   */
  DestinationOptions(String kind) {
    range =
        OptionSpec.builder("--" + kind + "s")
            .paramLabel("FIRST..LAST")
            .type(Range.class)
            .converters(DestinationOptions::range)
            .description("Spread workers over the " + kind + "s NAMEfirst to NAMElast.")
            .build();
    start =
        OptionSpec.builder("--" + kind + "-start")
            .paramLabel("N")
            .type(Long.class)
            .converters(new Converters.NotNegative())
            .description("The number of the first worker's " + kind + " (default: FIRST).")
            .build();
    order =
        OptionSpec.builder("--" + kind + "-order")
            .paramLabel("ORDER")
            .type(Order.class)
            .defaultValue("round-robin")
            .description("round-robin (the default) or random, chosen once for each worker.")
            .build();
  }

  /** A group for a mixin, which holds the options of the numbers; they follow that of the name. */
  final CommandSpec numbers() {
    CommandSpec group = CommandSpec.create().addOption(range).addOption(start).addOption(order);
    group.usageMessage().optionListHeading(""); // that of the options around it
    return group;
  }

  /**
   * The destinations of a name, as queues.
   *
   * @param option that of the name
   */
  final DestinationPlan plan(String option, String name) {
    if (name.isBlank()) {
      throw invalid(option, "it must not be empty");
    }
    Range numbers = range.getValue();
    Long first = start.getValue();
    if (numbers == null) {
      requires(range.longestName(), false, start.longestName(), first != null);
      return DestinationPlan.of(name);
    }
    DestinationPlan plan = DestinationPlan.numbered(name, numbers.first(), numbers.last());
    return order.getValue() == Order.RANDOM
        ? plan.inOrder(Order.RANDOM)
        : plan.startingAt(first == null ? 0 : offset(first, numbers));
  }

  private int offset(long first, Range numbers) {
    if (first < numbers.first() || first > numbers.last()) {
      throw invalid(
          start.longestName(),
          "'" + first + "' is not in " + numbers.first() + ".." + numbers.last());
    }
    return (int) (first - numbers.first());
  }

  /** One line for a dry run. */
  final String describe(String name) {
    Range numbers = range.getValue();
    return numbers == null
        ? name
        : name
            + numbers.first()
            + " to "
            + name
            + numbers.last()
            + ", "
            + Converters.word(order.<Order>getValue());
  }

  /** Which queue messages go to or come from. */
  public static final class Queue extends DestinationOptions {

    @Option(
        names = "--queue",
        paramLabel = "NAME",
        description = "The queue, or the prefix of the queues' names (default ${DEFAULT-VALUE}).")
    String queue = "SLUICE";

    @Mixin CommandSpec numbers = numbers();

    public Queue() {
      super("queue");
    }

    public DestinationPlan queues() {
      return plan("--queue", queue);
    }

    /** One line for a dry run. */
    public String describe() {
      return describe(queue);
    }
  }

  /** Which topic messages go to or come from. */
  public static final class Topic extends DestinationOptions {

    /** A level of a name that stands for others, in any provider's way to write that. */
    private static final Pattern WILDCARD = Pattern.compile("(^|[/.])[#+*>]($|[/.])");

    @Option(
        names = "--topic",
        paramLabel = "NAME",
        description = "The topic, or the prefix of the topics' names (default ${DEFAULT-VALUE}).")
    String topic = "SLUICE";

    @Mixin CommandSpec numbers = numbers();

    public Topic() {
      super("topic");
    }

    public DestinationPlan topics() {
      return plan("--topic", topic).asTopics();
    }

    /** Messages are published to a topic, and not to all that a pattern stands for. */
    public DestinationPlan publishedTo() {
      if (WILDCARD.matcher(topic).find()) {
        throw invalid(
            "--topic", "'" + topic + "': only subscribers can use wildcards; name one topic");
      }
      return topics();
    }

    /** One line for a dry run. */
    public String describe() {
      return "topic " + describe(topic);
    }
  }

  /** Pairs of queues: what comes from one goes to the other. */
  public static final class Pair extends DestinationOptions {

    @Option(
        names = "--request-queue",
        paramLabel = "NAME",
        description =
            "The request queue, or the prefix of the queues' names (default ${DEFAULT-VALUE}).")
    String requestQueue = "REQUEST";

    @Option(
        names = "--reply-queue",
        paramLabel = "NAME",
        description =
            "The reply queue, with the same numbers as the request queues (default "
                + "${DEFAULT-VALUE}).")
    String replyQueue = "REPLY";

    @Mixin CommandSpec numbers = numbers();

    public Pair() {
      super("queue");
    }

    public DestinationPlan requests() {
      return plan("--request-queue", requestQueue);
    }

    public DestinationPlan replies() {
      return plan("--reply-queue", replyQueue);
    }

    /** Other names of the queues of replies. */
    public DestinationPlan aliases(String name) {
      return plan("--reply-alias", name);
    }

    public String describeRequests() {
      return describe(requestQueue);
    }

    public String describeReplies() {
      return describe(replyQueue);
    }
  }

  /** A range of whole numbers: {@code 1..10}. */
  private static Range range(String value) {
    Matcher matcher = RANGE.matcher(value);
    if (!matcher.matches()) {
      throw new TypeConversionException("'" + value + "' is not a range such as 1..10");
    }
    Range range = new Range(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    if (range.first() > range.last()) {
      throw new TypeConversionException("'" + value + "' ends before it begins");
    }
    return range;
  }

  /** Both ends included. */
  private record Range(int first, int last) {}
}
