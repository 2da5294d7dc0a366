package dev.sluice.jms.worker;

import dev.sluice.core.stats.Part;
import dev.sluice.core.worker.WorkerContext;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionProducer;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/** Makes a worker's messages and puts them to one destination. For the worker's thread alone. */
final class Outbox {

  private final JmsProvider provider;
  private final SessionProducer producer;
  private final Destination toldWithEach; // null if the producer knows it
  private final WorkerContext context;
  private final boolean timed;
  private final Message message;

  /**
   * @param unidentified whether each send says where to, rather than the producer
   * @param timed whether a put is only a part of what the worker does
   */
  Outbox(
      JmsProvider provider,
      JmsSession session,
      Destination destination,
      Outgoing outgoing,
      boolean unidentified,
      boolean timed,
      WorkerContext context)
      throws JMSException {
    this.provider = provider;
    this.producer = session.producer(unidentified ? null : destination, outgoing.options());
    this.toldWithEach = unidentified ? destination : null;
    this.context = context;
    this.timed = timed;
    this.message = outgoing.message().build(session);
  }

  /** The message to put next. */
  Message next() throws JMSException {
    return message;
  }

  /**
   * Puts a message.
   *
   * @return false if it may not have arrived though the put did not fail
   */
  boolean put(Message outgoing) throws JMSException {
    long startNanos = timed ? context.clock().nanos() : 0;
    if (toldWithEach == null) {
      producer.send(outgoing);
    } else {
      producer.send(toldWithEach, outgoing);
    }
    if (timed) {
      context.log().part(Part.PUT, context.clock().nanos() - startNanos);
    }
    return !provider.inDoubt(outgoing);
  }
}
