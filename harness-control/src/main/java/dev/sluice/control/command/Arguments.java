package dev.sluice.control.command;

import dev.sluice.control.command.Quantities.BadQuantityException;
import dev.sluice.core.run.RunControl;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The words behind the first one of a line.
 *
 * @param syntax that of the first word
 * @param words the words
 * @param line all of the line
 */
public record Arguments(Syntax syntax, List<String> words, String line) {

  private static final String JSON = "json";
  private static final int MAX_QUOTED_CHARACTERS = 60;

  /** The words as they stand in the line, with the blanks between them. */
  String text() {
    return line.substring(line.split("\\s+", 2)[0].length()).strip();
  }

  int size() {
    return words.size();
  }

  String word(int index) {
    return words.get(index);
  }

  String last() {
    return words.get(words.size() - 1);
  }

  /** Checks how many there are. */
  void requireSize(int least, int most) throws BadCommandException {
    if (words.size() < least || words.size() > most) {
      throw usage();
    }
  }

  /** The only word, a workload's name; without one, those that a person would expect. */
  String optionalWorkload() throws BadCommandException {
    requireSize(0, 1);
    return words.isEmpty() ? RunControl.DEFAULT_WORKLOADS : words.get(0);
  }

  /** Whether the only word is {@code json}; there need not be one. */
  boolean optionalJson() throws BadCommandException {
    requireSize(0, 1);
    if (!words.isEmpty() && !isJson(words.get(0))) {
      throw usage();
    }
    return !words.isEmpty();
  }

  static boolean isJson(String word) {
    return word.equalsIgnoreCase(JSON);
  }

  /** A quantity, by one of the functions of {@link Quantities}. */
  static <T> T quantity(String word, Function<String, T> parse) throws BadCommandException {
    try {
      return parse.apply(word);
    } catch (BadQuantityException e) {
      throw BadCommandException.argument(quoted(word) + " is not " + e.expected());
    }
  }

  /** A parser of a command that is one word. */
  static Syntax.Parser none(Supplier<Command> command) {
    return arguments -> {
      arguments.requireSize(0, 0);
      return command.get();
    };
  }

  BadCommandException usage() {
    return BadCommandException.argument("usage: " + syntax.usage());
  }

  /** The text that a client sent, made fit for a message. */
  static String quoted(String word) {
    return "'"
        + (word.length() <= MAX_QUOTED_CHARACTERS
            ? word
            : word.substring(0, MAX_QUOTED_CHARACTERS) + "...")
        + "'";
  }
}
