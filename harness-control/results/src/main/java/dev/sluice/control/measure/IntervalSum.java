package dev.sluice.control.measure;

import dev.sluice.core.result.CpuUse;
import dev.sluice.core.result.Shortfall;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Window;
import dev.sluice.estimates.Batches;
import java.util.Optional;

/** One workload over some intervals, added up. For one thread. */
public final class IntervalSum {

  private final Batches batches = new Batches();
  private Window sum;
  private Optional<Shortfall> missing = Optional.empty(); // before the last break
  private Window before; // the last break
  private Optional<Window> sinceBreak = Optional.empty();
  private CpuUse cpu = CpuUse.NOTHING;

  /**
   * @param workload which one of the snapshots'
   */
  public IntervalSum(String workload) {
    this.sum = Window.none(workload);
    this.before = sum;
  }

  /**
   * What is added next does not follow on what was added, or is the first.
   *
   * @param previous the interval before it, if it is known
   */
  public void breakAfter(Optional<Snapshot> previous) {
    missing = sinceBreak.isEmpty() ? missing : Optional.of(missing());
    before = previous.flatMap(each -> each.of(sum.name())).orElseGet(() -> Window.none(sum.name()));
    sinceBreak = Optional.empty();
  }

  /** Adds an interval. */
  public void add(Snapshot snapshot) {
    for (Window each : snapshot.workloads()) {
      if (each.name().equals(sum.name())) {
        sum = sum.then(each);
        sinceBreak = Optional.of(sinceBreak.map(all -> all.then(each)).orElse(each));
        cpu = cpu.then(snapshot.cpu());
        batches.add(each.batch());
      }
    }
  }

  /** All of them; what stands, as it stood last. */
  public Window sum() {
    return sum;
  }

  /** What was due in them and not done, by cause. */
  Shortfall missing() {
    Shortfall last = Shortfall.of(sinceBreak.orElse(before), before.unfinished());
    return missing.map(each -> each.plus(last)).orElse(last).by(cpu);
  }

  /** The same in parts, from which errors are known. */
  public Batches batches() {
    return batches;
  }
}
