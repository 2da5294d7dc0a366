package dev.sluice.control.command;

import dev.sluice.core.run.RunControl;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Carries out commands that come from elsewhere than the command socket, in the same words and with
 * the same replies. For any thread.
 */
public final class CommandAnswers {

  private final CommandHandler commands;
  private final UnaryOperator<String> mask;

  /**
   * Answers for a run.
   *
   * @param statistics what {@code REPORT -stats} is answered with
   * @param legacyPrefix what replies to JMSPerfHarness's commands begin with
   * @param mask masks secrets in replies
   */
  public CommandAnswers(
      RunControl control,
      StatisticsLine statistics,
      String legacyPrefix,
      UnaryOperator<String> mask) {
    this.mask = mask;
    this.commands = new CommandHandler(control, statistics, legacyPrefix);
  }

  /** The lines of the reply, none to an empty line. Throws nothing. */
  public List<String> answer(String line) {
    return reply(line).stream().map(mask).toList();
  }

  private List<String> reply(String line) {
    String text = line.strip();
    if (text.isEmpty()) {
      return List.of();
    }
    if (text.getBytes(StandardCharsets.UTF_8).length > Command.MAX_LINE_BYTES) {
      return List.of(
          ErrorCode.TOO_LONG.line("a line has at most " + Command.MAX_LINE_BYTES + " bytes"));
    }
    try {
      Command command = CommandParser.parse(text);
      return command instanceof Command.OfSession
          ? List.of(ErrorCode.REFUSED.line("only the command socket has sessions"))
          : commands.handle(command);
    } catch (BadCommandException e) {
      return List.of(commands.refusal(text, e));
    }
  }
}
