package dev.sluice.control.sink.folder;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.EventJson;
import dev.sluice.control.format.HistogramLog;
import dev.sluice.control.format.IntervalCsv;
import dev.sluice.control.format.IntervalJson;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.Observation;
import dev.sluice.control.format.RunDocument;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.format.SearchTry;
import dev.sluice.control.sink.folder.AppendFile.WriteFailures;
import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Window;
import dev.sluice.jms.tracking.history.History;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Writes the files of a run folder. What has been told is in the files when the call returns; a
 * killed process loses at most the interval it was in. A file that cannot be written is told once
 * and harms neither the run nor the other files. Any thread.
 */
public sealed class RunFileWriter implements Sink, AutoCloseable permits RunFolder {

  /** Those that every run has from its start; the one that readers follow is written last. */
  private static final List<String> FROM_THE_START =
      List.of(
          RunFiles.HISTOGRAMS, RunFiles.INTERVALS_CSV, RunFiles.INTERVALS_JSON, RunFiles.EVENTS);

  private final Path folder;
  private final FileOpener opener;
  private final WriteFailures failures;
  private final Map<String, AppendFile> files = new LinkedHashMap<>(); // guarded by this
  private final Map<String, Counts> written = new HashMap<>(); // guarded by this
  private long warmupNanos; // as it is marked; guarded by this
  private Snapshot last; // null before the first; guarded by this
  private TableFile steps; // null until there are some; guarded by this

  /**
   * Begins in a folder that is there and empty.
   *
   * @param description the first content of {@code run.json}
   * @param warnings is warned once if something cannot be written later
   * @throws IOException if the files cannot be made
   */
  public RunFileWriter(
      Path folder, RunDocument description, FileOpener opener, Consumer<String> warnings)
      throws IOException {
    this.folder = folder;
    this.opener = opener;
    this.failures = new WriteFailures(warnings);
    opener.replace(folder.resolve(RunFiles.RUN), Json.file(description));
    for (String name : FROM_THE_START) {
      files.put(name, opened(name));
    }
    files.get(RunFiles.INTERVALS_CSV).append(IntervalCsv.header());
  }

  /** An output without files, which formats an interval as this does. */
  public static Sink practising() {
    return new Sink() {
      @Override
      public void interval(Snapshot interval) {
        HistogramLog.header(interval.time());
        lines(interval);
      }
    };
  }

  /** What an interval adds to each file; the one that readers follow is the last. */
  private static List<Map.Entry<String, String>> lines(Snapshot interval) {
    return List.of(
        Map.entry(RunFiles.HISTOGRAMS, HistogramLog.lines(interval)),
        Map.entry(RunFiles.INTERVALS_CSV, IntervalCsv.lines(interval)),
        Map.entry(RunFiles.INTERVALS_JSON, IntervalJson.line(interval)));
  }

  public final Path path() {
    return folder;
  }

  /** Whether all that was told could be written so far. */
  public final boolean complete() {
    return !failures.any();
  }

  /** Replaces {@code run.json}. */
  public final synchronized void description(RunDocument description) {
    Path file = folder.resolve(RunFiles.RUN);
    try {
      opener.replace(file, Json.file(description));
    } catch (IOException e) {
      failures.add(file, e);
    }
  }

  @Override
  public synchronized void interval(Snapshot interval) {
    if (last == null) {
      Instant start = interval.time().minusNanos(interval.sinceStartNanos());
      append(RunFiles.HISTOGRAMS, "", HistogramLog.header(start));
    }
    lines(interval).forEach(each -> append(each.getKey(), "", each.getValue()));
    warmupNanos += interval.warmup() ? interval.lengthNanos() : 0;
    last = interval;
    last.workloads().forEach(each -> written.merge(each.name(), each.counts(), Counts::plus));
  }

  /** Adds an interval of one agent of several. */
  @Override
  public final synchronized void part(String agent, Snapshot interval) {
    append(
        RunFiles.INTERVALS_BY_AGENT,
        IntervalCsv.headerByAgent(),
        IntervalCsv.lines(agent, interval));
  }

  /** Workers have ended: the table gets what they counted since the last interval. */
  @Override
  public synchronized void summary(Summary summary) {
    if (summary.warmupNanos() > warmupNanos) {
      markWarmup(summary.warmupNanos());
    }
    if (last != null) {
      Snapshot ending =
          new Snapshot(
              last.number() + 1,
              last.time(),
              last.sinceStartNanos(),
              0,
              true,
              last.runId(),
              0,
              summary.workloads().stream().map(this::ending).toList());
      append(RunFiles.INTERVALS_CSV, "", IntervalCsv.ending(ending));
    }
  }

  /** The begin proved to be a warm-up when the run had ended. */
  private void markWarmup(long nanos) {
    Path table = folder.resolve(RunFiles.INTERVALS_CSV);
    files.remove(RunFiles.INTERVALS_CSV).close();
    try {
      RunFiles.replaceLines(table, line -> IntervalCsv.withWarmupMarked(line, nanos));
    } catch (IOException e) {
      failures.add(table, e);
    }
  }

  /** What workers did after the last interval. */
  private Window ending(Summary.Workload ended) {
    Counts rest = ended.whole().counts().minus(written.getOrDefault(ended.name(), Counts.ZERO));
    return ended.whole().ended().counting(rest);
  }

  /** Adds an event; those of connections come with all that is known of them. */
  @Override
  public final synchronized void event(RunEvent event) {
    if (event.kind() != RunEvent.Kind.CONNECTION) {
      append(RunFiles.EVENTS, "", EventJson.line(event));
    }
  }

  @Override
  public final synchronized void connections(List<ConnectionEvent> changes) {
    append(
        RunFiles.EVENTS, "", changes.stream().map(EventJson::line).collect(Collectors.joining()));
  }

  /** Adds figures that were observed at one moment. */
  public final synchronized void observations(List<Observation> observed) {
    append(
        RunFiles.OBSERVATIONS,
        "",
        observed.stream().map(Observation::line).collect(Collectors.joining()));
  }

  /**
   * Begins the table of steps; called once.
   *
   * @throws IOException if the file cannot be opened
   */
  public final synchronized TableFile steps(List<String> columns) throws IOException {
    if (steps != null) {
      throw new IllegalStateException("a run has one table of steps");
    }
    steps = new TableFile(columns, opened(RunFiles.STEPS));
    return steps;
  }

  /** Adds a row of the table of rates that searches tried. */
  public final synchronized void tried(List<?> cells) {
    append(RunFiles.TRIES, Csv.line(SearchTry.COLUMNS), Csv.line(cells));
  }

  /** Has a history write its file, which must have ended when this is closed. */
  public final synchronized void history(History history) {
    Path file = folder.resolve(RunFiles.HISTORY);
    try {
      history.begin(opener.open(file), failure -> failures.add(file, failure));
    } catch (IOException e) {
      failures.add(file, e);
    }
  }

  /** Appends to a file that begins with the first line for it. */
  private void append(String name, String header, String lines) {
    try {
      if (!files.containsKey(name)) {
        files.put(name, opened(name));
        files.get(name).append(header);
      }
      if (!lines.isEmpty()) {
        files.get(name).append(lines);
      }
    } catch (IOException e) {
      failures.add(folder.resolve(name), e);
    }
  }

  private AppendFile opened(String name) throws IOException {
    return new AppendFile(folder.resolve(name), opener, failures);
  }

  @Override
  public synchronized void close() {
    files.values().forEach(AppendFile::close);
    if (steps != null) {
      steps.close();
    }
  }
}
