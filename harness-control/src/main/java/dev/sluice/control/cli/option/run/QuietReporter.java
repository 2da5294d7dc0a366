package dev.sluice.control.cli.option.run;

import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import java.util.List;

/**
 * Passes on what is wanted.
 *
 * @param intervals whether statistics intervals are
 * @param wantsSummary whether the summary is
 */
record QuietReporter(Sink to, boolean intervals, boolean wantsSummary) implements Sink {

  @Override
  public void connecting(String workload, int up, int of) {
    to.connecting(workload, up, of);
  }

  @Override
  public void event(RunEvent event) {
    to.event(event);
  }

  @Override
  public void connections(List<ConnectionEvent> events) {
    to.connections(events);
  }

  @Override
  public void interval(Snapshot snapshot) {
    if (intervals) {
      to.interval(snapshot);
    }
  }

  @Override
  public void summary(Summary summary) {
    if (wantsSummary) {
      to.summary(summary);
    }
  }
}
