package dev.sluice.api;

import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Hindrance;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.stats.Window;
import dev.sluice.estimates.Joined;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A run as the engine told it, to be told again, in bounded memory: of a long run each few
 * intervals become one, and of its events the first 10,000 are kept, with up to as many more of
 * what kept the harness from working. Any thread.
 */
public final class Recording implements Sink {

  private static final int MOST_EVENTS = 10_000;

  private final RunSpec spec;
  private final String broker;
  private final List<RunEvent> events = new ArrayList<>(); // guarded by this, as all that follows
  private final List<ConnectionEvent> connections = new ArrayList<>();
  private long missed; // events
  private final Joined<Snapshot> warmup = joined();
  private final Joined<Snapshot> measured = joined();
  private Optional<Summary> end = Optional.empty();

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

  private static Joined<Snapshot> joined() {
    return new Joined<>(
        Joined.MOST, Snapshot::lengthNanos, (one, next) -> one.then(next).with(Window::compact));
  }

  /** Tells an output all of it: first what happened, then the intervals, each in their order. */
  public synchronized void tell(Sink sink) {
    events.forEach(sink::event);
    sink.connections(List.copyOf(connections));
    if (missed > 0) {
      sink.missed(0, missed);
    }
    warmup.parts().forEach(sink::interval);
    measured.parts().forEach(sink::interval);
    end.ifPresent(sink::summary);
  }

  /** The outcome of the run; empty until it has ended, and if it never began. */
  public synchronized Optional<RunResult> result() {
    return end.map(
        summary ->
            new RunResult(
                summary,
                summary.workloads().stream()
                    .map(each -> new WorkloadResult(each, summary.batches().of(each.name())))
                    .toList(),
                this));
  }

  synchronized List<Hindrance> hindrances() {
    return events.stream().flatMap(each -> each.hindrance().stream()).toList();
  }

  @Override
  public synchronized void event(RunEvent event) {
    keep(events, List.of(event), event.hindrance().isPresent() ? 2 * MOST_EVENTS : MOST_EVENTS);
  }

  @Override
  public synchronized void connections(List<ConnectionEvent> more) {
    keep(connections, more, MOST_EVENTS);
  }

  private <T> void keep(List<T> kept, List<T> more, int most) {
    int room = Math.max(0, Math.min(more.size(), most - kept.size()));
    kept.addAll(more.subList(0, room));
    missed += more.size() - room;
  }

  @Override
  public synchronized void interval(Snapshot snapshot) {
    (snapshot.warmup() ? warmup : measured).add(snapshot.with(Window::compact));
  }

  @Override
  public synchronized void summary(Summary summary) {
    end = Optional.of(summary);
  }
}
