package dev.sluice.control.command;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * JMSPerfHarness's grammar: {@code VERB [-attribute value]...}, also {@code -attribute=value}.
 * Attributes are lower-cased. What is wrong becomes a {@link Command.Wrong}, since these commands
 * have replies of their own. Pure.
 */
final class LegacyParser {

  private static final String RATE = "rt";
  private static final String STATS = "stats";
  private static final String THREADS = "nt";

  private LegacyParser() {}

  /**
   * @param verb one of JMSPerfHarness's
   * @param args the words behind it
   * @param line all of it, for the reply
   */
  static Command.Legacy parse(Verb verb, List<String> args, String line) {
    try {
      return switch (verb) {
        case ALTER -> alter(attributes(args, Set.of(RATE, THREADS)), line);
        case REPORT -> report(attributes(args, Set.of(STATS)), line);
        case START -> start(attributes(args, Set.of(THREADS)), line);
        case END -> end(attributes(args, Set.of(THREADS)), line);
        default -> throw new IllegalArgumentException("not of JMSPerfHarness: " + verb);
      };
    } catch (BadCommandException e) {
      return new Command.Wrong(line, e.getMessage());
    }
  }

  /** There, whatever else stood in the line was not read. */
  private static Command.Legacy alter(Map<String, String> attributes, String line)
      throws BadCommandException {
    if (!attributes.containsKey(RATE)) {
      throw BadCommandException.argument("there is no -rt; usage: " + Verb.ALTER.usage());
    }
    return new Command.Alter(line, Arguments.rate(attributes.get(RATE)));
  }

  private static Command.Legacy report(Map<String, String> attributes, String line)
      throws BadCommandException {
    if (!attributes.containsKey(STATS)) {
      throw BadCommandException.argument("there is no -stats; usage: " + Verb.REPORT.usage());
    }
    return new Command.Report(line);
  }

  private static Command.Legacy start(Map<String, String> attributes, String line)
      throws BadCommandException {
    return new Command.StartWorkers(
        line, attributes.containsKey(THREADS) ? Arguments.workers(attributes.get(THREADS)) : 1);
  }

  private static Command.Legacy end(Map<String, String> attributes, String line)
      throws BadCommandException {
    return attributes.containsKey(THREADS)
        ? new Command.EndSome(line, Arguments.workers(attributes.get(THREADS)))
        : new Command.EndAll(line);
  }

  private static Map<String, String> attributes(List<String> args, Set<String> known)
      throws BadCommandException {
    Map<String, String> attributes = new HashMap<>();
    String open = null;
    for (String word : args) {
      if (word.startsWith("-")) {
        int equals = word.indexOf('=');
        String name = word.substring(1, equals < 0 ? word.length() : equals);
        open = name.toLowerCase(Locale.ROOT);
        if (!known.contains(open)) {
          throw BadCommandException.argument(Arguments.quoted(word) + " is not known here");
        }
        String value = equals < 0 ? "" : word.substring(equals + 1);
        if (attributes.put(open, value) != null) {
          throw BadCommandException.argument("-" + open + " is given twice");
        }
      } else if (open == null || !attributes.get(open).isEmpty()) {
        throw BadCommandException.argument(Arguments.quoted(word) + " belongs to no attribute");
      } else {
        attributes.put(open, word);
      }
    }
    return attributes;
  }
}
