package dev.sluice.jms.worker;

import dev.sluice.jms.message.CorrelationForm;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import java.time.Duration;

/**
 * The settings of workers that put a message and wait for an answer.
 *
 * @param session how they connect; in transactions each half is one of its own, so of one iteration
 * @param outgoing what they put
 * @param timeout how long they wait for an answer, at least 1 ms; zero for ever
 * @param timeoutFails whether an answer that does not come is an error, or just nothing
 * @param commitOn which half is in a transaction, if the session is transacted
 * @param ids what they know answers by; others than those of other processes
 * @param selector what answers fit that are known by nothing else; empty for any answer
 * @param checking the check of what arrives
 */
public record RoundTrip(
    SessionSettings session,
    OutgoingMessage outgoing,
    Duration timeout,
    boolean timeoutFails,
    CommitOn commitOn,
    CorrelationForm ids,
    String selector,
    ArrivalChecking checking) {

  /** By what a message is known to be the answer to another. */
  public enum ReplyMatch {
    /** By nothing: any message will do. */
    NONE,
    /** By the correlation id of the worker, the same for all of its messages. */
    WORKER,
    /** By a correlation id that each message has for itself. */
    MESSAGE,
    /** By the message id, which the answer has as its correlation id. */
    REQUEST_ID
  }

  /** Which half of a round trip is in a transaction. */
  public enum CommitOn {
    BOTH,
    PUT,
    GET;

    boolean put() {
      return this != GET;
    }

    boolean get() {
      return this != PUT;
    }
  }

  public RoundTrip {
    JmsWorker.requireReceivable(timeout);
    if (session.transacted() && session.batch() != 1) {
      throw new IllegalArgumentException(
          "uncommitted messages get no reply, so a transaction has 1 iteration");
    }
  }
}
