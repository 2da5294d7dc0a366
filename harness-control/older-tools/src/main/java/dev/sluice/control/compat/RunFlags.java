package dev.sluice.control.compat;

/** The options of both tools about workers, their start, their rate and how long they run. */
public final class RunFlags {

  /** The text for "no limit". */
  private static final String FOR_EVER = "1000d";

  private RunFlags() {}

  /**
   * Puts them together.
   *
   * @param sessions how often each worker does the iterations of {@code -mg}, 0 for no limit
   */
  public static void translate(GivenOptions given, NativeLine line, int sessions) {
    given.addTo(line, "nt");
    rate(given, line);
    long count = (long) given.count("mg") * sessions;
    line.addIf(count > 0, "--count", count);
    given.addTo(line, "ln");
    start(given, line);
    given.addTo(line, "rl", "id");
  }

  private static void rate(GivenOptions given, NativeLine line) {
    double rate = Double.parseDouble(given.text("rt"));
    if (rate < 0) {
      throw given.wrong("rt", "0 (as fast as possible) or more");
    }
    if (given.has("rt") && !line.overruled("--total-rate")) {
      line.add("--rate", given.text("rt"));
    }
    int rampSeconds = given.count("rp");
    if (rampSeconds > 0 && rate > 0) {
      line.add("--ramp", Times.seconds(rampSeconds));
    } else if (rampSeconds > 0) {
      given.leaveOut("rp"); // there is no rate to rise to
    }
  }

  private static void start(GivenOptions given, NativeLine line) {
    boolean parallel = given.flag("wp");
    int limit = given.has("wc") ? given.atLeastOne("wc") : 1;
    line.add("--start-parallel", parallel ? limit : 1);
    if (!parallel) {
      given.leaveOut("wc");
    }
    given.addTo(line, "wi");
    line.add("--begin-when-connected");
    int timeoutSeconds = given.count("wt");
    if (given.has("wt")) {
      line.add("--start-timeout", timeoutSeconds == 0 ? FOR_EVER : Times.seconds(timeoutSeconds));
    }
  }
}
