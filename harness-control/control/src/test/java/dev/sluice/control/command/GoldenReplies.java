package dev.sluice.control.command;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.RunStatus;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import java.util.ArrayList;
import java.util.List;

/** The replies of the command socket about a run. */
public final class GoldenReplies {

  private GoldenReplies() {}

  /** In JSON: the status and intervals. */
  public static List<String> json(RunStatus status, List<Snapshot> intervals) {
    List<String> lines = new ArrayList<>();
    lines.add(RunJson.status(status));
    intervals.forEach(interval -> lines.add(RunJson.interval(interval)));
    return lines;
  }

  /** In words. */
  public static List<String> text(RunStatus status, List<Snapshot> intervals) {
    List<String> lines = new ArrayList<>();
    lines.add(RunText.status(status));
    for (WorkloadStatus workload : status.workloads()) {
      lines.add(RunText.status(workload));
      lines.add(RunText.effective(workload));
    }
    intervals.forEach(interval -> lines.addAll(RunText.interval(interval)));
    intervals.forEach(interval -> lines.add(RunText.basicStats(interval)));
    return lines;
  }
}
