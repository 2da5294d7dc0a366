package dev.sluice.control.scenario.running.observe;

import dev.sluice.control.scenario.measure.Reading;
import dev.sluice.control.scenario.model.ObserverSpec;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.QueueDepths;
import jakarta.jms.JMSException;

/** How many messages wait in a queue, by the provider's own means. */
final class DepthReading implements Observer {

  private final ObserverSpec.QueueDepth spec;
  private final JmsProvider provider;
  private final QueueDepths depths;

  DepthReading(ObserverSpec.QueueDepth spec, JmsProvider provider, QueueDepths depths) {
    this.spec = spec;
    this.provider = provider;
    this.depths = depths;
  }

  @Override
  public String name() {
    return spec.name();
  }

  @Override
  public Reading read() throws ObservationException {
    try {
      return new Reading.Value(depths.depth(spec.queue()));
    } catch (JMSException e) {
      throw new ObservationException(
          "the depth of " + spec.queue() + ": " + provider.explain(e).line());
    }
  }
}
