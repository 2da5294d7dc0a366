package dev.sluice.control.analysis.merge;

import dev.sluice.control.format.EventJson.RecordedEvents;
import dev.sluice.control.format.Observation;
import dev.sluice.control.sink.folder.RunFileWriter;
import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.RunEvent;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Events and observations of several runs on the common time line. Pure functions. */
final class MergedEvents {

  private MergedEvents() {}

  /** Writes them in the order of time; each says whose it is. */
  static void write(List<MergeSource> sources, Instant base, RunFileWriter out) throws IOException {
    List<RunEvent> events = new ArrayList<>();
    List<ConnectionEvent> connections = new ArrayList<>();
    List<Observation> observations = new ArrayList<>();
    for (MergeSource source : sources) {
      long offsetNanos = Duration.between(base, source.started()).toNanos();
      RecordedEvents recorded = source.run().events();
      recorded.run().forEach(e -> events.add(shifted(e, source.name(), offsetNanos)));
      recorded.connections().forEach(e -> connections.add(shifted(e, source.name(), offsetNanos)));
      source
          .run()
          .observations()
          .forEach(o -> observations.add(shifted(o, source.name(), offsetNanos)));
    }
    events.sort(Comparator.comparing(RunEvent::time));
    connections.sort(Comparator.comparing(ConnectionEvent::time));
    observations.sort(Comparator.comparing(Observation::time));
    events.forEach(out::event);
    if (!connections.isEmpty()) {
      out.connections(connections);
    }
    if (!observations.isEmpty()) {
      out.observations(observations);
    }
  }

  private static RunEvent shifted(RunEvent event, String source, long offsetNanos) {
    return new RunEvent(
        event.time(),
        event.sinceStartNanos() + offsetNanos,
        event.kind(),
        event.workload(),
        event.text() + " (" + source + ")");
  }

  private static ConnectionEvent shifted(ConnectionEvent event, String source, long offsetNanos) {
    return new ConnectionEvent(
        event.time(),
        event.sinceStartNanos() + offsetNanos,
        event.workload(),
        source + "/" + event.worker(),
        event.change());
  }

  private static Observation shifted(Observation observed, String source, long offsetNanos) {
    return new Observation(
        observed.time(),
        observed.sinceStartNanos() + offsetNanos,
        observed.subject() + " (" + source + ")",
        observed.measure(),
        observed.unit(),
        observed.value());
  }
}
