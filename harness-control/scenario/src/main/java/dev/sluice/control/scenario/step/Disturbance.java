package dev.sluice.control.scenario.step;

import dev.sluice.core.bus.RunEvent;
import java.util.Optional;

/**
 * A time in which something outside of what is measured changed the figures: this host withheld its
 * processors, or a member of a fleet came or went.
 *
 * @param fromNanos since the schedule started
 * @param toNanos since the schedule started
 * @param text what it was
 */
public record Disturbance(long fromNanos, long toNanos, String text) {

  /** The disturbance that an event tells of, if it tells of one. */
  public static Optional<Disturbance> of(RunEvent event) {
    if (event.kind() == RunEvent.Kind.AGENT) {
      return Optional.of(
          new Disturbance(event.sinceStartNanos(), event.sinceStartNanos(), event.text()));
    }
    return event
        .hindrance()
        .filter(each -> each.isStandstill() || each.kind().withholdsProcessors())
        .map(each -> new Disturbance(each.fromNanos(), each.toNanos(), each.cause()));
  }
}
