package dev.sluice.jms.worker;

import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.worker.RoundTrip.ReplyMatch;
import java.util.Collections;

/**
 * How workers of one workload know replies, or give them what they are known by.
 *
 * @param requests the queues of the requests
 * @param asks whether they put the requests, rather than the replies
 * @param match by what the replies are known
 */
public record ReplyRule(DestinationPlan requests, boolean asks, ReplyMatch match) {

  /** Whether replies of the others to requests of these are found by nobody. */
  public boolean contradicts(ReplyRule others) {
    return asks
        && !others.asks
        && !match.finds(others.match)
        && !Collections.disjoint(requests.names(), others.requests.names());
  }
}
