package dev.sluice.control.command;

import dev.sluice.control.command.CommandRunner.StatisticsLine;
import dev.sluice.control.command.Syntax.Arguments;
import dev.sluice.core.run.RateChange;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunControlException;
import dev.sluice.core.text.Quantities;
import java.time.Duration;
import java.util.HashMap;
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
      of(
          "ALTER -rt N",
          "sets the rate of each worker, per second; 0 = as fast as possible.",
          Set.of(RATE, THREADS),
          (line, given) ->
              new Alter(
                  line, Arguments.quantity(required(RATE, "ALTER -rt N", given), Quantities::rate)),
          "ALTER -rt 116");

  Syntax REPORT =
      of(
          "REPORT -stats",
          "shows the last interval.",
          Set.of(STATISTICS),
          (line, given) -> {
            required(STATISTICS, "REPORT -stats", given);
            return new Report(line);
          },
          "REPORT -stats");

  Syntax START =
      of(
          "START [-nt N]",
          "starts N more workers, or 1.",
          Set.of(THREADS),
          (line, given) ->
              new Start(
                  line, Arguments.quantity(given.getOrDefault(THREADS, "1"), Quantities::workers)),
          "START -nt 20");

  Syntax END =
      of(
          "END [-nt N]",
          "ends N workers, or all of them and the run.",
          Set.of(THREADS),
          (line, given) ->
              new End(
                  line,
                  given.containsKey(THREADS)
                      ? Arguments.quantity(given.get(THREADS), Quantities::workers)
                      : 0),
          "END -nt 20");

  /**
   * Carries it out.
   *
   * @param statistics what {@code REPORT -stats} is answered with
   * @return the reply, without what stands before each
   * @throws RunControlException if the run refuses it
   */
  String runOn(RunControl control, StatisticsLine statistics) throws RunControlException;

  /** {@code ALTER -rt N}. What else stands in the line is ignored there. */
  record Alter(String text, double perSecond) implements OlderCommand {

    @Override
    public String runOn(RunControl control, StatisticsLine statistics) throws RunControlException {
      control.changeRate(
          RunControl.DEFAULT_WORKLOADS, new RateChange.ToPerWorker(perSecond), Duration.ZERO);
      return success(this);
    }
  }

  /** {@code REPORT -stats}. */
  record Report(String text) implements OlderCommand {

    @Override
    public String runOn(RunControl control, StatisticsLine statistics) throws RunControlException {
      return statistics.latest().orElseThrow(Stats::noInterval);
    }
  }

  /** {@code START [-nt N]}. */
  record Start(String text, int workers) implements OlderCommand {

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

  /** Makes a command of a line and its attributes. */
  @FunctionalInterface
  interface CommandReader {
    OlderCommand of(String line, Map<String, String> attributes) throws BadCommandException;
  }

  private static Syntax of(
      String usage, String explanation, Set<String> known, CommandReader reader, String example) {
    return Syntax.of(
        usage,
        "JMSPerfHarness: " + explanation,
        arguments -> {
          try {
            return reader.of(arguments.line(), attributes(arguments, known));
          } catch (BadCommandException e) {
            return new Wrong(arguments.line(), e.getMessage());
          }
        },
        example);
  }

  private static String required(String name, String usage, Map<String, String> attributes)
      throws BadCommandException {
    if (!attributes.containsKey(name)) {
      throw BadCommandException.argument("-" + name + " is missing; usage: " + usage);
    }
    return attributes.get(name);
  }

  private static String success(OlderCommand command) {
    return SUCCESS + command.text();
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
