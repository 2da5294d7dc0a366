package dev.sluice.api;

import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RunSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** All that the engine told of a run, to be told again. Any thread. */
public final class Recording implements Sink {

  private final RunSpec spec;
  private final String broker;
  private final List<Consumer<Sink>> told = new ArrayList<>(); // guarded by this

  Recording(RunSpec spec, String broker) {
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
  }

  @Override
  public synchronized void summary(Summary summary) {
    told.add(sink -> sink.summary(summary));
  }
}
