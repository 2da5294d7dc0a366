package dev.sluice.control.endpoint.client;

import dev.sluice.control.command.BadCommandException;
import dev.sluice.control.command.Command;
import dev.sluice.control.command.CommandRunner;
import dev.sluice.control.command.OlderCommand;
import java.util.List;

/**
 * The answer of one process.
 *
 * @param at which one
 * @param lines what it sent to the command, without the greeting; perhaps a part
 * @param ok whether it carried the command out
 * @param problem why not, one line; empty when it did
 */
public record Reply(Address at, List<String> lines, boolean ok, String problem) {

  static Reply done(Address at, List<String> lines) {
    return new Reply(at, lines, true, "");
  }

  static Reply failed(Address at, List<String> lines, String problem) {
    return new Reply(at, lines, false, problem);
  }

  /**
   * How replies are told apart: a command of ours is answered by lines of which the last begins
   * with OK or ERR, one of JMSPerfHarness's by a single line behind the run's id and a comma. Pure.
   */
  static final class ReplyRules {

    private final boolean older;

    /**
     * @param command the line that is answered
     */
    ReplyRules(String command) {
      this.older = isOlder(command.strip());
    }

    private static boolean isOlder(String line) {
      try {
        return Command.parse(line) instanceof OlderCommand;
      } catch (BadCommandException e) {
        return false; // it is sent all the same, and the other end says what is wrong
      }
    }

    boolean isLast(String line) {
      return older || isOk(line) || isError(line) || line.contains("," + CommandRunner.UNSUPPORTED);
    }

    /** Whether the last line says that the command was carried out. */
    boolean isSuccess(String last) {
      if (!older) {
        return isOk(last);
      }
      String text = last.substring(last.indexOf(',') + 1);
      return text.startsWith(OlderCommand.SUCCESS) || isStatistics(text);
    }

    static boolean isOk(String line) {
      return line.equals("OK") || line.startsWith("OK ");
    }

    static boolean isError(String line) {
      return line.startsWith("ERR ");
    }

    private static boolean isStatistics(String text) {
      return text.contains("rate=") || text.contains("rateR=") || text.contains("tps=");
    }
  }
}
