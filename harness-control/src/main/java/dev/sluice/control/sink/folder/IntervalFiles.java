package dev.sluice.control.sink.folder;

import dev.sluice.control.format.HistogramLog;
import dev.sluice.control.format.IntervalCsv;
import dev.sluice.control.format.IntervalJson;
import dev.sluice.control.format.RecordedInterval;
import dev.sluice.control.format.RunFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;

/**
 * The three files that intervals go to. The one that readers follow is written last, so that an
 * interval in it is complete. Guarded by its owner.
 */
final class IntervalFiles implements AutoCloseable {

  private final AppendFile histograms;
  private final AppendFile csv;
  private final AppendFile json;
  private boolean started;

  IntervalFiles(Path folder, FileOpener opener, WriteFailures failures) throws IOException {
    histograms = new AppendFile(folder.resolve(RunFiles.HISTOGRAMS), opener, failures);
    csv = new AppendFile(folder.resolve(RunFiles.INTERVALS_CSV), opener, failures);
    json = new AppendFile(folder.resolve(RunFiles.INTERVALS_JSON), opener, failures);
    csv.append(IntervalCsv.header());
  }

  void add(RecordedInterval interval) {
    if (!started) {
      started = true;
      Instant start = interval.snapshot().time().minusNanos(interval.snapshot().sinceStartNanos());
      histograms.append(HistogramLog.header(start));
    }
    String log = HistogramLog.lines(interval.snapshot());
    if (!log.isEmpty()) {
      histograms.append(log);
    }
    csv.append(IntervalCsv.lines(interval));
    json.append(IntervalJson.line(interval));
  }

  @Override
  public void close() {
    histograms.close();
    csv.close();
    json.close();
  }
}
