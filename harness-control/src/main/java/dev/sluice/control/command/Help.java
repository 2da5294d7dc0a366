package dev.sluice.control.command;

import dev.sluice.core.run.RunControl;
import java.util.List;

/**
 * Lists the commands, or explains one.
 *
 * @param command its first word, or empty for all
 */
public record Help(String command) implements Command.OfRun {

  static final Syntax SYNTAX =
      Syntax.of("help [COMMAND]", "Lists the commands, or explains one.", Help::parse, "help rate");

  private static Help parse(Arguments arguments) throws BadCommandException {
    arguments.requireSize(0, 1);
    if (arguments.size() == 0) {
      return new Help("");
    }
    String word = arguments.word(0);
    if (Syntax.named(word).isEmpty()) {
      throw BadCommandException.argument(
          "unknown command " + Arguments.quoted(word) + "; " + Syntax.suggestion(word));
    }
    return new Help(word);
  }

  @Override
  public String text() {
    return ("help " + command).strip();
  }

  @Override
  public List<String> runOn(RunControl control) {
    return RunText.ended(
        Syntax.named(command).map(Syntax::help).orElseGet(Syntax::list),
        command.isEmpty() ? "help COMMAND shows more" : "");
  }
}
