package dev.sluice.control.command;

import dev.sluice.core.run.RateChange;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunControlException;
import java.time.Duration;

/**
 * Carries out JMSPerfHarness's commands, and answers as it does: one line, behind the run's id and
 * a comma. For any thread.
 */
public final class LegacyReplies {

  private final RunControl control;
  private final StatisticsLine statistics;
  private final String prefix;

  LegacyReplies(RunControl control, StatisticsLine statistics, String prefix) {
    this.control = control;
    this.statistics = statistics;
    this.prefix = prefix;
  }

  /** What every line begins with, the greeting's as well; just a comma when there is no id. */
  public static String prefix(String runId) {
    return runId + ",";
  }

  String reply(Command.Legacy command) {
    try {
      return prefix + run(command);
    } catch (RunControlException e) {
      return prefix + fail(command, e.getMessage());
    } catch (IllegalArgumentException e) {
      return prefix + fail(command, e.toString());
    }
  }

  /** Whether scripts of the older tool are at the other end, and none of this program. */
  boolean answersUnknown() {
    return statistics.ofOlderTool();
  }

  /** The reply to a word that is no command. */
  String unsupported(String text) {
    return prefix + "WARNING: unsupported command: " + text;
  }

  private String run(Command.Legacy command) throws RunControlException {
    if (command instanceof Command.Report) {
      return statistics.latest().orElseThrow(CommandHandler::noInterval);
    }
    if (command instanceof Command.Wrong wrong) {
      return fail(wrong, wrong.reason());
    }
    if (command instanceof Command.Alter alter) {
      control.changeRate(
          RunControl.DEFAULT_WORKLOADS,
          new RateChange.ToPerWorker(alter.perSecond()),
          Duration.ZERO);
    } else if (command instanceof Command.StartWorkers start) {
      control.addWorkers(RunControl.DEFAULT_WORKLOADS, start.count());
    } else if (command instanceof Command.EndSome end) {
      control.endWorkers(RunControl.DEFAULT_WORKLOADS, end.count());
    } else if (command instanceof Command.EndAll) {
      control.stop("ended by command");
    }
    return "SUCCESS: " + command.text();
  }

  private static String fail(Command.Legacy command, String why) {
    return "FAIL: " + command.text() + " (" + CommandHandler.oneLine(why) + ")";
  }
}
