package dev.sluice.api;

import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.stats.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** All that the engine told of a run, to be told again. Any thread. */
public final class Recording implements Sink {

  private static final int BATCHES = 20;

  private final RunSpec spec;
  private final String broker;
  private final List<Consumer<Sink>> told = new ArrayList<>(); // guarded by this
  private final List<Snapshot> measured = new ArrayList<>(); // guarded by this
  private Optional<Summary> end = Optional.empty(); // guarded by this

  /**
   * An empty one.
   *
   * @param spec what runs
   * @param broker where it connects to, without secrets
   */
  public Recording(RunSpec spec, String broker) {
    this.spec = spec;
    this.broker = broker;
  }

  /** What ran. */
  public RunSpec spec() {
    return spec;
  }

  /** Where it connected to, without secrets. */
  public String broker() {
    return broker;
  }

  /** Tells an output all of it, in the order in which it happened. */
  public synchronized void tell(Sink sink) {
    told.forEach(each -> each.accept(sink));
  }

  /** The outcome of the run; empty until it has ended, and if it never began. */
  public synchronized Optional<RunResult> result() {
    return end.map(
        summary ->
            new RunResult(
                summary,
                summary.workloads().stream()
                    .map(each -> new WorkloadResult(each, batches(each.name())))
                    .toList(),
                this));
  }

  /** At most 20 batches of equal numbers of intervals; what is left over at the end is in none. */
  private List<Window> batches(String workload) {
    List<Window> each =
        measured.stream().flatMap(interval -> interval.of(workload).stream()).toList();
    int size = Math.max(1, (each.size() + BATCHES - 1) / BATCHES);
    List<Window> batches = new ArrayList<>();
    for (int from = 0; from + size <= each.size(); from += size) {
      batches.add(each.subList(from, from + size).stream().reduce(Window::then).orElseThrow());
    }
    return batches;
  }

  @Override
  public synchronized void event(RunEvent event) {
    told.add(sink -> sink.event(event));
  }

  @Override
  public synchronized void connections(List<ConnectionEvent> events) {
    told.add(sink -> sink.connections(events));
  }

  @Override
  public synchronized void interval(Snapshot snapshot) {
    told.add(sink -> sink.interval(snapshot));
    if (!snapshot.warmup()) {
      measured.add(snapshot);
    }
  }

  @Override
  public synchronized void summary(Summary summary) {
    told.add(sink -> sink.summary(summary));
    end = Optional.of(summary);
  }
}
