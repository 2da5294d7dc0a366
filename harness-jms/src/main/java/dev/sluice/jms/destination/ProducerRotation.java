package dev.sluice.jms.destination;

import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionProducer;
import jakarta.jms.JMSException;
import java.util.Arrays;

/**
 * The producers of a worker that puts each message to the next of several destinations, from its
 * own on. Each is opened when it is first needed, and kept if there are not too many for one
 * connection; else it is closed before its turn comes again. For the worker's thread alone;
 * outlives its sessions.
 */
public final class ProducerRotation {

  /** Well below what a queue manager lets one connection have open. */
  private static final int MAX_OPEN = 64;

  private final DestinationPlan to;
  private final PutOptions options;
  private final SessionProducer[] producers;
  private JmsSession session;
  private int position;

  /**
   * @param workerIndex counts workers from 0
   */
  public ProducerRotation(DestinationPlan to, PutOptions options, int workerIndex) {
    this.to = to;
    this.options = options;
    this.producers = new SessionProducer[to.names().size()];
    this.position = to.positionFor(workerIndex);
  }

  /** Opens producers of a session from now on; those of the one before are gone with it. */
  public void bind(JmsSession newSession) {
    session = newSession;
    Arrays.fill(producers, null);
  }

  /** The producer of the destination whose turn it is. */
  public SessionProducer next() throws JMSException {
    SessionProducer producer = producers[position];
    if (producer == null) {
      closeOneOfTooMany();
      producer = session.producer(to.destinationAt(session, position), options);
      producers[position] = producer;
    }
    position = position + 1 == producers.length ? 0 : position + 1;
    return producer;
  }

  private void closeOneOfTooMany() throws JMSException {
    int oldest = Math.floorMod(position - MAX_OPEN, producers.length);
    if (producers.length > MAX_OPEN && producers[oldest] != null) {
      producers[oldest].close();
      producers[oldest] = null;
    }
  }
}
