package dev.sluice.jms.worker;

import dev.sluice.jms.worker.RoundTrip.ReplyMatch;
import java.util.Collections;
import java.util.List;

/**
 * How workers of one workload know replies, or give them what they are known by.
 *
 * @param requests the queues of the requests
 * @param asks whether they put the requests, rather than the replies
 * @param match by what the replies are known
 */
public record ReplyRule(List<String> requests, boolean asks, ReplyMatch match) {

  /** That of workers that do neither. */
  public static final ReplyRule NONE = new ReplyRule(List.of(), false, ReplyMatch.NONE);

  /** Whether replies of the others to requests of these are found by nobody. */
  public boolean contradicts(ReplyRule others) {
    boolean found =
        match == ReplyMatch.NONE
            || (others.match != ReplyMatch.NONE
                && (match == ReplyMatch.REQUEST_ID) == (others.match == ReplyMatch.REQUEST_ID));
    return asks && !others.asks && !found && !Collections.disjoint(requests, others.requests);
  }
}
