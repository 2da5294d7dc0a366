package dev.sluice.control.analysis.merge;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.format.EventJson.RecordedEvents;
import dev.sluice.control.format.Observation;
import dev.sluice.control.format.RunDocument;
import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.sink.folder.FileOpener;
import dev.sluice.control.sink.folder.RunFileWriter;
import dev.sluice.control.sink.folder.RunFolder;
import dev.sluice.control.sink.folder.TableFile;
import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.result.RunBatches;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Totals;
import dev.sluice.core.stats.Window;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Joins runs that went on at the same time into one run folder. Intervals are aligned by the wall
 * clock; in each, counts and histograms of workloads of the same name are added. What one run had
 * in its warm-up stays out of all figures, whatever the others did meanwhile. Only the intervals of
 * one moment are in memory at a time.
 */
public final class Merge implements AutoCloseable {

  private final List<MergeSource> sources = new ArrayList<>();
  private final double intervalSeconds;

  /**
   * Opens runs.
   *
   * @param runs at least two, by their names in the result
   * @throws RunFolderException if their intervals are of different length
   */
  public Merge(Map<String, RecordedRun> runs) throws RunFolderException, IOException {
    Map<String, Double> lengths = new HashMap<>();
    for (Map.Entry<String, RecordedRun> run : runs.entrySet()) {
      lengths.put(run.getKey(), run.getValue().document().setup().intervalSeconds());
    }
    if (lengths.values().stream().distinct().count() > 1) {
      throw new RunFolderException(
          "intervals differ in length (seconds: "
              + lengths
              + "); only runs with the same --interval can be merged");
    }
    intervalSeconds = lengths.values().iterator().next();
    for (Map.Entry<String, RecordedRun> run : runs.entrySet()) {
      sources.add(new MergeSource(run.getKey(), run.getValue()));
    }
  }

  /**
   * Writes the joined run.
   *
   * @param folder a folder that is new or empty
   * @throws RunFolderException if it is not
   * @throws IOException if not everything could be read and written
   */
  public void into(Path folder) throws RunFolderException, IOException {
    RunFolder.makeEmpty(folder);
    String id = sources.stream().map(source -> source.name).collect(Collectors.joining(" + "));
    Instant base =
        sources.stream().map(source -> source.started).min(Instant::compareTo).orElseThrow();
    List<String> warnings = new ArrayList<>();
    RunDocument draft = MergedDescription.of(id, base, intervalSeconds, sources, Optional.empty());
    try (RunFileWriter out = new RunFileWriter(folder, draft, FileOpener.SYSTEM, warnings::add)) {
      RunBatches batches = new RunBatches();
      Totals whole = intervals(id, base, out, batches);
      events(base, out);
      tables(out);
      out.description(
          MergedDescription.of(
              id,
              base,
              intervalSeconds,
              sources,
              MergedDescription.outcome(base, sources, whole, batches)));
    }
    if (!warnings.isEmpty()) {
      throw new IOException(warnings.get(0));
    }
  }

  /** Writes the joined intervals, and returns their sums. */
  private Totals intervals(String id, Instant base, RunFileWriter out, RunBatches batches)
      throws IOException {
    long intervalNanos = Math.round(intervalSeconds * NANOS_PER_SECOND);
    Totals whole = Totals.NOTHING;
    long number = 0;
    while (!sources.stream().allMatch(MergeSource::ended)) {
      long slot =
          sources.stream()
              .filter(source -> !source.ended())
              .mapToLong(source -> source.slot(base, intervalNanos))
              .min()
              .orElseThrow();
      Slot warmup = new Slot(true);
      Slot measured = new Slot(false);
      for (MergeSource source : sources) {
        while (!source.ended() && source.slot(base, intervalNanos) <= slot) {
          Snapshot interval = source.take();
          (interval.warmup() ? warmup : measured).add(source, interval);
        }
      }
      for (Slot each : List.of(warmup, measured)) {
        if (!each.pieces.isEmpty()) {
          Snapshot joined = each.joined(++number, base, id, sources);
          whole = whole.then(joined);
          batches.add(joined);
          out.interval(joined);
        }
      }
    }
    return whole;
  }

  /** Events and observations in the order of time; each says whose it is. */
  private void events(Instant base, RunFileWriter out) throws IOException {
    List<RunEvent> events = new ArrayList<>();
    List<ConnectionEvent> connections = new ArrayList<>();
    List<Observation> observations = new ArrayList<>();
    for (MergeSource source : sources) {
      long offsetNanos = Duration.between(base, source.started).toNanos();
      RecordedEvents recorded = source.run.events();
      recorded.run().forEach(e -> events.add(shifted(e, source.name, offsetNanos)));
      recorded.connections().forEach(e -> connections.add(shifted(e, source.name, offsetNanos)));
      source
          .run
          .observations()
          .forEach(o -> observations.add(shifted(o, source.name, offsetNanos)));
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
        event.text() + " (" + source + ")",
        event.hindrance().map(each -> each.since(-offsetNanos)));
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

  /** Steps and tries are those of the run that had a scenario; there is one such run at most. */
  private void tables(RunFileWriter out) throws IOException {
    for (MergeSource source : sources) {
      List<List<String>> steps = source.run.steps();
      List<List<String>> tries = source.run.tries();
      if (!steps.isEmpty()) {
        TableFile table = out.steps(steps.get(0));
        steps.subList(1, steps.size()).forEach(table::add);
      }
      tries.stream().skip(1).forEach(out::tried);
      if (!steps.isEmpty() || !tries.isEmpty()) {
        return;
      }
    }
  }

  @Override
  public void close() throws IOException {
    for (MergeSource source : sources) {
      source.close();
    }
  }

  /**
   * The sums of several runs in the same period of the common time line. What is a count of an
   * interval is added over the intervals that are in it; what is counted since the start is added
   * over all runs as they stood. One thread.
   */
  static final class Slot {

    private final boolean warmup;
    private final Map<MergeSource, Snapshot> pieces = new LinkedHashMap<>();

    Slot(boolean warmup) {
      this.warmup = warmup;
    }

    void add(MergeSource source, Snapshot interval) {
      pieces.merge(source, interval, Snapshot::then);
    }

    /**
     * All of it as one interval. Its length is the longest time that one run spent in it, so that
     * rates of intervals of the same length come out as their sum.
     *
     * @param sources all runs, whether in it or not
     */
    Snapshot joined(long number, Instant base, String id, List<MergeSource> sources) {
      long endNanos =
          pieces.entrySet().stream()
              .mapToLong(
                  piece ->
                      Duration.between(base, piece.getKey().started).toNanos()
                          + piece.getValue().sinceStartNanos())
              .max()
              .orElse(0);
      Snapshot sum = pieces.values().stream().reduce(Snapshot::plus).orElseThrow();
      return new Snapshot(
              number,
              base.plusNanos(endNanos),
              endNanos,
              sum.lengthNanos(),
              warmup,
              id,
              sum.cpu(),
              sum.workloads())
          .with(
              workload ->
                  sources.stream()
                      .filter(source -> !pieces.containsKey(source))
                      .flatMap(MergeSource::sums)
                      .filter(each -> each.name().equals(workload.name()))
                      .map(Window::ended)
                      .reduce(workload, Window::plus));
    }
  }
}
