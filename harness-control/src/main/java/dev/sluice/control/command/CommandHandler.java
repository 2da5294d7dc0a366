package dev.sluice.control.command;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunControlException;
import dev.sluice.core.run.RunStatus;
import dev.sluice.core.run.WorkloadStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out commands about the run and words the reply. For any thread; a call takes as long as
 * the command does (adding workers waits for their connections).
 */
public final class CommandHandler {

  private static final Logger LOG = LoggerFactory.getLogger(CommandHandler.class);

  private final RunControl control;
  private final LegacyReplies legacy;

  /**
   * @param statistics what {@code REPORT -stats} is answered with
   * @param legacyPrefix what replies to JMSPerfHarness's commands begin with
   */
  public CommandHandler(RunControl control, StatisticsLine statistics, String legacyPrefix) {
    this.control = control;
    this.legacy = new LegacyReplies(control, statistics, legacyPrefix);
  }

  /** The lines of the reply, the last of which says how it went. Throws nothing. */
  public List<String> handle(Command command) {
    try {
      return command instanceof Command.Legacy old
          ? List.of(legacy.reply(old))
          : run((Command.OfRun) command);
    } catch (RunControlException e) {
      return List.of(ErrorCode.REFUSED.line(oneLine(e.getMessage())));
    } catch (RuntimeException e) {
      LOG.warn("The command {} failed", command, e);
      return List.of(ErrorCode.INTERNAL.line(oneLine(e.toString())));
    }
  }

  /** The reply to what is no command. */
  public String refusal(String text, BadCommandException why) {
    return why.code() == ErrorCode.UNKNOWN_COMMAND && legacy.answersUnknown()
        ? legacy.unsupported(text)
        : why.code().line(why.getMessage());
  }

  private List<String> run(Command.OfRun command) throws RunControlException {
    if (command instanceof Command.Rate rate) {
      return effective(
          control.changeRate(rate.workload(), rate.change(), rate.over()), rate.over());
    }
    if (command instanceof Command.Pause pause) {
      return effective(control.pause(pause.workload()), Duration.ZERO);
    }
    if (command instanceof Command.Resume resume) {
      return effective(control.resume(resume.workload()), Duration.ZERO);
    }
    if (command instanceof Command.AddWorkers add) {
      return effective(control.addWorkers(add.workload(), add.count()), Duration.ZERO);
    }
    if (command instanceof Command.EndWorkers end) {
      return effective(control.endWorkers(end.workload(), end.count()), Duration.ZERO);
    }
    if (command instanceof Command.Status status) {
      return status(status.json());
    }
    if (command instanceof Command.Stats stats) {
      return stats(stats.json());
    }
    if (command instanceof Command.Mark mark) {
      control.mark(mark.text());
      return List.of("OK marked");
    }
    if (command instanceof Command.Stop) {
      control.stop("stopped by command");
      return List.of("OK the run is ending");
    }
    return help((Command.Help) command);
  }

  private static List<String> effective(List<WorkloadStatus> workloads, Duration over) {
    return List.of(
        workloads.stream()
            .map(workload -> RunText.effective(workload, over))
            .collect(Collectors.joining("; ", "OK ", "")));
  }

  private List<String> status(boolean json) {
    RunStatus status = control.status();
    if (json) {
      return List.of(RunJson.status(status), "OK");
    }
    return ended(status.workloads().stream().map(RunText::status).toList(), RunText.status(status));
  }

  private List<String> stats(boolean json) throws RunControlException {
    Snapshot latest = control.latest().orElseThrow(CommandHandler::noInterval);
    return json
        ? List.of(RunJson.interval(latest), "OK")
        : ended(
            RunText.interval(latest),
            "interval of "
                + RunText.decimals(Duration.ofNanos(latest.lengthNanos()))
                + " s"
                + (latest.warmup() ? ", warm-up" : ""));
  }

  private static List<String> help(Command.Help help) {
    return ended(
        Verb.named(help.command()).map(Verb::help).orElseGet(Verb::allHelp),
        help.command().isEmpty() ? "help COMMAND tells more" : "");
  }

  private static List<String> ended(List<String> lines, String last) {
    List<String> reply = new ArrayList<>(lines);
    reply.add(("OK " + last).strip());
    return reply;
  }

  static RunControlException noInterval() {
    return new RunControlException("no statistics interval has ended yet");
  }

  /** Messages of providers may have several lines, a reply has not. */
  static String oneLine(String message) {
    return message.replaceAll("\\s*[\\p{Cntrl}]+\\s*", " ").strip();
  }
}
