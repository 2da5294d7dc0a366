package dev.sluice.control.sink.metrics;

import dev.sluice.control.endpoint.socket.TcpListener;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.CpuMeter;
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
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * Serves the run's metrics, and the JVM's, at {@code /metrics} to Prometheus and {@code curl}; at
 * {@code /healthz} it says that it is there. Give it to the run as a reporter.
 *
 * <p>{@link #start} and {@link #close} are called once each, by the same thread; reports may come
 * from any.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the channel, no more is to do
public final class MetricsServer implements AutoCloseable, Sink {

  private static final int MAX_CONNECTIONS = 32;
  private static final int MAX_REQUEST_BYTES = 8_192;
  private static final int MAX_SCRAPES_WAITING = MAX_CONNECTIONS;
  private static final long IDLE_SECONDS = 120;

  private static final double NANOS_PER_SECOND = 1e9;

  private final MetricsSettings settings;
  private final RunCollector run;
  private final PrometheusMeterRegistry registry;
  private final JvmGcMetrics gcMetrics = new JvmGcMetrics();
  private final ExecutorService scrapes;
  private TcpListener listener; // null until started

  /**
   * @param runId labels all series of the run, may be empty
   * @param mask masks secrets in labels
   */
  public MetricsServer(String runId, MetricsSettings settings, UnaryOperator<String> mask) {
    this.settings = settings;
    this.run = new RunCollector(runId, mask);
    PrometheusRegistry prometheus = new PrometheusRegistry();
    prometheus.register(run);
    this.registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, prometheus, Clock.SYSTEM);
    bindProcessors(); // first: it filters
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    gcMetrics.bindTo(registry);
    this.scrapes =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MAX_SCRAPES_WAITING),
            new DefaultThreadFactory("metrics-scrape", true));
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

  /**
   * Serves from now on.
   *
   * @return where, with the port that was chosen if any would do
   * @throws IOException if the port cannot be had, with one line that says why
   */
  public InetSocketAddress start() throws IOException {
    listener =
        TcpListener.listen(
            "metrics-http",
            new InetSocketAddress(settings.bind(), settings.port()),
            MAX_CONNECTIONS,
            this::open,
            SocketChannel::close);
    return listener.address();
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
    if (listener != null) {
      listener.close();
    }
    scrapes.shutdownNow();
    gcMetrics.close();
    registry.close();
  }

  private void open(SocketChannel connection) {
    connection
        .pipeline()
        .addLast(new IdleStateHandler(0, 0, IDLE_SECONDS, TimeUnit.SECONDS))
        .addLast(new HttpServerCodec())
        .addLast(new HttpObjectAggregator(MAX_REQUEST_BYTES))
        .addLast(new FlowControlHandler())
        .addLast(new HttpSession(registry::scrape, scrapes));
  }
}
