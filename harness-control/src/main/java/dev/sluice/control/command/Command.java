package dev.sluice.control.command;

import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunControlException;
import java.util.Arrays;
import java.util.List;

/**
 * A request of a person or a program: one line of text as an immutable value. Each command has its
 * syntax, its text and what it does in one place. Endpoints and scenarios differ in where lines
 * come from, and in nothing else.
 */
public sealed interface Command permits Command.OfRun, SessionCommand, OlderCommand {

  /** A line has at most this many bytes, without its end. */
  int MAX_LINE_BYTES = 1_024;

  /** How all commands are written, in the order in which {@code help} lists them. */
  List<Syntax> ALL =
      List.of(
          Rate.OF_EACH,
          Rate.IN_TOTAL,
          Pause.SYNTAX,
          Resume.SYNTAX,
          Threads.SYNTAX,
          Status.SYNTAX,
          Stats.SYNTAX,
          SessionCommand.WATCH,
          Mark.SYNTAX,
          Stop.SYNTAX,
          Help.SYNTAX,
          SessionCommand.AUTH,
          SessionCommand.QUIT,
          OlderCommand.ALTER,
          OlderCommand.REPORT,
          OlderCommand.START,
          OlderCommand.END);

  /** A command about the run. */
  sealed interface OfRun extends Command
      permits Rate, Pause, Resume, Threads, Status, Stats, Mark, Stop, Help {

    /**
     * Carries it out, which takes as long as the change does: adding workers waits for their
     * connections.
     *
     * @return the lines of the reply, the last of which begins with {@code OK}
     * @throws RunControlException if the run refuses it
     */
    List<String> runOn(RunControl control) throws RunControlException;

    @Override
    default List<String> answerBy(CommandRunner runner) {
      return runner.answer(this);
    }
  }

  /** The line it is written as; parsed, it is this command again. */
  String text();

  /** Has it carried out. */
  List<String> answerBy(CommandRunner runner);

  /** Whether it may change the run, and does not only show it. */
  static boolean changes(Command command) {
    return !(command instanceof Status
        || command instanceof Stats
        || command instanceof Help
        || command instanceof OlderCommand.Report
        || command instanceof OlderCommand.Wrong
        || command instanceof SessionCommand);
  }

  /**
   * The command that a line stands for.
   *
   * @param line without blanks around it, not empty
   * @throws BadCommandException if there is none
   */
  static Command parse(String line) throws BadCommandException {
    List<String> words = Arrays.asList(line.split("\\s+"));
    String first = words.get(0);
    Syntax syntax =
        Syntax.named(first)
            .orElseThrow(
                () ->
                    new BadCommandException(
                        ErrorCode.UNKNOWN_COMMAND,
                        Arguments.quoted(first) + "; " + Syntax.suggestion(first)));
    return syntax.parser().parse(new Arguments(syntax, words.subList(1, words.size()), line));
  }
}
