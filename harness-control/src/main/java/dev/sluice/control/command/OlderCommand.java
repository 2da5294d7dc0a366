package dev.sluice.control.command;

import dev.sluice.core.run.RateChange;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunControlException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A command of JMSPerfHarness: {@code VERB [-attribute value]...}, also {@code -attribute=value}.
 * Its reply is one line behind the run's id and a comma, which repeats the line that was sent. A
 * line with wrong attributes is a command too, because it has such a reply.
 */
@SuppressWarnings("ClassInitializationDeadlock") // what it names is made when a line is parsed
public sealed interface OlderCommand extends Command {

  /** The first word of the reply to one that was carried out, behind the run's id and a comma. */
  String SUCCESS = "SUCCESS: ";

  /** Begins the reply to a command that was not carried out, behind the prefix. */
  String FAIL = "FAIL: ";

  String RATE = "rt";
  String STATISTICS = "stats";
  String THREADS = "nt";

  Syntax ALTER =
      Syntax.of(
          "ALTER -rt N",
          "JMSPerfHarness: sets the rate of each worker, per second; 0 = as fast as possible.",
          arguments -> orWrong(arguments, Alter::parse),
          "ALTER -rt 116");

  Syntax REPORT =
      Syntax.of(
          "REPORT -stats",
          "JMSPerfHarness: shows the last interval.",
          arguments -> orWrong(arguments, Report::parse),
          "REPORT -stats");

  Syntax START =
      Syntax.of(
          "START [-nt N]",
          "JMSPerfHarness: starts N more workers, or 1.",
          arguments -> orWrong(arguments, Start::parse),
          "START -nt 20");

  Syntax END =
      Syntax.of(
          "END [-nt N]",
          "JMSPerfHarness: ends N workers, or all of them and the run.",
          arguments -> orWrong(arguments, End::parse),
          "END -nt 20");

  /** The line as it was sent. */
  /**
   * Carries it out.
   *
   * @param statistics what {@code REPORT -stats} is answered with
   * @return the reply, without what stands before each
   * @throws RunControlException if the run refuses it
   */
  String runOn(RunControl control, StatisticsLine statistics) throws RunControlException;

  @Override
  default List<String> answerBy(CommandRunner runner) {
    return List.of(runner.answer(this));
  }

  /** {@code ALTER -rt N}. What else stands in the line is ignored there. */
  record Alter(String text, double perSecond) implements OlderCommand {

    private static Alter parse(Arguments arguments) throws BadCommandException {
      Map<String, String> attributes = attributes(arguments, Set.of(RATE, THREADS));
      return new Alter(
          arguments.line(),
          Arguments.quantity(required(attributes, RATE, arguments), Quantities::rate));
    }

    @Override
    public String runOn(RunControl control, StatisticsLine statistics) throws RunControlException {
      control.changeRate(
          RunControl.DEFAULT_WORKLOADS, new RateChange.ToPerWorker(perSecond), Duration.ZERO);
      return success(this);
    }
  }

  /** {@code REPORT -stats}. */
  record Report(String text) implements OlderCommand {

    private static Report parse(Arguments arguments) throws BadCommandException {
      required(attributes(arguments, Set.of(STATISTICS)), STATISTICS, arguments);
      return new Report(arguments.line());
    }

    @Override
    public String runOn(RunControl control, StatisticsLine statistics) throws RunControlException {
      return statistics.latest().orElseThrow(Stats::noInterval);
    }
  }

  /** {@code START [-nt N]}. */
  record Start(String text, int workers) implements OlderCommand {

    private static Start parse(Arguments arguments) throws BadCommandException {
      String count = attributes(arguments, Set.of(THREADS)).getOrDefault(THREADS, "1");
      return new Start(arguments.line(), Arguments.quantity(count, Quantities::workers));
    }

    @Override
    public String runOn(RunControl control, StatisticsLine statistics) throws RunControlException {
      control.addWorkers(RunControl.DEFAULT_WORKLOADS, workers);
      return success(this);
    }
  }

  /**
   * {@code END [-nt N]}.
   *
   * @param workers how many, or 0 for all
   */
  record End(String text, int workers) implements OlderCommand {

    private static End parse(Arguments arguments) throws BadCommandException {
      Map<String, String> attributes = attributes(arguments, Set.of(THREADS));
      return new End(
          arguments.line(),
          attributes.containsKey(THREADS)
              ? Arguments.quantity(attributes.get(THREADS), Quantities::workers)
              : 0);
    }

    @Override
    public String runOn(RunControl control, StatisticsLine statistics) throws RunControlException {
      if (workers == 0) {
        control.stop("ended by command");
      } else {
        control.endWorkers(RunControl.DEFAULT_WORKLOADS, workers);
      }
      return success(this);
    }
  }

  /** One of the verbs with attributes that cannot be. */
  record Wrong(String text, String reason) implements OlderCommand {

    @Override
    public String runOn(RunControl control, StatisticsLine statistics) throws RunControlException {
      throw new RunControlException(reason);
    }
  }

  private static String success(OlderCommand command) {
    return SUCCESS + command.text();
  }

  private static Command orWrong(Arguments arguments, Syntax.Parser parser) {
    try {
      return parser.parse(arguments);
    } catch (BadCommandException e) {
      return new Wrong(arguments.line(), e.getMessage());
    }
  }

  private static String required(Map<String, String> attributes, String name, Arguments arguments)
      throws BadCommandException {
    String value = attributes.get(name);
    if (value == null) {
      throw BadCommandException.argument(
          "-" + name + " is missing; usage: " + arguments.syntax().usage());
    }
    return value;
  }

  /** By their names in small letters. */
  private static Map<String, String> attributes(Arguments arguments, Set<String> known)
      throws BadCommandException {
    Map<String, String> attributes = new HashMap<>();
    String open = null;
    for (String word : arguments.words()) {
      if (word.startsWith("-")) {
        int equals = word.indexOf('=');
        String name = word.substring(1, equals < 0 ? word.length() : equals);
        open = name.toLowerCase(Locale.ROOT);
        if (!known.contains(open)) {
          throw BadCommandException.argument(Arguments.quoted(word) + " is not a valid attribute");
        }
        String value = equals < 0 ? "" : word.substring(equals + 1);
        if (attributes.put(open, value) != null) {
          throw BadCommandException.argument("-" + open + " is given twice");
        }
      } else if (open == null || !attributes.get(open).isEmpty()) {
        throw BadCommandException.argument(
            Arguments.quoted(word) + " does not belong to an attribute");
      } else {
        attributes.put(open, word);
      }
    }
    return attributes;
  }
}
