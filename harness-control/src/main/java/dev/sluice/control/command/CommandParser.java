package dev.sluice.control.command;

import dev.sluice.control.secret.SecretRules;
import dev.sluice.core.run.RateChange;
import dev.sluice.core.run.RunControl;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Turns a line into a command. Pure: no state, no input or output. */
public final class CommandParser {

  private static final String OVER = "over";
  private static final String JSON = "json";

  private CommandParser() {}

  /**
   * @param line without blanks around it, not empty
   * @throws BadCommandException if it is no command
   */
  public static Command parse(String line) throws BadCommandException {
    List<String> words = Arrays.asList(line.split("\\s+"));
    Verb verb = Verb.named(words.get(0)).orElse(null);
    if (verb == null) {
      throw new BadCommandException(
          ErrorCode.UNKNOWN_COMMAND,
          Arguments.quoted(words.get(0)) + "; " + Suggestion.of(words.get(0)));
    }
    List<String> args = words.subList(1, words.size());
    return switch (verb) {
      case RATE -> rate(args);
      case TOTAL -> total(args);
      case PAUSE -> new Command.Pause(workload(args, verb));
      case RESUME -> new Command.Resume(workload(args, verb));
      case THREADS -> threads(args);
      case STATUS -> new Command.Status(json(args, verb));
      case STATS -> new Command.Stats(json(args, verb));
      case WATCH -> watch(args);
      case MARK -> mark(line.substring(words.get(0).length()).strip());
      case STOP -> {
        requireNone(args, verb);
        yield new Command.Stop();
      }
      case HELP -> help(args);
      case AUTH -> auth(args);
      case QUIT -> {
        requireNone(args, verb);
        yield new Command.Quit();
      }
      case ALTER, REPORT, START, END -> LegacyParser.parse(verb, args, line);
    };
  }

  private static Command rate(List<String> args) throws BadCommandException {
    Amount amount = Amount.of(args, Verb.RATE);
    return new Command.Rate(amount.workload, rateChange(amount.word), amount.over);
  }

  private static RateChange rateChange(String word) throws BadCommandException {
    int sign = sign(word);
    boolean percent = word.endsWith("%");
    if (sign == 0) {
      if (percent) {
        throw BadCommandException.argument(
            Arguments.quoted(word) + " needs a sign; say +" + word + " or -" + word);
      }
      return new RateChange.ToPerWorker(Arguments.rate(word));
    }
    String digits = word.substring(1, word.length() - (percent ? 1 : 0));
    return percent
        ? new RateChange.ByPercent(sign * Arguments.percent(digits))
        : new RateChange.ByPerWorker(sign * Arguments.rate(digits));
  }

  private static Command total(List<String> args) throws BadCommandException {
    Amount amount = Amount.of(args, Verb.TOTAL);
    if (sign(amount.word) != 0) {
      throw BadCommandException.argument("a total has no sign; usage: " + Verb.TOTAL.usage());
    }
    return new Command.Rate(
        amount.workload, new RateChange.ToTotal(Arguments.rate(amount.word)), amount.over);
  }

  private static Command threads(List<String> args) throws BadCommandException {
    if (args.isEmpty() || args.size() > 2) {
      throw usage(Verb.THREADS);
    }
    String workload = args.size() == 2 ? args.get(0) : RunControl.DEFAULT_WORKLOADS;
    String word = args.get(args.size() - 1);
    int sign = sign(word);
    if (sign == 0) {
      throw BadCommandException.argument(
          Arguments.quoted(word) + " needs a sign; usage: " + Verb.THREADS.usage());
    }
    int count = Arguments.workers(word.substring(1));
    return sign > 0
        ? new Command.AddWorkers(workload, count)
        : new Command.EndWorkers(workload, count);
  }

  private static Command watch(List<String> args) throws BadCommandException {
    boolean json = !args.isEmpty() && args.get(args.size() - 1).equalsIgnoreCase(JSON);
    List<String> times = json ? args.subList(0, args.size() - 1) : args;
    if (times.size() > 1) {
      throw usage(Verb.WATCH);
    }
    return new Command.Watch(
        times.isEmpty() ? Duration.ZERO : Arguments.duration(times.get(0)), json);
  }

  private static Command mark(String text) throws BadCommandException {
    if (text.isEmpty()) {
      throw usage(Verb.MARK);
    }
    return new Command.Mark(SecretRules.mask(text)); // it goes into every file of the run
  }

  private static Command help(List<String> args) throws BadCommandException {
    if (args.size() > 1) {
      throw usage(Verb.HELP);
    }
    if (args.isEmpty()) {
      return new Command.Help("");
    }
    if (Verb.named(args.get(0)).isEmpty()) {
      throw BadCommandException.argument(
          "there is no command "
              + Arguments.quoted(args.get(0))
              + "; "
              + Suggestion.of(args.get(0)));
    }
    return new Command.Help(args.get(0));
  }

  private static Command auth(List<String> args) throws BadCommandException {
    if (args.size() != 1) {
      throw usage(Verb.AUTH);
    }
    return new Command.Auth(args.get(0));
  }

  private static String workload(List<String> args, Verb verb) throws BadCommandException {
    if (args.size() > 1) {
      throw usage(verb);
    }
    return args.isEmpty() ? RunControl.DEFAULT_WORKLOADS : args.get(0);
  }

  private static boolean json(List<String> args, Verb verb) throws BadCommandException {
    if (args.isEmpty()) {
      return false;
    }
    if (args.size() > 1 || !args.get(0).equalsIgnoreCase(JSON)) {
      throw usage(verb);
    }
    return true;
  }

  private static void requireNone(List<String> args, Verb verb) throws BadCommandException {
    if (!args.isEmpty()) {
      throw usage(verb);
    }
  }

  private static int sign(String word) {
    return word.startsWith("+") ? 1 : word.startsWith("-") ? -1 : 0;
  }

  private static BadCommandException usage(Verb verb) {
    return BadCommandException.argument("usage: " + verb.usage());
  }

  /** {@code [WORKLOAD] AMOUNT [over DURATION]}. */
  private record Amount(String workload, String word, Duration over) {

    static Amount of(List<String> args, Verb verb) throws BadCommandException {
      int last = args.size();
      Duration over = Duration.ZERO;
      if (last >= 3 && args.get(last - 2).toLowerCase(Locale.ROOT).equals(OVER)) {
        over = Arguments.duration(args.get(last - 1));
        last -= 2;
      }
      return switch (last) {
        case 1 -> new Amount(RunControl.DEFAULT_WORKLOADS, args.get(0), over);
        case 2 -> new Amount(args.get(0), args.get(1), over);
        default -> throw usage(verb);
      };
    }
  }
}
