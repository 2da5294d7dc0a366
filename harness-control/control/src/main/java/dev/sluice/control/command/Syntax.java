package dev.sluice.control.command;

import dev.sluice.control.command.BadCommandException.ErrorCode;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.text.Figures;
import dev.sluice.core.text.NearestWord;
import dev.sluice.core.text.Quantities;
import dev.sluice.core.text.Quantities.BadQuantityException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * How a command is written: its word, what may stand behind it, and what {@code help} says about
 * it.
 *
 * @param word its first word, in small letters
 * @param usage all of it, optional parts in brackets
 * @param explanation one sentence
 * @param parser makes the command of what stands behind the word
 * @param examples whole lines
 */
public record Syntax(
    String word, String usage, String explanation, Parser parser, List<String> examples) {

  private static final String EXIT = "exit"; // of telnet's users

  /** Makes a command. */
  @FunctionalInterface
  public interface Parser {
    Command parse(Arguments arguments) throws BadCommandException;
  }

  static Syntax of(String usage, String explanation, Parser parser, String... examples) {
    String word = usage.split(" ", 2)[0].toLowerCase(Locale.ROOT);
    return new Syntax(word, usage, explanation, parser, List.of(examples));
  }

  /** That of the command with this word, in whatever case. */
  static Optional<Syntax> named(String word) {
    String meant = word.equalsIgnoreCase(EXIT) ? "quit" : word;
    return Command.ALL.stream().filter(each -> each.word.equalsIgnoreCase(meant)).findFirst();
  }

  /** The same of a command that must be there. */
  static Syntax required(String word) throws BadCommandException {
    return named(word)
        .orElseThrow(() -> new BadCommandException(ErrorCode.UNKNOWN_COMMAND, unknown(word)));
  }

  /** A word that is no command, and the nearest that is one, or where to find them all. */
  static String unknown(String word) {
    return Arguments.quoted(word)
        + "; "
        + NearestWord.of(word, Command.ALL.stream().map(Syntax::word).toList())
            .map(nearest -> "did you mean " + nearest + "?")
            .orElse("try help");
  }

  /** The lines that list all commands. */
  static List<String> list() {
    int width = Command.ALL.stream().mapToInt(each -> each.usage.length()).max().orElseThrow();
    return Command.ALL.stream()
        .map(each -> Figures.text("%-" + width + "s  %s", each.usage, each.explanation))
        .toList();
  }

  /** The lines that explain this one. */
  List<String> help() {
    return Stream.concat(
            Stream.of("usage: " + usage, explanation), examples.stream().map("example: "::concat))
        .toList();
  }

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
    static Parser none(Supplier<Command> command) {
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
}
