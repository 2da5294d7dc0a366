package dev.sluice.it.delivery;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.util.Enumeration;

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
        send.send(copy(message, true));
        faults.done(fate);
      }
      case SWAPPED -> {
        held = copy(message, false);
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

  /** A message of its own, since senders send the same object again and again. */
  private Message copy(Message original, boolean changed) throws JMSException {
    BytesMessage bytes = (BytesMessage) original;
    bytes.reset();
    byte[] body = new byte[(int) bytes.getBodyLength()];
    bytes.readBytes(body);
    bytes.reset();
    if (changed) {
      body[body.length / 2] ^= 1;
    }
    BytesMessage copy = session.createBytesMessage();
    copy.writeBytes(body);
    Enumeration<?> names = original.getPropertyNames();
    while (names.hasMoreElements()) {
      String name = (String) names.nextElement();
      if (!name.startsWith("JMS")) {
        copy.setObjectProperty(name, original.getObjectProperty(name));
      }
    }
    return copy;
  }
}
