package dev.sluice.control.compat;

import java.util.LinkedHashMap;
import java.util.Map;

/** Reads MQ-CPH's command lines. Immutable, for any thread. */
public final class Cph extends LegacyTool {

  private static final String EMPTY = "UNSPECIFIED";

  public Cph() {
    super(Tool.CPH);
  }

  @Override
  Map<String, String> complete(Map<String, String> given) {
    Map<String, String> all = new LinkedHashMap<>(given);
    all.replaceAll((name, value) -> value.equals(EMPTY) ? "" : value);
    return all;
  }

  @Override
  String fact(String name, GivenOptions given, LegacyWorker worker) {
    return switch (name) {
      case "reconnect" -> "MQCNO_RECONNECT";
      case "application" -> "cph";
      case "count" -> count(given);
      default -> super.fact(name, given, worker);
    };
  }

  /** The iterations of all sessions; empty for no limit. */
  private static String count(GivenOptions given) {
    long iterations = given.whole("mg");
    long sessions = iterations == 0 ? 0 : given.whole("sn");
    return sessions == 0 ? "" : Long.toString(iterations * sessions);
  }
}
