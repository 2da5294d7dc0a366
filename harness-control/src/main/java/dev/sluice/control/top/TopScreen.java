package dev.sluice.control.top;

import dev.sluice.control.endpoint.client.IntervalWatch;
import dev.sluice.control.sink.console.Figures;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.Standing.PaceMode;
import dev.sluice.core.stats.Window;
import dev.sluice.core.text.ForeignText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The screen: the last intervals of each workload. Any thread. */
final class TopScreen implements IntervalWatch.Listener {

  private static final int KEPT = 500;
  private static final int NAME = 14;
  private static final String KEYS =
      "+ - 10 %   [ ] threads   space pause   u undo   tab workload   ? keys   q quit";

  private static final List<String> ALL_KEYS =
      List.of(
          "+ -    raise or lower the rate by 10 %",
          "> <    the same by 25 %",
          "[ ]    end or start a worker",
          "space  pause or resume",
          "u      undo the last change; again, the one before it",
          "m      mark",
          "tab    select the next workload, or all",
          "?      show or hide the keys",
          "q      quit; the run goes on");

  private final String at;

  // all guarded by this
  private final Map<String, Curves> workloads = new LinkedHashMap<>();
  private Snapshot last; // null before the first interval
  private String problem = "waiting for the first interval";
  private String said = "";
  private int selected = -1; // all workloads
  private boolean explains;

  /** The curves of a workload, each value that of an interval. */
  private record Curves(List<Double> achieved, List<Double> p99, List<Double> up) {

    private static Curves empty() {
      return new Curves(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    private static void add(List<Double> values, double value) {
      values.add(value);
      if (values.size() > KEPT) {
        values.remove(0);
      }
    }
  }

  /**
   * @param at the address that is watched
   */
  TopScreen(String at) {
    this.at = at;
  }

  @Override
  public synchronized void interval(Snapshot interval) {
    last = interval;
    problem = "";
    for (Window workload : interval.workloads()) {
      Curves curves = workloads.computeIfAbsent(workload.name(), name -> Curves.empty());
      Latency latency = workload.headlineLatency();
      Curves.add(curves.achieved, workload.achievedPerSecond());
      Curves.add(curves.p99, latency.isEmpty() ? Double.NaN : latency.atPercentile(99));
      Curves.add(curves.up, workload.end().workersUp());
    }
  }

  @Override
  public synchronized void broken(String why) {
    problem = why;
  }

  /** Shows what came of a command. */
  synchronized void say(String text) {
    said = text;
  }

  /** Explains the keys, or no longer. */
  synchronized void toggleKeys() {
    explains = !explains;
  }

  /** Selects the next workload; after the last, all. */
  synchronized void selectNext() {
    selected = selected + 1 < workloads.size() ? selected + 1 : -1;
  }

  /** The name of the selected workload, none for all. */
  synchronized Optional<String> selected() {
    return selected < 0
        ? Optional.empty()
        : Optional.of(List.copyOf(workloads.keySet()).get(selected));
  }

  /** Whether all workloads are paused. */
  synchronized boolean paused() {
    return last != null
        && last.workloads().stream().allMatch(workload -> workload.end().mode() == PaceMode.PAUSED);
  }

  /** The lines from the top; nothing of a run in them can command the terminal. */
  synchronized List<String> lines(int width) {
    List<String> lines = new ArrayList<>();
    lines.add(
        at
            + (last == null || last.runId().isEmpty() ? "" : "  " + last.runId())
            + (last == null
                ? ""
                : "  " + Figures.clock(Duration.ofNanos(Math.max(0, last.sinceStartNanos()))))
            + (problem.isEmpty() ? "" : "  " + problem));
    if (last != null) {
      int number = 0;
      for (Window workload : last.workloads()) {
        lines.add("");
        addTo(lines, workload, selected < 0 || selected == number, width);
        number++;
      }
    }
    lines.add("");
    lines.add(said);
    lines.addAll(explains ? ALL_KEYS : List.of(KEYS));
    return lines.stream().map(line -> cut(ForeignText.printable(line), width)).toList();
  }

  private void addTo(List<String> lines, Window workload, boolean chosen, int width) {
    Curves curves = workloads.get(workload.name());
    double p99 = curves.p99.get(curves.p99.size() - 1);
    lines.add(
        Figures.text(
            "%s %s  %s/s of %s  p99 %s  %d of %d up%s",
            chosen ? ">" : " ",
            workload.name(),
            Figures.rate(workload.achievedPerSecond()),
            workload.targetPerSecond() > 0 ? Figures.rate(workload.targetPerSecond()) : "any",
            Double.isNaN(p99) ? "-" : Figures.latency(Math.round(p99)),
            workload.end().workersUp(),
            workload.end().workers(),
            workload.end().mode() == PaceMode.PACED
                ? ""
                : "  " + workload.end().mode().name().toLowerCase(Locale.ROOT)));
    lines.add(curve("rate", curves.achieved, width));
    lines.add(curve("p99", curves.p99, width));
    lines.add(curve("connections", curves.up, width));
  }

  private static String curve(String name, List<Double> values, int width) {
    return "  " + name + " ".repeat(NAME - name.length()) + Sparkline.of(values, width - NAME - 3);
  }

  private static String cut(String line, int width) {
    return line.length() <= width ? line : line.substring(0, Math.max(0, width));
  }

  /** A row of values as a line of blocks, the largest of them the highest. Pure functions. */
  static final class Sparkline {

    private static final String BLOCKS = "▁▂▃▄▅▆▇█";

    private Sparkline() {}

    /**
     * The last values that fit.
     *
     * @param values 0 or more each; what is not a number is a gap
     * @param width in characters
     */
    static String of(List<Double> values, int width) {
      List<Double> shown =
          values.subList(Math.max(0, values.size() - Math.max(0, width)), values.size());
      double most =
          shown.stream().filter(Double::isFinite).mapToDouble(each -> each).max().orElse(0);
      StringBuilder line = new StringBuilder();
      for (double value : shown) {
        line.append(Double.isFinite(value) ? block(value, most) : ' ');
      }
      return line.toString();
    }

    private static char block(double value, double most) {
      int height = most > 0 ? (int) Math.ceil(value / most * BLOCKS.length()) : 0;
      return BLOCKS.charAt(Math.max(1, Math.min(BLOCKS.length(), height)) - 1);
    }
  }
}
