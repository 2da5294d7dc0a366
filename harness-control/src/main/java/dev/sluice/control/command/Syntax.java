package dev.sluice.control.command;

import dev.sluice.control.command.BadCommandException.ErrorCode;
import dev.sluice.control.sink.console.Figures;
import dev.sluice.core.text.NearestWord;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
}
