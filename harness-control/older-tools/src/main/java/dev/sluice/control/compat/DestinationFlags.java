package dev.sluice.control.compat;

/**
 * The numbers that both tools put behind the names of destinations: {@code -db} first, {@code -dx}
 * last, {@code -dn} how many, or the one to start at if both others are there. A
 * MultiDestinationFactory starts at {@code -ds} alone.
 */
public final class DestinationFlags {

  private DestinationFlags() {}

  /**
   * Puts the range of numbers together.
   *
   * @param kind {@code queue} or {@code topic}: what the options here begin with
   * @return how many destinations there are
   */
  public static int translate(GivenOptions given, NativeLine line, String kind) {
    int first = given.count("db");
    int last = given.count("dx");
    int count = given.count("dn");
    int start = given.count("ds");
    boolean random = given.flag("dr");
    if (random && last == 0 && count == 0) {
      throw new LegacyLineException(
          "Invalid parameter: -dr needs a range to choose from: -dx or -dn");
    }
    if (first > 0 && last > 0) {
      requireWithin("-dx " + last, last, first, Integer.MAX_VALUE);
      range(line, kind, first, last);
      boolean multi = given.text("df").endsWith("MultiDestinationFactory");
      start(line, kind, start > 0 || multi ? start : count, first, last);
    } else if (first > 0) {
      int most = count > 0 ? count : given.whole("nt"); // open-ended: one for each worker
      last = first + most - 1;
      range(line, kind, first, last);
      start(line, kind, start, first, last);
    } else if (last > 0) {
      requireWithin("-dn " + count, count, 0, last);
      first = count == 0 ? 1 : last - count + 1;
      range(line, kind, first, last);
      start(line, kind, start, first, last);
    } else if (count > 0) {
      first = 1;
      last = count;
      range(line, kind, first, last);
      start(line, kind, start, first, last);
    } else {
      given.leaveOut("ds");
      return 1;
    }
    line.addIf(random, "--" + kind + "-order", "random");
    return last - first + 1;
  }

  private static void range(NativeLine line, String kind, int first, int last) {
    line.add("--" + kind + "s", first + ".." + last);
  }

  private static void start(NativeLine line, String kind, int start, int first, int last) {
    if (start > 0) {
      requireWithin("the number to start at, " + start + ",", start, first, last);
      if (start != first) {
        line.add("--" + kind + "-start", start);
      }
    }
  }

  private static void requireWithin(String what, int value, int min, int max) {
    if (value < min || value > max) {
      throw new LegacyLineException(
          "Invalid parameter: "
              + what
              + " must be "
              + min
              + (max == Integer.MAX_VALUE ? " or more" : " to " + max));
    }
  }
}
