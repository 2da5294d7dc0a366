package dev.sluice.it.delivery;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;

/** Sends bytes messages, but for the faults it is to do. For the thread of its session. */
final class FaultyProducer {

  /** Sends a message, the way the caller wants it sent. */
  @FunctionalInterface
  interface Send {
    void send(Message message) throws JMSException;
  }

  private final Session session;
  private final Faults faults;
  private final Faults.Fates fates;
  private Message held; // until its neighbour was sent
  private Send heldSend;

  FaultyProducer(Session session, Faults faults) {
    this.session = session;
    this.faults = faults;
    this.fates = faults.ofProducer();
  }

  void send(Message message, Send send) throws JMSException {
    if (held != null) {
      send.send(message);
      sendHeld();
      faults.done(Faults.Fate.SWAPPED);
      return;
    }
    Faults.Fate fate = fates.next();
    switch (fate) {
      case DELIVERED -> send.send(message);
      case DROPPED -> faults.done(fate);
      case DOUBLED -> {
        send.send(message);
        send.send(message);
        faults.done(fate);
      }
      case CORRUPTED -> {
        send.send(MessageCopy.changed(message, session));
        faults.done(fate);
      }
      case SWAPPED -> {
        held = MessageCopy.of(message, session);
        heldSend = send;
      }
    }
  }

  /** Sends what is still held, which has no neighbour then. */
  void sendHeld() throws JMSException {
    if (held != null) {
      heldSend.send(held);
      held = null;
    }
  }
}
