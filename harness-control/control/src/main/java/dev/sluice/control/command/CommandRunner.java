package dev.sluice.control.command;

import dev.sluice.control.command.BadCommandException.ErrorCode;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunControlException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out commands on a run and words what went wrong, for every endpoint alike. For any
 * thread; a call takes as long as its command. Throws nothing.
 *
 * @param statistics what {@code REPORT -stats} is answered with
 * @param prefix what replies to JMSPerfHarness's commands begin with
 * @param mask masks secrets in replies to lines
 */
public record CommandRunner(
    RunControl control, StatisticsLine statistics, String prefix, UnaryOperator<String> mask) {

  /** Behind the run's id and a comma, how JMSPerfHarness answers a word that it does not know. */
  public static final String UNSUPPORTED = "WARNING: unsupported command: ";

  private static final Logger LOG = LoggerFactory.getLogger(CommandRunner.class);

  /** The same without secrets to be masked. */
  public CommandRunner(RunControl control, StatisticsLine statistics, String prefix) {
    this(control, statistics, prefix, UnaryOperator.identity());
  }

  /** The prefix of replies to JMSPerfHarness's commands; just a comma without an id. */
  public static String prefix(String runId) {
    return runId + ",";
  }

  /**
   * The lines of the reply to a line, none to an empty one.
   *
   * @param who as for a command
   */
  public List<String> answer(String line, String who) {
    return reply(line, who).stream().map(mask).toList();
  }

  private List<String> reply(String line, String who) {
    String text = line.strip();
    if (text.isEmpty()) {
      return List.of();
    }
    if (text.getBytes(StandardCharsets.UTF_8).length > Command.MAX_LINE_BYTES) {
      return List.of(tooLong());
    }
    try {
      return answer(Command.parse(text), who);
    } catch (BadCommandException e) {
      return List.of(refusal(text, e));
    }
  }

  /**
   * The lines of the reply to a command that somebody gives; one that may change the run is put on
   * its time line.
   *
   * @param who who gives it, and from where, in the words of an event
   */
  public List<String> answer(Command command, String who) {
    if (Command.changes(command)) {
      note(command, who);
    }
    return answer(command);
  }

  private void note(Command command, String who) {
    control.audit(mask.apply("command from " + who + ": " + command.text()));
  }

  /** The lines of the reply. */
  public List<String> answer(Command command) {
    try {
      if (command instanceof OlderCommand older) {
        return List.of(answer(older));
      }
      return command instanceof Command.OfRun ofRun
          ? answer(ofRun)
          : List.of(ErrorCode.REFUSED.line("this command works only on the command socket"));
    } catch (RuntimeException e) {
      LOG.warn("The command {} failed", command, e);
      return List.of(
          command instanceof OlderCommand older
              ? failure(older, e.toString())
              : ErrorCode.INTERNAL.line(oneLine(e.toString())));
    }
  }

  private List<String> answer(Command.OfRun command) {
    try {
      return command.runOn(control);
    } catch (RunControlException e) {
      return List.of(ErrorCode.REFUSED.line(oneLine(e.getMessage())));
    }
  }

  private String answer(OlderCommand command) {
    try {
      return prefix + command.runOn(control, statistics);
    } catch (RunControlException e) {
      return failure(command, e.getMessage());
    } catch (IllegalArgumentException e) {
      return failure(command, e.toString());
    }
  }

  /** Whether the reply to a command says that it was carried out. */
  public static boolean carriedOut(Command command, List<String> reply) {
    String last = reply.isEmpty() ? "" : reply.get(reply.size() - 1);
    return command instanceof OlderCommand
        ? !last.contains("," + OlderCommand.FAIL)
        : last.equals("OK") || last.startsWith("OK ");
  }

  /** The reply to a line that is too long. */
  public static String tooLong() {
    return ErrorCode.TOO_LONG.line("a line has at most " + Command.MAX_LINE_BYTES + " bytes");
  }

  /** The reply to what is not a command. */
  public String refusal(String text, BadCommandException why) {
    return why.code() == ErrorCode.UNKNOWN_COMMAND && statistics.ofOlderTool()
        ? prefix + UNSUPPORTED + text
        : why.code().line(why.getMessage());
  }

  private String failure(OlderCommand command, String why) {
    return prefix + OlderCommand.FAIL + command.text() + " (" + oneLine(why) + ")";
  }

  /** Messages of providers may have several lines, but a reply has one. */
  private static String oneLine(String message) {
    return message.replaceAll("\\s*[\\p{Cntrl}]+\\s*", " ").strip();
  }

  /** The answer to {@code REPORT -stats}. For any thread. */
  @FunctionalInterface
  public interface StatisticsLine {

    /** The last interval, as JMSPerfHarness's BasicStats prints it. */
    static StatisticsLine basic(RunControl control) {
      return () -> control.latest().map(RunText::basicStats);
    }

    /**
     * Whether the run is that of an older tool's line, so that what is no command is told as there.
     */
    default boolean ofOlderTool() {
      return false;
    }

    /** The line, empty as long as no statistics interval has ended. */
    Optional<String> latest();
  }
}
