package dev.sluice.control.command;

import dev.sluice.control.format.Json;
import dev.sluice.core.run.Change;
import dev.sluice.core.run.Change.OfPause;
import dev.sluice.core.run.Change.OfWorkers;
import dev.sluice.core.run.Change.Undone;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunControlException;
import dev.sluice.core.run.RunStatus;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.run.TargetState;
import dev.sluice.core.text.Figures;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Undoes the last change of rate, pause or workers.
 *
 * @param workload its name, or empty for the last change of all
 */
public record Undo(String workload) implements Command.OfRun {

  static final Syntax SYNTAX =
      Syntax.of(
          "undo [WORKLOAD]",
          "Takes back the last change of rate, pause or workers; again, the one before it.",
          arguments -> new Undo(arguments.optionalWorkload()),
          "undo",
          "undo senders");

  @Override
  public String text() {
    return ("undo " + workload).strip();
  }

  @Override
  public List<String> runOn(RunControl control) throws RunControlException {
    Undone undone = control.undo(workload);
    return List.of(
        "OK undone"
            + undone
                .change()
                .map(
                    change ->
                        ": " + given(change).text() + "; " + RunText.inForce(undone.workloads()))
                .orElse(""));
  }

  /** The command that made a change. */
  private static Command given(Change change) {
    return Command.of(
        change.before().size() == 1
            ? change.before().keySet().iterator().next()
            : RunControl.DEFAULT_WORKLOADS,
        change.adjustment());
  }

  /** What it would do now without a workload's name; null if there is nothing to undo. */
  public static Json next(RunStatus status) {
    return status.undoable().map(change -> next(change, status)).orElse(null);
  }

  private static Json next(Change change, RunStatus status) {
    List<WorkloadStatus> changed =
        status.workloads().stream()
            .filter(each -> change.before().containsKey(each.name()))
            .toList();
    WorkloadStatus only = changed.size() == 1 ? changed.get(0) : null;
    return new Json()
        .put("text", given(change).text())
        .put(
            "effect",
            only != null
                ? effect(change, only)
                : changed.stream()
                    .map(each -> each.name() + " " + effect(change, each))
                    .collect(Collectors.joining(", ")))
        .put("workload", only == null ? null : only.name())
        .put("perSecond", only == null ? null : perSecond(after(change, only)));
  }

  private static TargetState after(Change change, WorkloadStatus status) {
    return change.undone(status.name(), status.target(), status.target().sinceNanos());
  }

  private static Double perSecond(TargetState target) {
    return target.isUnlimited() ? null : target.paused() ? 0 : target.finalTotalPerSecond();
  }

  private static String effect(Change change, WorkloadStatus status) {
    TargetState after = after(change, status);
    if (change.adjustment() instanceof OfWorkers workers) {
      int by = workers.undoing(change.before().get(status.name()));
      return (by < 0 ? "ends " : "starts ") + Figures.count(Math.abs(by), "worker");
    }
    if (after.paused()) {
      return change.adjustment() instanceof OfPause ? "pauses again" : "stays paused";
    }
    String rate =
        after.isUnlimited()
            ? "as fast as possible"
            : Figures.wholeRate(after.finalTotalPerSecond()) + "/s";
    return change.adjustment() instanceof OfPause
        ? "goes on at " + rate
        : "back to " + rate + (after.rampLeft().isZero() ? " at once" : " on its ramp");
  }
}
