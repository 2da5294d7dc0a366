package dev.sluice.control.sink.console;

import dev.sluice.control.format.Table;
import dev.sluice.control.measure.RunFindings;
import dev.sluice.core.bus.Conclusion;
import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.RunBatches;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.core.stats.Figure;
import dev.sluice.core.stats.Gauge;
import dev.sluice.core.stats.LatencyFigure;
import dev.sluice.core.stats.Standing.PaceMode;
import dev.sluice.core.stats.Window;
import dev.sluice.core.text.Figures;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Prints a run for people: one aligned line per workload and interval, events as they come, the
 * summary at the end.
 */
public final class ConsoleReporter implements Sink {

  private static final int LINES_PER_HEADER = 30;
  private static final String GAP = " ";
  private static final int NAME = 12;

  /** Below the text of an event, and below a row's workload. */
  private static final int INDENT = "hh:mm:ss * ".length();

  /** How much is printed of a run that has ended. */
  public enum SummaryForm {
    NONE,
    /** The answer, and the five lines that a person needs. */
    BRIEF,
    /** All figures too. */
    DETAILED
  }

  /** A workload in an interval, at a time of day. */
  private record StatusLine(String time, Window workload) {}

  private static final Table<StatusLine> TABLE =
      new Table<StatusLine>()
          .left("time    ", StatusLine::time)
          .left("workload    ", row -> Figures.within(NAME, row.workload.name()))
          .right("  target/s", row -> target(row.workload))
          .right("achieved/s", row -> Figures.of(Gauge.ACHIEVED, row.workload))
          .right("     p50", row -> Figures.of(LatencyFigure.P50, row.workload))
          .right("     p99", row -> Figures.of(LatencyFigure.P99, row.workload))
          .right("     max", row -> Figures.of(LatencyFigure.MAX, row.workload))
          .right(" errors", row -> Figures.of(Counter.ERRORS, row.workload));

  private final Terminal terminal;
  private final DateTimeFormatter clock;
  private final ZoneId zone;
  private final boolean intervals;
  private final SummaryForm summary;
  private final Supplier<RunFindings> plan;
  private final Map<String, Integer> queueManagers = new HashMap<>(); // of workloads, as last told
  private ZonedDateTime shown; // the last one; null before the first
  private String opening; // empty when it has been printed
  private String shownRun = "";
  private int lines;

  /**
   * @param zone the zone in which times of day are shown
   */
  public ConsoleReporter(Terminal terminal, ZoneId zone) {
    this(terminal, zone, true, SummaryForm.BRIEF, "");
  }

  /**
   * The same.
   *
   * @param intervals whether it prints intervals
   * @param opening what the run does and how it ends, told when a worker is up; empty for nothing
   */
  public ConsoleReporter(
      Terminal terminal, ZoneId zone, boolean intervals, SummaryForm summary, String opening) {
    this(terminal, zone, intervals, summary, opening, () -> RunFindings.NONE);
  }

  /**
   * One of a run of a plan.
   *
   * @param plan what that has found when the run ends
   */
  public ConsoleReporter(
      Terminal terminal, ZoneId zone, SummaryForm summary, Supplier<RunFindings> plan) {
    this(terminal, zone, true, summary, "", plan);
  }

  private ConsoleReporter(
      Terminal terminal,
      ZoneId zone,
      boolean intervals,
      SummaryForm summary,
      String opening,
      Supplier<RunFindings> plan) {
    this.plan = plan;
    this.opening = opening;
    this.terminal = terminal;
    this.zone = zone;
    this.intervals = intervals;
    this.summary = summary;
    this.clock = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(zone);
  }

  @Override
  public void connecting(String workload, int up, int of) {
    if (up > 0 && !opening.isEmpty()) {
      terminal.bar("");
      terminal.line(opening);
      opening = "";
    }
    String progress = workload + " connected " + up + "/" + of;
    if (terminal.interactive() && up < of) {
      terminal.bar(progress);
    } else {
      terminal.bar("");
      terminal.line(progress);
    }
  }

  @Override
  public void event(RunEvent event) {
    if (event.kind() == RunEvent.Kind.CONNECTION) {
      return; // they come summed up
    }
    String subject = event.workload().isEmpty() ? "" : event.workload() + ": ";
    terminal.line(time(event.time()) + " * " + subject + event.text(), INDENT);
  }

  @Override
  public void missed(long intervals, long events) {
    terminal.line(
        intervals + " intervals and " + events + " events were not shown: the output was blocked");
  }

  @Override
  public void connections(List<ConnectionEvent> events) {
    String time = time(events.get(events.size() - 1).time());
    ConnectionLines.of(events).forEach(line -> terminal.line(time + " * " + line, INDENT));
  }

  @Override
  public void interval(Snapshot snapshot) {
    if (!intervals) {
      return;
    }
    if (!snapshot.runId().equals(shownRun)) {
      shownRun = snapshot.runId();
      terminal.line("run " + shownRun);
      lines = 0;
    }
    for (Window workload : snapshot.workloads()) {
      int on = workload.end().connections().peers();
      if (on > 0 && !Integer.valueOf(on).equals(queueManagers.put(workload.name(), on))) {
        String told = " * " + workload.name() + ": queue managers with its workers: " + on;
        terminal.line(time(snapshot.time()) + told, INDENT);
      }
      if (lines++ % LINES_PER_HEADER == 0) {
        terminal.line(TABLE.lines(List.of(), GAP).get(0));
      }
      StatusLine row = new StatusLine(time(snapshot.time()), workload);
      terminal.line(TABLE.lines(List.of(row), GAP).get(1) + rare(workload), INDENT);
    }
  }

  @Override
  public void summary(Summary run) {
    if (summary == SummaryForm.NONE) {
      return;
    }
    terminal.bar("");
    Conclusion.draw(
            "errors of figures", () -> text(run, run.batches()), () -> text(run, new RunBatches()))
        .forEach(line -> terminal.line(line, BriefSummary.INDENT));
  }

  /** The last line of all: what a program learns that has called this one. */
  public static String exit(int code, String meaning) {
    return BriefSummary.line("exit", code + ": " + meaning);
  }

  private List<String> text(Summary run, RunBatches batches) {
    List<String> text = new ArrayList<>(new BriefSummary(clock, plan.get()).of(run, batches));
    if (summary == SummaryForm.DETAILED) {
      text.addAll(DetailedSummary.of(run, batches));
    }
    return text;
  }

  /** Events too rare for a column. */
  private static String rare(Window workload) {
    StringBuilder rare = new StringBuilder();
    if (workload.end().workersUp() < workload.end().workers()) {
      rare.append("  up ").append(workload.end().workersUp());
      rare.append('/').append(workload.end().workers());
    }
    append(rare, Counter.DROPPED, workload);
    if (workload.unfinished().hasOldCall()) {
      long oldestNanos = workload.unfinished().oldestCallNanos();
      rare.append("  in flight ").append(Figures.of(Gauge.IN_FLIGHT, workload));
      rare.append(" for up to ").append(TimeUnit.NANOSECONDS.toSeconds(oldestNanos)).append(" s");
      append(rare, Gauge.OVERDUE, workload);
    }
    workload.rare().forEach(figure -> append(rare, figure, workload));
    return rare.toString();
  }

  /** What is lost may only be late. */
  private static String soFar(Figure name) {
    return name.equals(DeliveryFigure.LOST) ? "not yet seen" : name.label();
  }

  private static void append(StringBuilder text, Figure figure, Window workload) {
    if (figure.in(workload) != 0) {
      text.append("  ").append(soFar(figure)).append(' ').append(Figures.of(figure, workload));
    }
  }

  private static String target(Window workload) {
    if (workload.asked() > 0) {
      return Figures.of(Gauge.TARGET, workload);
    }
    return workload.end().mode() == PaceMode.UNLIMITED ? "unlimited" : "paused";
  }

  /** A time of day, after a line that says so if the day or the clock has changed before it. */
  private String time(Instant instant) {
    ZonedDateTime now = instant.atZone(zone);
    boolean first = shown == null;
    boolean otherDay = !first && !now.toLocalDate().equals(shown.toLocalDate());
    boolean otherOffset = !first && !now.getOffset().equals(shown.getOffset());
    shown = now;
    String time = clock.format(instant);
    if (otherDay) {
      terminal.line(time + " * from here on it is " + now.toLocalDate());
    }
    if (otherOffset) {
      terminal.line(time + " * from here on the clock is UTC" + now.getOffset());
    }
    return time;
  }
}
