package dev.sluice.jms.worker;

import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.worker.WorkerContext;
import dev.sluice.jms.message.MessageSource;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionProducer;
import dev.sluice.jms.tracking.TrackingProperties;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/** Makes a worker's messages and puts them. For the worker's thread alone. */
final class MessageSender {

  private final JmsProvider provider;
  private final boolean settled;
  private final SessionProducer producer;
  private final Destination toldWithEach; // null if the producer knows it
  private final TrackingProperties stamps;
  private final Batch batch;
  private final WorkerContext context;
  private final boolean timed;
  private final MessageSource messages;

  /**
   * @param settled whether a message is settled where it is put, rather than with its transaction
   * @param destination where messages go to; null if each is put by a producer of its destination
   * @param messages of the worker, which outlive this
   * @param timed whether a put is only a part of what the worker does
   * @param stamps of the worker, which outlive this
   * @param batch of the worker's session, which is told of puts that failed outside of transactions
   */
  MessageSender(
      JmsProvider provider,
      JmsSession session,
      boolean settled,
      Destination destination,
      OutgoingMessage outgoing,
      MessageSource messages,
      boolean timed,
      TrackingProperties stamps,
      Batch batch,
      WorkerContext context)
      throws JMSException {
    this.provider = provider;
    this.settled = settled;
    this.stamps = stamps;
    this.batch = batch;
    this.producer =
        session.producer(outgoing.unidentified() ? null : destination, outgoing.options());
    this.toldWithEach = outgoing.unidentified() ? destination : null;
    this.context = context;
    this.timed = timed;
    this.messages = messages;
    messages.bind(session);
  }

  /** The message to put next. */
  Message next() throws JMSException {
    if (messages.bodyVaries()) {
      stamps.changed();
    }
    return messages.next();
  }

  /**
   * Puts a message.
   *
   * @return false if it may not have arrived though the put did not fail; in a transaction that is
   *     for the commit to tell
   */
  boolean put(Message outgoing) throws JMSException {
    return put(outgoing, producer);
  }

  /** Puts a message by another producer, of its own destination. */
  boolean put(Message outgoing, SessionProducer by) throws JMSException {
    if (!settled) {
      send(outgoing, by);
      return true;
    }
    boolean certain;
    try {
      certain = send(outgoing, by);
    } catch (JMSException | RuntimeException e) {
      if (provider.explain(e).refused()) {
        stamps.rolledBack();
      } else {
        stamps.inDoubt();
      }
      throw e;
    }
    if (certain) {
      stamps.committed();
    } else {
      stamps.inDoubt();
    }
    return certain;
  }

  private boolean send(Message outgoing, SessionProducer by) throws JMSException {
    stamps.stamp(outgoing);
    long startNanos = timed ? context.clock().nanos() : 0;
    boolean returned = false;
    try {
      if (toldWithEach == null) {
        by.send(outgoing);
      } else {
        by.send(toldWithEach, outgoing);
      }
      returned = true;
    } finally {
      if (!returned && settled) {
        batch.settledCallFailed();
      }
    }
    if (timed) {
      context.log().part(LatencyKind.PUT, context.clock().nanos() - startNanos);
    }
    if (provider.inDoubt(outgoing)) {
      return false; // and has no id, or that of the message before
    }
    stamps.put(outgoing);
    return true;
  }
}
