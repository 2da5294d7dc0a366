package dev.sluice.control.scenario.running.observe;

import dev.sluice.control.scenario.measure.Reading;
import java.time.Duration;

/** Reads one thing. For one thread. */
interface Observer {

  /** Its name. */
  String name();

  /** It is asked no more often than this, but for the ends of what is measured. */
  default Duration every() {
    return Duration.ZERO;
  }

  /** Processor time that its commands have used on this host so far. */
  default Duration cost() {
    return Duration.ZERO;
  }

  /**
   * A reading, of the same kind each time.
   *
   * @throws ObservationException if there is none now
   */
  Reading read() throws ObservationException, InterruptedException;
}
