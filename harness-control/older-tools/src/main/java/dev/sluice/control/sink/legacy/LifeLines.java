package dev.sluice.control.sink.legacy;

import dev.sluice.core.bus.Sink.WorkerStep;
import dev.sluice.core.worker.Worker.WorkSource;
import dev.sluice.core.worker.WorkerThread.WorkerState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The lines of an older tool about its threads: that they start and stop, and how long they took to
 * connect. Scripts wait for them. One thread.
 */
final class LifeLines {

  private final ReportSettings settings;
  private final Map<String, Long> connectingSince = new HashMap<>(); // clock readings by worker
  private LongSummaryStatistics connectMillis = new LongSummaryStatistics();
  private WorkerStep first; // null until there is one
  private WorkerStep lastConnected; // null until there is one
  private boolean started;
  private boolean allWereConnected;

  /** Without a class of workers, there are no lines but those about connecting. */
  LifeLines(ReportSettings settings) {
    this.settings = settings;
  }

  /** Lines about a step of a worker; the first one starts the tool. */
  List<String> of(WorkerStep step) {
    List<String> lines = new ArrayList<>(start());
    if (step.from() == WorkerState.NEW) {
      connectingSince.put(step.worker(), step.nanos());
    }
    first = first == null ? step : first;
    if (step.connected()) {
      lastConnected = step;
      long sinceNanos = connectingSince.remove(step.worker());
      connectMillis.accept(TimeUnit.NANOSECONDS.toMillis(step.nanos() - sinceNanos));
    }
    if (!settings.workers().isEmpty()) {
      lines.addAll(ofWorker(step));
    }
    return lines;
  }

  private List<String> ofWorker(WorkerStep step) {
    String name = settings.threadName(step.worker(), "");
    if (step.from() == WorkerState.NEW) {
      return List.of(line(name, "START"));
    }
    if (step.ended()) {
      return List.of(line(name, "STOP"));
    }
    return settings.isCph()
        ? List.of(line(name, "First session open - entering RUNNING state."))
        : step.source().map(source -> List.of(receiver(name, source))).orElse(List.of());
  }

  /** Without a selector, theirs is null. */
  private String receiver(String name, WorkSource source) {
    return source.equals(WorkSource.TEMPORARY)
        ? line(name, "Using temporary reply queue per session")
        : "Creating receiver on "
            + source.destination()
            + " with selector: "
            + (source.selector().isEmpty() ? null : source.selector());
  }

  private String line(String name, String text) {
    return settings.isCph() ? "[" + name + "] " + text : name + ": " + text;
  }

  /** The start line, once. */
  List<String> start() {
    if (started || settings.workers().isEmpty()) {
      return List.of();
    }
    started = true;
    return List.of(controller("START"));
  }

  /** What connected last. */
  WorkerStep lastConnected() {
    return lastConnected;
  }

  /** From the first attempt to connect to the last success. */
  long connectingNanos() {
    return lastConnected.nanos() - first.nanos();
  }

  /** All workers of the start are connected. */
  List<String> allConnected() {
    allWereConnected = true;
    return connectTimes();
  }

  /** Connect times of workers started later; none until those of the start are connected. */
  List<String> moreConnected() {
    return allWereConnected ? connectTimes() : List.of();
  }

  /** How long those took that have connected after those of the last such line. */
  private List<String> connectTimes() {
    LongSummaryStatistics millis = connectMillis;
    connectMillis = new LongSummaryStatistics();
    return settings.connects() && !settings.isCph() && millis.getCount() > 0
        ? List.of(
            "ControlThread1: threads=%s,fastest_conn=%s,slowest_conn=%s,avg_conn=%s"
                .formatted(
                    millis.getCount(),
                    millis.getMin(),
                    millis.getMax(),
                    millis.getSum() / millis.getCount()))
        : List.of();
  }

  /** The last line of all. */
  List<String> stop() {
    return settings.workers().isEmpty() ? List.of() : List.of(controller("STOP"));
  }

  private String controller(String text) {
    return settings.isCph() ? "controlThread " + text : "ControlThread1: " + text;
  }
}
