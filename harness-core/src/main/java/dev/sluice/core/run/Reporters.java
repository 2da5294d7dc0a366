package dev.sluice.core.run;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All reporters of a run. Calls come one at a time; what one of them throws reaches neither the run
 * nor the others.
 */
final class Reporters implements Reporter {

  private static final Logger LOG = LoggerFactory.getLogger(Reporters.class);

  private final List<Reporter> reporters;

  Reporters(List<Reporter> reporters) {
    this.reporters = new CopyOnWriteArrayList<>(reporters);
  }

  void add(Reporter reporter) {
    reporters.add(reporter);
  }

  void remove(Reporter reporter) {
    reporters.remove(reporter);
  }

  @Override
  public void connecting(String workload, int up, int of) {
    tell(r -> r.connecting(workload, up, of));
  }

  @Override
  public void event(RunEvent event) {
    tell(r -> r.event(event));
  }

  @Override
  public void connections(List<ConnectionEvent> events) {
    tell(r -> r.connections(events));
  }

  @Override
  public void interval(Snapshot snapshot) {
    tell(r -> r.interval(snapshot));
  }

  @Override
  public void summary(Summary summary) {
    tell(r -> r.summary(summary));
  }

  private synchronized void tell(Consumer<Reporter> news) {
    for (Reporter reporter : reporters) {
      try {
        news.accept(reporter);
      } catch (RuntimeException e) {
        LOG.warn("A reporter failed and was passed over: {}", e.toString(), e);
      }
    }
  }
}
