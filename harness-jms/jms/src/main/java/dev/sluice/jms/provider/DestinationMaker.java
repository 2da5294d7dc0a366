package dev.sluice.jms.provider;

import jakarta.jms.Destination;
import jakarta.jms.JMSException;

/** Makes a destination of its name: the call of a session of either API that does. */
@FunctionalInterface
public interface DestinationMaker {

  /** The destination of that name. */
  Destination create(String name) throws JMSException;
}
