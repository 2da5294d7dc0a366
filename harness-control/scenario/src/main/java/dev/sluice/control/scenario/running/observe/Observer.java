package dev.sluice.control.scenario.running.observe;

import dev.sluice.control.measure.Reading;

/** Reads one thing. For one thread. */
@FunctionalInterface
interface Observer {

  /**
   * A reading, of the same kind each time.
   *
   * @throws ObservationException if there is none now
   */
  Reading read() throws ObservationException, InterruptedException;
}
