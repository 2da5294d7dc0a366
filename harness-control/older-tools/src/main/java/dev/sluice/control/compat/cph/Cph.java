package dev.sluice.control.compat.cph;

import dev.sluice.control.compat.GivenOptions;
import dev.sluice.control.compat.LegacyLineException;
import dev.sluice.control.compat.LegacyTool;
import dev.sluice.control.compat.LegacyWorker;
import dev.sluice.control.compat.NativeLine;
import dev.sluice.control.compat.ReportFlags;
import dev.sluice.control.compat.RunFlags;
import dev.sluice.control.compat.Tool;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads MQ-CPH's command lines. Immutable, for any thread. */
public final class Cph extends LegacyTool {

  private static final String NULL_WORKER = "Dummy";
  private static final String EMPTY = "UNSPECIFIED";
  private static final int INFORMATION_FROM = 3;
  private static final int SUMMARY_FROM = 2;

  public Cph() {
    super(Tool.CPH);
  }

  @Override
  protected String defaultWorker() {
    return NULL_WORKER;
  }

  @Override
  protected Map<String, String> complete(Map<String, String> given) {
    Map<String, String> all = new LinkedHashMap<>(given);
    all.replaceAll((name, value) -> value.equals(EMPTY) ? "" : value);
    return all;
  }

  @Override
  protected boolean isStrict(Map<String, String> given) {
    return true;
  }

  @Override
  protected List<String> modules(Map<String, String> given, LegacyWorker worker) {
    return List.of();
  }

  @Override
  protected void translate(GivenOptions given, LegacyWorker worker, NativeLine line) {
    int sessions = given.count("mg") == 0 ? 1 : given.count("sn");
    RunFlags.translate(given, line, sessions);
    disconnects(given, sessions, line);
    statistics(given, worker, line);
    if (worker.name().equals(NULL_WORKER)) {
      given.leaveOutModule("destinations");
      line.add("--provider", "null");
      return;
    }
    CphWorkerFlags.translate(given, worker, line);
    CphConnectionFlags.translate(given, worker, line);
  }

  /**
   * A session there is what is done between connecting and disconnecting.
   *
   * @param sessions how many each worker has, 0 for no limit
   */
  private static void disconnects(GivenOptions given, int sessions, NativeLine line) {
    if (sessions == 1) {
      given.leaveOut("sn", "si");
      return;
    }
    line.add("--disconnect-every", given.count("mg"));
    given.addTo(line, "si");
  }

  private static void statistics(GivenOptions given, LegacyWorker worker, NativeLine line) {
    int seconds = given.count("ss");
    int level = given.has("vo") ? given.whole("vo") : INFORMATION_FROM;
    if (level < 0) {
      throw new LegacyLineException("Invalid parameter: -vo '" + level + "': 0 to 4");
    }
    ReportFlags.translate(
        given,
        line,
        "cph",
        level >= INFORMATION_FROM ? worker.simpleName() : "",
        seconds > 0 && level >= INFORMATION_FROM,
        given.flag("su") && level >= SUMMARY_FROM);
    if (ReportFlags.isNative(line)) {
      given.leaveOut("sp", "ls");
    } else {
      given.addTo(line, "sp", "ls");
    }
    line.addIf(given.count("ve") > 0, "--verbose");
  }
}
