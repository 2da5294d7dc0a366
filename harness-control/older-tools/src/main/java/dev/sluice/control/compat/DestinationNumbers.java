package dev.sluice.control.compat;

/**
 * The numbers that both tools put behind the names of destinations: {@code -db} first, {@code -dx}
 * last, {@code -dn} how many, or the one to start at if both others are there. A
 * MultiDestinationFactory starts at {@code -ds} alone.
 */
final class DestinationNumbers {

  private DestinationNumbers() {}

  /**
   * Puts the range of numbers together.
   *
   * @param kind {@code queue} or {@code topic}: what the options here begin with
   * @return how many destinations there are
   */
  static int addTo(NativeLine line, GivenOptions given, String kind) {
    int first = given.whole("db");
    int last = given.whole("dx");
    int count = given.whole("dn");
    int start = given.whole("ds");
    boolean random = given.flag("dr");
    if (random && last == 0 && count == 0) {
      throw new LegacyLineException(
          "Invalid parameter: -dr needs a range to choose from: -dx or -dn");
    }
    if (first > 0 && last > 0) {
      requireWithin("-dx " + last, last, first, Integer.MAX_VALUE);
      boolean multi = given.text("df").endsWith("MultiDestinationFactory");
      start = start > 0 || multi ? start : count;
    } else if (first > 0) {
      int most = count > 0 ? count : given.whole("nt"); // open-ended: one for each worker
      last = first + most - 1;
    } else if (last > 0) {
      requireWithin("-dn " + count, count, 0, last);
      first = count == 0 ? 1 : last - count + 1;
    } else if (count > 0) {
      first = 1;
      last = count;
    } else {
      given.leaveOut("ds");
      return 1;
    }
    line.add("--" + kind + "s", first + ".." + last);
    if (start > 0) {
      requireWithin("the number to start at, " + start + ",", start, first, last);
    }
    if (start > 0 && start != first) {
      line.add("--" + kind + "-start", Integer.toString(start));
    }
    if (random) {
      line.add("--" + kind + "-order", "random");
    }
    return last - first + 1;
  }

  private static void requireWithin(String what, int value, int min, int max) {
    if (value < min || value > max) {
      String range = min + (max == Integer.MAX_VALUE ? " or more" : " to " + max);
      throw new LegacyLineException("Invalid parameter: " + what + " must be " + range);
    }
  }
}
