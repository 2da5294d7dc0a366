package dev.sluice.control.sink.legacy;

import dev.sluice.core.stats.WorkerReading;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** FileStats: values parted by commas, with date and time. */
final class FileFormat implements StatisticsFormat {

  private final boolean perWorker;
  private final MessagesAbout about;
  private final DateTimeFormatter clock;
  private int threads;
  private boolean intervals; // whether there was one
  private boolean collecting;

  /**
   * @param about what the last line says of the messages
   * @param zone the zone in which times of day are shown
   */
  FileFormat(boolean perWorker, MessagesAbout about, ZoneId zone) {
    this.perWorker = perWorker;
    this.about = about;
    this.clock = DateTimeFormatter.ofPattern("yyyy/MM/dd,HH:mm:ss", Locale.ROOT).withZone(zone);
  }

  @Override
  public void add(RunFigures interval) {
    threads = Math.max(threads, interval.threads());
  }

  @Override
  public String interval(RunFigures interval) {
    return beginning(interval.warmup())
        + interval.idPart()
        + clock.format(interval.ended())
        + String.format(
            Locale.ROOT, ",Threads,%d,MsgRate,%.2f", interval.threads(), interval.rate())
        + (perWorker ? each(interval.workers()) : "");
  }

  /** Says once from when on intervals count. */
  private String beginning(boolean warmup) {
    String line =
        collecting || warmup
            ? ""
            : intervals
                ? "Warmup period ended; Message rate data collection starts\n"
                : "Collecting message rate data from beginning of run\n";
    intervals = true;
    collecting |= !warmup;
    return line;
  }

  @Override
  public String report(RunFigures interval) {
    return "unsupported";
  }

  @Override
  public List<String> summary(RunFigures run) {
    return List.of(
        clock.format(run.ended())
            + String.format(
                Locale.ROOT,
                ",%s,MsgSize,%s,Threads,%d,MsgRate,%.2f,Iterations,%d,AvgDuration,%.2f,Tx,%b,"
                    + "Persistent,%b,UseCorrId,%b",
                about.destination(),
                about.size(),
                threads,
                run.rate(),
                run.iterations(),
                run.seconds(),
                about.transacted(),
                about.persistent(),
                about.correlated()));
  }

  private static String each(List<WorkerReading> workers) {
    return workers.stream()
        .map(worker -> "," + worker.iterations())
        .collect(Collectors.joining("", ",IndThreads", ""));
  }
}
