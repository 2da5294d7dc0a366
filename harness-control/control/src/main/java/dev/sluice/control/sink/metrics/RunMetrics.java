package dev.sluice.control.sink.metrics;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.endpoint.http.HttpCall;
import dev.sluice.control.endpoint.http.HttpReply;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.watch.CpuMeter;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.function.UnaryOperator;

/**
 * The run's metrics, and the JVM's, as Prometheus and {@code curl} read them. Give it to the run as
 * a reporter.
 *
 * <p>Reports and scrapes may come from any thread.
 */
public final class RunMetrics implements AutoCloseable, Sink {

  static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";
  static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

  private final RunCollector run;
  private final PrometheusMeterRegistry registry;
  private final JvmGcMetrics gcMetrics = new JvmGcMetrics();

  /**
   * @param runId labels all series of the run, may be empty
   * @param mask masks secrets in labels
   */
  public RunMetrics(String runId, UnaryOperator<String> mask) {
    this.run = new RunCollector(runId, mask);
    PrometheusRegistry prometheus = new PrometheusRegistry();
    prometheus.register(run);
    this.registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, prometheus, Clock.SYSTEM);
    bindProcessors(); // first: it filters
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    gcMetrics.bindTo(registry);
  }

  /** Two of the usual names break the rules of Prometheus: no nanoseconds, and no count. */
  private void bindProcessors() {
    registry
        .config()
        .meterFilter(MeterFilter.denyNameStartsWith("process.cpu.time"))
        .meterFilter(MeterFilter.denyNameStartsWith("system.cpu.count"));
    new ProcessorMetrics().bindTo(registry);
    FunctionCounter.builder(
            "process.cpu", CpuMeter.ofThisProcess(), cpu -> cpu.cpuNanos() / NANOS_PER_SECOND)
        .baseUnit("seconds")
        .description("CPU time of this process.")
        .register(registry);
    Gauge.builder("system.cpus", Runtime.getRuntime(), Runtime::availableProcessors)
        .description("Processors this process may use.")
        .register(registry);
  }

  /** All of them. */
  public MetricSnapshots snapshots() {
    return registry.getPrometheusRegistry().scrape();
  }

  /** All of them, in the format that the scraper asks for. */
  public HttpReply scrape(HttpCall call) {
    String format =
        call.headers().apply("accept").contains("application/openmetrics-text")
            ? OPEN_METRICS
            : PROMETHEUS;
    return HttpReply.of(format, registry.scrape(format));
  }

  @Override
  public void event(RunEvent event) {
    run.event(event);
  }

  @Override
  public void connecting(String workload, int up, int of) {
    run.connecting(workload, up, of);
  }

  @Override
  public void interval(Snapshot snapshot) {
    run.interval(snapshot);
  }

  @Override
  public void close() {
    gcMetrics.close();
    registry.close();
  }
}
