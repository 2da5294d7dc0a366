package dev.sluice.jms.worker;

import dev.sluice.core.stats.LatencyKind;
import dev.sluice.jms.message.MessageSource;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionProducer;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/**
 * Makes a worker's messages and puts them. The worker's thread alone uses it, over all of its
 * sessions.
 */
final class MessageSender {

  private final JmsWorker worker;
  private final OutgoingMessage outgoing;
  private final MessageSource messages;
  private final boolean settled;
  private final boolean timed;
  private SessionProducer producer; // null if each message is put by another one

  /**
   * @param settled whether a message is settled where it is put, rather than with its transaction
   * @param timed whether a put is only a part of what the worker does
   */
  MessageSender(JmsWorker worker, OutgoingMessage outgoing, boolean settled, boolean timed) {
    this.worker = worker;
    this.outgoing = outgoing;
    this.messages = outgoing.message().forWorker(worker.index());
    this.settled = settled;
    this.timed = timed;
  }

  /**
   * Puts messages by a session from now on.
   *
   * @param to null if each is put by a producer of its own destination
   */
  void bind(JmsSession session, Destination to) throws JMSException {
    producer =
        to == null ? null : session.producer(to, outgoing.options(), outgoing.unidentified());
    messages.bind(session, worker.context().times());
  }

  /** The message to put next. */
  Message next() throws JMSException {
    if (messages.bodyVaries()) {
      worker.stamps().changed();
    }
    return messages.next();
  }

  /**
   * Puts a message.
   *
   * @return false if it may not have arrived though the put did not fail; in a transaction that is
   *     for the commit to tell
   */
  boolean put(Message message) throws JMSException {
    return put(message, producer);
  }

  /** Puts a message by another producer, of its own destination. */
  boolean put(Message message, SessionProducer by) throws JMSException {
    if (!settled) {
      send(message, by);
      return true;
    }
    boolean certain;
    try {
      certain = send(message, by);
    } catch (JMSException | RuntimeException e) {
      worker.settledPutFailed(e);
      throw e;
    }
    if (certain) {
      worker.stamps().committed();
    } else {
      worker.stamps().inDoubt();
    }
    return certain;
  }

  private boolean send(Message message, SessionProducer by) throws JMSException {
    worker.stamps().stamp(message);
    outgoing.prioritize(by, worker.context().times());
    long startNanos = timed ? worker.context().clock().nanos() : 0;
    by.send(message);
    if (timed) {
      long nanos = worker.context().clock().nanos() - startNanos;
      worker.context().log().part(LatencyKind.PUT, nanos);
    }
    if (worker.provider().inDoubt(message)) {
      return false; // and has no id, or that of the message before
    }
    worker.stamps().put(message);
    return true;
  }
}
