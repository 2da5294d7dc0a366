package dev.sluice.control.compat.perfharness;

import dev.sluice.control.compat.GivenOptions;
import dev.sluice.control.compat.LegacyLineException;
import dev.sluice.control.compat.LegacyWorker;
import dev.sluice.control.compat.NativeLine;
import dev.sluice.control.compat.ReportFlags;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which statistics are printed, and how often. */
final class StatisticsFlags {

  private static final Map<String, String> FORMATS =
      Map.of(
          "BasicStats", "basic",
          "RollingAvgStats", "rolling",
          "ResponseTimeStats", "response-time",
          "FileStats", "file",
          "SequenceStats", "sequence");

  private static final Set<String> PAIRS = Set.of("request", "respond");

  /** A body's size is taken from the name of its file, as in {@code run1/2048.txt}. */
  private static final Pattern LAST_NUMBER = Pattern.compile("(\\d+)\\D*$");

  private StatisticsFlags() {}

  /**
   * The class of statistics that a line has; workers that check sequences have one of their own.
   */
  static String className(Map<String, String> given, LegacyWorker worker) {
    String name = worker.modules().contains("Seq") ? "SequenceStats" : "RollingAvgStats";
    return PerfHarness.simpleName(given.getOrDefault("sc", name));
  }

  static void checkOrder(GivenOptions given) {
    int runSeconds = given.count("rl");
    if (runSeconds > 0 && given.count("sw") >= runSeconds) {
      throw given.wrong("sw", "the warm-up must be shorter than the run, -rl " + runSeconds);
    }
  }

  static void translate(GivenOptions given, LegacyWorker worker, NativeLine line) {
    Map<String, String> named =
        given.has("sc") ? Map.of("sc", given.text("sc")) : Map.<String, String>of();
    String name = className(named, worker);
    String format = FORMATS.get(name);
    if (format == null) {
      throw new LegacyLineException(
          "Invalid parameter: -sc '"
              + name
              + "': BasicStats, RollingAvgStats, ResponseTimeStats, FileStats or SequenceStats");
    }
    boolean informs = PerfHarness.informs(given);
    ReportFlags.translate(
        given,
        line,
        format,
        informs ? worker.simpleName() : "",
        given.count("ss") > 0,
        given.flag("su"));
    given.addTo(line, "sw");
    if (ReportFlags.isNative(line)) {
      given.leaveOut("sp", "mu", "sr", "zf");
    } else {
      line.addIf(informs && given.flag("wp"), "--report-connects");
      details(given, worker, line);
    }
    line.addIf(
        worker.modules().contains("reconnect") && given.text("ft").equals("u"), "--report-utc");
  }

  /** Further columns of the older formats. */
  private static void details(GivenOptions given, LegacyWorker worker, NativeLine line) {
    given.addTo(line, "sp", "mu", "sr");
    if (!given.text("zf").isEmpty()) { // it is on the lines of FileStats alone
      line.add("--report-file", given.text("zf"));
      line.add("--report-about", about(given, worker));
    }
  }

  /** The last line of FileStats about messages. */
  private static String about(GivenOptions given, LegacyWorker worker) {
    Matcher digits = LAST_NUMBER.matcher(given.text("mf"));
    return String.join(
        ",",
        given.text(PAIRS.contains(worker.command()) ? "iq" : "d"),
        digits.find() ? digits.group(1) : given.text("ms"),
        Boolean.toString(given.flag("tx")),
        Boolean.toString(given.flag("pp")),
        Boolean.toString(given.flag("co")));
  }
}
