package dev.sluice.jms.provider;

import jakarta.jms.Destination;
import jakarta.jms.JMSException;

/**
 * Makes a destination of its name: the call of a session of either API that does.
 *
 * @param <D> the kind of destination
 */
@FunctionalInterface
public interface DestinationMaker<D extends Destination> {

  /** The destination of that name. */
  D create(String name) throws JMSException;
}
