package dev.sluice.control.analysis.calibrate;

import static dev.sluice.core.time.Nanos.NANOS_PER_MILLI;
import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.analysis.calibrate.CalibrationResult.StepResult;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.Table;
import dev.sluice.core.result.Summary;
import dev.sluice.core.stats.Gauge;
import dev.sluice.core.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A calibration as text for people or as one line of JSON. Pure functions. */
public final class CalibrationReport {

  private static final double MEBIBYTE = 1 << 20;

  private static final Table<Windows.Span> WINDOWS =
      new Table<Windows.Span>()
          .right("ms", each -> Math.round(each.sinceStartNanos() / NANOS_PER_MILLI) + 50)
          .right("iterations", each -> Figures.count(each.iterations()))
          .right("rate", each -> Figures.perSecond(each.perSecond()));

  private CalibrationReport() {}

  /**
   * Lines for people.
   *
   * @param withWindows whether to list each 100 ms window after a live change
   */
  public static List<String> text(CalibrationResult result, boolean withWindows) {
    List<String> lines = new ArrayList<>();
    Summary.Workload done = result.workload();
    double achieved = done.measured().achievedPerSecond();
    double target = done.measured().targetPerSecond();
    double startSeconds = result.seen().startNanos() / NANOS_PER_SECOND;
    add(lines, "threads", "%d, all up after %.2f s", result.spec().workers(), startSeconds);
    if (target > 0) {
      String deviation =
          "100 ms windows deviate by %.2f %% of target, the busiest is %.3f x target";
      Stream<String> lateness = Stream.of(50, 99, 100).map(each -> lateness(result, each));
      add(
          lines,
          "achieved/target",
          "%.5f (%,.1f/s of %,.1f/s)",
          done.measured().ratio(),
          achieved,
          target);
      add(lines, "start lateness", "p50 %s, p99 %s, max %s", lateness.toArray());
      add(lines, "evenness", deviation, result.evennessPercent(), result.busiestWindowRatio());
    } else {
      add(lines, "highest rate", "%,.0f iterations/s", achieved);
    }
    double cost = result.cpuNanosPerIteration();
    add(
        lines,
        "CPU",
        "%.3f cores, %.3f CPU s per million iterations (%.1f ns each)",
        result.summary().cpu().cores(),
        cost * 1e6 / NANOS_PER_SECOND,
        cost);
    add(lines, "memory", "%.0f MiB resident at most", result.seen().peakResidentBytes() / MEBIBYTE);
    result.seen().steps().forEach(step -> addStep(lines, step, withWindows));
    add(lines, "verdict", "%s", done.verdict().explanation());
    return lines;
  }

  /** One JSON object. */
  public static String json(CalibrationResult result) {
    return new Json()
        .put("threads", result.spec().workers())
        .put("startSeconds", result.seen().startNanos() / NANOS_PER_SECOND)
        .put("measuredSeconds", result.summary().measuredNanos() / NANOS_PER_SECOND)
        .put(Gauge.TARGET.key(), Gauge.TARGET.value(result.workload().measured()))
        .put(Gauge.ACHIEVED.key(), Gauge.ACHIEVED.value(result.workload().measured()))
        .put("ratio", result.workload().measured().ratio())
        .put("cores", result.summary().cpu().cores())
        .put("cpuNanosPerIteration", result.cpuNanosPerIteration())
        .put("latenessP50Millis", latenessMillis(result, 50))
        .put("latenessP99Millis", latenessMillis(result, 99))
        .put("latenessMaxMillis", latenessMillis(result, 100))
        .put("evennessPercent", result.evennessPercent())
        .put("busiestWindowRatio", result.busiestWindowRatio())
        .put("peakResidentBytes", result.seen().peakResidentBytes())
        .put("steps", result.seen().steps().stream().map(CalibrationReport::json).toList())
        .put("verdict", result.workload().verdict().kind())
        .toString();
  }

  private static String lateness(CalibrationResult result, int percentile) {
    return Figures.latency(result.workload().measured().lateness().atPercentile(percentile));
  }

  private static double latenessMillis(CalibrationResult result, int percentile) {
    return result.workload().measured().lateness().atPercentile(percentile) / NANOS_PER_MILLI;
  }

  private static void addStep(List<String> lines, StepResult step, boolean withWindows) {
    add(
        lines,
        step.command(),
        "target %,.1f/s; from 50 ms on the worst 100 ms window is off by %.2f %%, the count by %.3f"
            + " %% (%,d of %,.0f)",
        step.targetPerSecond(),
        step.worstWindowPercent(),
        step.countErrorPercent(),
        step.counted(),
        step.expected());
    if (withWindows) {
      WINDOWS.lines(step.afterSettling().windows()).forEach(line -> lines.add("    " + line));
    }
  }

  private static Json json(StepResult step) {
    return new Json()
        .put("command", step.command())
        .put("targetPerSecond", step.targetPerSecond())
        .put("worstWindowPercent", step.worstWindowPercent())
        .put("expected", step.expected())
        .put("counted", step.counted())
        .put("countErrorPercent", step.countErrorPercent())
        .put(
            "windows",
            step.afterSettling().windows().stream().map(Windows.Span::iterations).toList());
  }

  private static void add(List<String> lines, String label, String format, Object... values) {
    lines.add(Figures.text("%-16s ", label) + Figures.text(format, values));
  }
}
