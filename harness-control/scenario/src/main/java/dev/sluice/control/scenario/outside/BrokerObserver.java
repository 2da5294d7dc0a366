package dev.sluice.control.scenario.outside;

import dev.sluice.jms.provider.BrokerView;
import dev.sluice.jms.provider.BrokerView.Measure;
import dev.sluice.jms.provider.JmsProvider;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A broker that is asked what it knows of itself beside the load. Immutable.
 *
 * @param name its name in tables
 * @param opening opens its view, by the scenario's providers; the view belongs to the caller
 * @param measures those that there can be readings of
 * @param every the time from one time that it is asked to the next
 */
public record BrokerObserver(
    String name,
    Function<Map<String, JmsProvider>, BrokerView> opening,
    List<Measure> measures,
    Duration every) {

  public BrokerObserver {
    measures = List.copyOf(measures);
  }

  /** What tables call a measure over all subjects. */
  public String column(Measure measure) {
    return name + " " + measure.name();
  }
}
