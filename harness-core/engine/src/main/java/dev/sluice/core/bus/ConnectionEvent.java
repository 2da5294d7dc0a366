package dev.sluice.core.bus;

import static dev.sluice.core.time.Nanos.MILLI;

import dev.sluice.core.worker.ConnectionWatch.ConnectionChange;
import java.time.Instant;

/**
 * An event of a worker's connection, and its time.
 *
 * @param time wall-clock time
 * @param sinceStartNanos time since the schedule started, 0 before
 * @param workload the worker's workload
 * @param worker the worker's name
 * @param change what happened
 */
public record ConnectionEvent(
    Instant time, long sinceStartNanos, String workload, String worker, ConnectionChange change) {

  /** In words, one line. */
  public String text() {
    String after = " after " + change.downNanos() / MILLI + " ms";
    return switch (change.transition()) {
      case LOST -> worker + " lost its connection" + named(" to ", change.from());
      case BACK ->
          worker
              + (change.moved()
                  ? " moved" + named(" from ", change.from()) + named(" to ", change.to())
                  : " reconnected" + named(" to ", change.to()))
              + after;
      case GIVEN_UP -> worker + ": the client gave up reconnecting" + after;
    };
  }

  private static String named(String preposition, String peer) {
    return peer.isEmpty() ? "" : preposition + peer;
  }
}
