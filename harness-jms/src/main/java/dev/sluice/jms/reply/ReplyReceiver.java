package dev.sluice.jms.reply;

import dev.sluice.jms.session.SessionConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/** Waits for one message, as long as its worker waits for an answer. */
@FunctionalInterface
public interface ReplyReceiver {

  /** Returns null if none came in time, or the worker is to end. */
  Message receive(SessionConsumer consumer) throws JMSException;
}
