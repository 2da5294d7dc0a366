package dev.sluice.control.sink.legacy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How a run is printed.
 *
 * @param format in whose way
 * @param perWorker what each worker did, too
 * @param window what the averages of {@link ReportFormat#ROLLING} are over
 * @param memory the bytes used of the heap, in {@link ReportFormat#BASIC}, {@link
 *     ReportFormat#RESPONSE_TIME} and {@link ReportFormat#SEQUENCE}
 * @param latency average, most and least of service times, in {@link ReportFormat#CPH}
 * @param file what the last line of {@link ReportFormat#FILE} is appended to
 * @param workers what workers are called in lines about their start and stop; empty for no such
 *     lines
 * @param connects whether JMSPerfHarness's line about how long they took to connect is printed
 * @param about what that line says of the messages: where they go or come from, their size, and
 *     whether they are in transactions, are persistent, and are picked by correlation id
 * @param interval how long one is
 * @param intervals whether a line is printed for each interval
 * @param summary whether the end is printed
 */
public record ReportSettings(
    ReportFormat format,
    boolean perWorker,
    Duration window,
    boolean memory,
    boolean latency,
    Optional<Path> file,
    String workers,
    boolean connects,
    List<String> about,
    Duration interval,
    boolean intervals,
    boolean summary) {

  /** Whether workers must be read one by one. */
  public boolean needsWorkers() {
    return format != ReportFormat.SLUICE && (perWorker || !isCph());
  }

  boolean isCph() {
    return format == ReportFormat.CPH;
  }

  /**
   * The older tool's name of the thread that is a worker here: its class and a number, which
   * JMSPerfHarness counts from 1 and MQ-CPH from 0.
   *
   * @param worker what it is called here, which ends in its number, from 1
   * @param otherwise the class if these settings name none; empty if workers keep their names then
   */
  String threadName(String worker, String otherwise) {
    String name = workers.isEmpty() ? otherwise : workers;
    int number = Integer.parseInt(worker.substring(worker.lastIndexOf('-') + 1));
    return name.isEmpty() ? worker : name + (isCph() ? number - 1 : number);
  }
}
