package dev.sluice.core.stats;

import dev.sluice.estimates.Batches;
import dev.sluice.estimates.Estimated;
import dev.sluice.estimates.Interval;

/**
 * An observed or derived number of a workload: its names, its unit and how it is read. Figures
 * stand in lists, over which outputs iterate.
 */
public interface Figure extends Term {

  Unit unit();

  /** Its meaning, one sentence, if it is a metric; else empty. */
  default String help() {
    return "";
  }

  /** Its name among metrics, which have times in seconds. */
  default String metric() {
    return column();
  }

  /**
   * Its value in a window, in its unit; not a number if it has none there. One that is counted is
   * whole, so that no digit is lost.
   */
  Number value(Window window);

  /** The same as a floating-point number. */
  default double in(Window window) {
    return value(window).doubleValue();
  }

  /** Its value in batches with its error; nothing if it has no error. */
  default Estimated in(Batches batches) {
    return Estimated.NOTHING;
  }

  /** Its value in a window, with the error that is known from the batches of that window. */
  default Interval in(Window window, Batches batches) {
    return in(batches).interval().around(in(window));
  }
}
