package dev.sluice.control.compat;

/** The options of both tools about what is printed of a run. */
public final class ReportFlags {

  private ReportFlags() {}

  /**
   * Puts them together.
   *
   * @param worker the class of the workers, whose starts and stops are printed; empty if they are
   *     not
   * @param format the one of this program that prints as that tool does
   * @param intervals whether each interval is printed
   * @param summary whether the whole run is
   */
  public static void translate(
      GivenOptions given,
      NativeLine line,
      String format,
      String worker,
      boolean intervals,
      boolean summary) {
    line.add("--report-format", format);
    if (!isNative(line)) {
      line.addUnlessEmpty("--report-workers", worker);
    }
    line.add("--interval", Times.seconds(Math.max(1, given.count("ss"))));
    line.addIf(!intervals, "--no-intervals");
    line.addIf(!summary, "--no-summary");
    if (given.text("sd").equals("tlf")) {
      given.leaveOut("sd"); // rates are over the measured time either way
    }
  }

  /** Whether this program's own format was asked for, which has none of the details of theirs. */
  public static boolean isNative(NativeLine line) {
    return line.own("--report-format").filter("sluice"::equals).isPresent();
  }
}
