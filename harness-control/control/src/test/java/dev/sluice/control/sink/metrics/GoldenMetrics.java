package dev.sluice.control.sink.metrics;

import dev.sluice.core.result.Snapshot;
import io.micrometer.core.instrument.Clock;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.function.UnaryOperator;

/** The page of metrics of a run, without those of the JVM. */
public final class GoldenMetrics {

  private GoldenMetrics() {}

  public static String page(List<Snapshot> intervals) {
    RunCollector run = new RunCollector("R,1", UnaryOperator.identity());
    run.connecting("senders", 1, 2);
    intervals.forEach(run::interval);
    PrometheusRegistry registry = new PrometheusRegistry();
    registry.register(run);
    return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, registry, Clock.SYSTEM).scrape();
  }
}
