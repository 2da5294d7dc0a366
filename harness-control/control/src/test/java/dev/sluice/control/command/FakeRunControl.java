package dev.sluice.control.command;

import dev.sluice.core.bus.Sink;
import dev.sluice.core.pacing.RateCurve;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.Change;
import dev.sluice.core.run.Change.Undone;
import dev.sluice.core.run.RateChange;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunControlException;
import dev.sluice.core.run.RunStatus;
import dev.sluice.core.run.RunStatus.RunPhase;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.run.TargetState;
import dev.sluice.core.stats.Connections;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Writes down what it is asked for, and answers what it is told to. */
public final class FakeRunControl implements RunControl {

  public final List<String> calls = new CopyOnWriteArrayList<>();
  public final List<String> audited = new CopyOnWriteArrayList<>();
  final List<Sink> reporters = new CopyOnWriteArrayList<>();
  public Runnable onAddWorkers = () -> {};
  String id = "";
  public Optional<Change> undoable = Optional.empty();
  Optional<Snapshot> latest = Optional.empty();
  public Optional<RunControlException> refusal = Optional.empty();
  Optional<RuntimeException> failure = Optional.empty();
  List<WorkloadStatus> workloads = new ArrayList<>(List.of(workload("senders", 116, 180)));

  static WorkloadStatus workload(String name, double perWorker, int workers) {
    return new WorkloadStatus(
        name,
        new TargetState(false, RateCurve.constant(perWorker), workers, false, 0),
        workers,
        workers,
        Counts.of(Map.of(Counter.ITERATIONS, 1_234L)),
        Connections.NONE,
        Map.of(),
        Optional.empty());
  }

  @Override
  public List<WorkloadStatus> change(String workload, Change.Adjustment change)
      throws RunControlException {
    if (change instanceof Change.OfRate rate) {
      return changeRate(workload, rate.change(), rate.over());
    }
    if (change instanceof Change.OfPause pause) {
      return pause.paused() ? pause(workload) : resume(workload);
    }
    int by = ((Change.OfWorkers) change).by();
    return by > 0 ? addWorkers(workload, by) : endWorkers(workload, -by);
  }

  @Override
  public List<WorkloadStatus> changeRate(String workload, RateChange change, Duration over)
      throws RunControlException {
    return answer("changeRate " + workload + " " + change + " " + over);
  }

  @Override
  public List<WorkloadStatus> pause(String workload) throws RunControlException {
    return answer("pause " + workload);
  }

  @Override
  public List<WorkloadStatus> resume(String workload) throws RunControlException {
    return answer("resume " + workload);
  }

  @Override
  public List<WorkloadStatus> addWorkers(String workload, int count) throws RunControlException {
    onAddWorkers.run();
    return answer("addWorkers " + workload + " " + count);
  }

  @Override
  public List<WorkloadStatus> endWorkers(String workload, int count) throws RunControlException {
    return answer("endWorkers " + workload + " " + count);
  }

  @Override
  public Undone undo(String workload) throws RunControlException {
    return new Undone(undoable, answer("undo " + workload));
  }

  @Override
  public void audit(String text) {
    audited.add(text);
  }

  @Override
  public void mark(String text) {
    calls.add("mark " + text);
  }

  @Override
  public void stop(String reason) {
    calls.add("stop");
  }

  @Override
  public RunStatus status() {
    return new RunStatus(id, RunPhase.RUNNING, 12_300_000_000L, workloads, undoable);
  }

  @Override
  public Optional<Snapshot> latest() {
    return latest;
  }

  @Override
  public void subscribe(Sink reporter) {
    reporters.add(reporter);
  }

  @Override
  public void unsubscribe(Sink reporter) {
    reporters.remove(reporter);
  }

  private List<WorkloadStatus> answer(String call) throws RunControlException {
    calls.add(call);
    if (refusal.isPresent()) {
      throw refusal.get();
    }
    if (failure.isPresent()) {
      throw failure.get();
    }
    return workloads;
  }
}
