package dev.sluice.control.fleet.protocol;

import java.util.Map;

/**
 * An agent does not act any more, and its share goes to the rest.
 *
 * @param condition why: STOPPED, DEAD or LEFT
 * @param fromNanos since when its share was not served, as far as can be known, by the fleet's
 *     clock
 * @param untilNanos when the rest take it over, by the fleet's clock
 * @param iterations what was due at its places in between, by workload
 */
public record Departure(
    AgentView agent,
    AgentView.Condition condition,
    long fromNanos,
    long untilNanos,
    Map<String, Double> iterations) {

  public Departure {
    iterations = Map.copyOf(iterations);
  }
}
