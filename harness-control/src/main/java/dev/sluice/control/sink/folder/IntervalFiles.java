package dev.sluice.control.sink.folder;

import dev.sluice.control.format.HistogramLog;
import dev.sluice.control.format.IntervalCsv;
import dev.sluice.control.format.IntervalJson;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.sink.folder.AppendFile.WriteFailures;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Window;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * The three files that intervals go to. The one that readers follow is written last, so that an
 * interval in it is complete. Guarded by its owner.
 */
final class IntervalFiles implements AutoCloseable {

  private final AppendFile histograms;
  private final AppendFile csv;
  private final AppendFile json;
  private final Map<String, Counts> written = new HashMap<>();
  private Snapshot last; // null before the first

  IntervalFiles(Path folder, FileOpener opener, WriteFailures failures) throws IOException {
    histograms = new AppendFile(folder.resolve(RunFiles.HISTOGRAMS), opener, failures);
    csv = new AppendFile(folder.resolve(RunFiles.INTERVALS_CSV), opener, failures);
    json = new AppendFile(folder.resolve(RunFiles.INTERVALS_JSON), opener, failures);
    csv.append(IntervalCsv.header());
  }

  void add(Snapshot interval) {
    if (last == null) {
      Instant start = interval.time().minusNanos(interval.sinceStartNanos());
      histograms.append(HistogramLog.header(start));
    }
    String log = HistogramLog.lines(interval);
    if (!log.isEmpty()) {
      histograms.append(log);
    }
    csv.append(IntervalCsv.lines(interval));
    json.append(IntervalJson.line(interval));
    last = interval;
    last.workloads().forEach(each -> written.merge(each.name(), each.counts(), Counts::plus));
  }

  /** Workers have ended: the table gets what they counted since the last interval. */
  void end(Summary summary) {
    if (last == null) {
      return;
    }
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
    csv.append(IntervalCsv.ending(ending));
  }

  /** What workers did after the last interval. */
  private Window ending(Summary.Workload ended) {
    Counts rest = ended.whole().counts().minus(written.getOrDefault(ended.name(), Counts.ZERO));
    return ended.whole().ended().counting(rest);
  }

  @Override
  public void close() {
    histograms.close();
    csv.close();
    json.close();
  }
}
