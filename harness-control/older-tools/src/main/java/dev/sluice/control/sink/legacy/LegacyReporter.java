package dev.sluice.control.sink.legacy;

import dev.sluice.control.command.CommandRunner.StatisticsLine;
import dev.sluice.control.sink.console.Terminal;
import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.bus.Sink.WorkerStep;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Prints a run as one of the older tools does, and answers scripts that ask for its statistics. A
 * reporter for the run's threads; {@link #latest} is for any.
 */
public final class LegacyReporter implements Sink, StatisticsLine {

  /** From what part of it on an interval is a whole one. */
  private static final double WHOLE = 0.9;

  /** Connections have lines of their own, and the older tools do not print who gave a command. */
  private static final Set<RunEvent.Kind> ELSEWHERE =
      EnumSet.of(RunEvent.Kind.CONNECTION, RunEvent.Kind.COMMAND);

  /** What is printed although nothing but statistics was asked for. */
  private static final Set<RunEvent.Kind> PROBLEMS =
      EnumSet.of(
          RunEvent.Kind.ERROR,
          RunEvent.Kind.BLOCKED,
          RunEvent.Kind.OVERFLOW,
          RunEvent.Kind.HARNESS,
          RunEvent.Kind.CLIENT,
          RunEvent.Kind.AGENT);

  private final Terminal terminal;
  private final ReportSettings settings;
  private final StatisticsLines statistics;
  private final String logPrefix;
  private final LifeLines lives;
  private final ReconnectLines reconnects;

  private Snapshot sinceAsked; // null if nothing was, or intervals are printed; guarded by this
  private String last; // null until there is one; guarded by this
  private String held; // null if there is none; of the run's thread

  /**
   * Prints to a terminal.
   *
   * @param settings a format that is not this program's own
   * @param zone the zone in which times of day are shown
   * @param usedHeapBytes reads the heap in use
   */
  public LegacyReporter(
      Terminal terminal, ReportSettings settings, ZoneId zone, LongSupplier usedHeapBytes) {
    this.terminal = terminal;
    this.settings = settings;
    this.statistics = new StatisticsLines(settings, zone, usedHeapBytes);
    this.logPrefix = settings.isCph() ? "[ControlThread] " : "ControlThread1: ";
    this.lives = new LifeLines(settings);
    this.reconnects = new ReconnectLines(settings, zone);
  }

  @Override
  public boolean followsWorkers() {
    return true;
  }

  @Override
  public void worker(WorkerStep step) {
    lives.of(step).forEach(terminal::line);
  }

  @Override
  public void connecting(String workload, int up, int of) {
    if (up >= of) {
      lives.allConnected().forEach(terminal::line);
    }
  }

  /** Nothing was done, which is what the last lines say; scripts look for them. */
  @Override
  public void notStarted(Instant time) {
    lives.start().forEach(terminal::line);
    end(RunFigures.none(time), Map.of());
  }

  @Override
  public void event(RunEvent event) {
    if (settings.workers().isEmpty()
        ? PROBLEMS.contains(event.kind())
        : !ELSEWHERE.contains(event.kind())) {
      terminal.line(logPrefix + event.text());
    }
    if (event.kind() == RunEvent.Kind.STARTED
        && !settings.isCph()
        && lives.lastConnected() != null
        && settings.workers().endsWith("ReconnectTimer")) {
      terminal.line(
          reconnects.connected(
              lives.lastConnected().worker(), event.time(), lives.connectingNanos()));
    }
    if (event.kind() == RunEvent.Kind.WORKERS) {
      lives.moreConnected().forEach(terminal::line);
    }
  }

  @Override
  public void connections(List<ConnectionEvent> events) {
    reconnects.of(events).forEach(terminal::line);
  }

  @Override
  public void interval(Snapshot snapshot) {
    RunFigures interval = RunFigures.of(snapshot);
    synchronized (this) {
      statistics.add(interval);
      if (!settings.intervals()) {
        sinceAsked = sinceAsked == null ? snapshot : sinceAsked.then(snapshot);
      }
      last = statistics.report(interval);
    }
    if (settings.intervals()) {
      print(statistics.interval(interval), interval);
    }
  }

  /** The end of a run, which is shorter than an interval, has no line there. */
  private void print(String line, RunFigures interval) {
    if (held != null) {
      terminal.line(held); // it was not the end
      held = null;
    }
    if (!interval.warmup() && interval.nanos() < WHOLE * settings.interval().toNanos()) {
      held = line;
    } else {
      terminal.line(line);
    }
  }

  @Override
  public boolean ofOlderTool() {
    return true;
  }

  /**
   * The line of the last interval; where none are printed, that of the time since this was last
   * asked for.
   */
  @Override
  public synchronized Optional<String> latest() {
    if (sinceAsked != null) {
      last = statistics.report(RunFigures.of(sinceAsked));
      sinceAsked = null;
    }
    return Optional.ofNullable(last);
  }

  @Override
  public void summary(Summary summary) {
    Map<String, Long> errors = new LinkedHashMap<>();
    summary.workloads().forEach(workload -> errors.putAll(workload.whole().end().errorsByCause()));
    end(RunFigures.of(summary), errors);
  }

  private void end(RunFigures run, Map<String, Long> errorsByCause) {
    terminal.bar("");
    List<String> lines = statistics.summary(run);
    if (settings.summary()) {
      lines.forEach(terminal::line);
      settings.file().ifPresent(file -> append(file, lines));
    }
    errorsByCause.forEach(
        (cause, count) -> terminal.line(logPrefix + "errors " + count + " x " + cause));
    lives.stop().forEach(terminal::line);
  }

  private void append(Path file, List<String> lines) {
    try {
      Files.write(
          file,
          lines,
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      terminal.line(
          logPrefix + "cannot append to " + file + " (" + e.getClass().getSimpleName() + ")");
    }
  }
}
