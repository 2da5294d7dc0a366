package dev.sluice.control.cli.option.provider;

import dev.sluice.jms.provider.DestinationMaker;
import dev.sluice.jms.provider.Failure;
import dev.sluice.jms.provider.JmsProvider;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Topic;

/** Stands for no provider at all: its workers do nothing. */
public final class NullProvider implements JmsProvider {

  @Override
  public String name() {
    return "null";
  }

  @Override
  public String describe() {
    return "null, which does nothing";
  }

  @Override
  public Connection connect() throws JMSException {
    throw new JMSException("the provider null connects to nothing");
  }

  @Override
  public JMSContext context(int sessionMode) throws JMSException {
    throw new JMSException("the provider null connects to nothing");
  }

  @Override
  public Destination queue(DestinationMaker<Queue> session, String name) throws JMSException {
    throw new JMSException("the provider null has no queues");
  }

  @Override
  public Destination topic(DestinationMaker<Topic> session, String name) throws JMSException {
    throw new JMSException("the provider null has no topics");
  }

  @Override
  public Failure explain(Throwable failure) {
    return NullFailures.explain(failure);
  }

  @Override
  public void close() {
    // there is nothing to let go of
  }
}
