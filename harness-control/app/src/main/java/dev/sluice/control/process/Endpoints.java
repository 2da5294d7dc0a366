package dev.sluice.control.process;

import dev.sluice.control.command.CommandRunner;
import dev.sluice.control.command.CommandRunner.StatisticsLine;
import dev.sluice.control.endpoint.Ports;
import dev.sluice.control.endpoint.access.AccessTokens.Role;
import dev.sluice.control.endpoint.access.AddressLimits;
import dev.sluice.control.endpoint.api.RunApi;
import dev.sluice.control.endpoint.http.HttpReply;
import dev.sluice.control.endpoint.http.HttpRoute;
import dev.sluice.control.endpoint.http.HttpServer;
import dev.sluice.control.endpoint.socket.CommandServer;
import dev.sluice.control.format.Progress;
import dev.sluice.control.secret.Secrets;
import dev.sluice.control.sink.console.Terminal;
import dev.sluice.control.sink.flight.FlightRecordings;
import dev.sluice.control.sink.folder.RunDescription;
import dev.sluice.control.sink.metrics.RunMetrics;
import dev.sluice.control.sink.otlp.OtlpPush;
import dev.sluice.control.sink.page.LiveAgents;
import dev.sluice.control.sink.page.LivePage;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunStatus.RunPhase;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The ways in which a run is driven and watched from outside.
 *
 * @param ports those over a network
 * @param content what the live page shows, if there is one
 * @param reported what the reporter printed last, if it answers for that in its own way
 * @param others other ways
 * @param secrets are kept out of what they tell
 */
public record Endpoints(
    Ports ports,
    PageContent content,
    Optional<StatisticsLine> reported,
    List<Endpoint> others,
    Secrets secrets) {

  public Endpoints {
    others = List.copyOf(others);
  }

  /**
   * Opens them all.
   *
   * @param runId the run's id, may be empty
   * @param terminal learns where they are
   * @param opened is given each as soon as it is open, to close it in the end
   */
  void open(
      RunControl control, String runId, Terminal terminal, Consumer<? super AutoCloseable> opened)
      throws IOException {
    opened.accept(FlightRecordings.follow(secrets::mask, control::subscribe, control::unsubscribe));
    StatisticsLine statistics = reported.orElse(StatisticsLine.basic(control));
    AddressLimits limits = AddressLimits.usual();
    if (ports.commandServer().isPresent()) {
      CommandServer server =
          new CommandServer(
              control, ports.commandServer().get(), statistics, secrets::mask, limits);
      opened.accept(server);
      terminal.line("commands on " + address(server.start()));
    }
    for (Endpoint endpoint : others) {
      opened.accept(endpoint.open(control, statistics, terminal));
    }
    if (ports.metrics().isPresent() || ports.page().isPresent() || ports.otlp().isPresent()) {
      openMetrics(control, statistics, runId, limits, terminal, opened);
    }
  }

  private void openMetrics(
      RunControl control,
      StatisticsLine statistics,
      String runId,
      AddressLimits limits,
      Terminal terminal,
      Consumer<? super AutoCloseable> opened)
      throws IOException {
    RunMetrics figures = new RunMetrics(runId, secrets::mask);
    opened.accept(figures);
    control.subscribe(figures);
    List<HttpRoute> routes = new ArrayList<>();
    routes.add(HttpRoute.get("/metrics", Role.WATCH, figures::scrape));
    routes.addAll(health(control));
    if (ports.metrics().isPresent()) {
      HttpServer server = new HttpServer(ports.metrics().get(), List.copyOf(routes), limits);
      opened.accept(server);
      terminal.line("metrics on " + address(server.start()) + ", path /metrics");
    }
    if (ports.page().isPresent()) {
      LivePage live = content.page(control, secrets::mask);
      RunApi api =
          new RunApi(
              new CommandRunner(control, statistics, CommandRunner.prefix(runId), secrets::mask),
              secrets::mask);
      routes.addAll(live.routes());
      routes.addAll(api.routes());
      HttpServer server = new HttpServer(ports.page().get(), routes, limits);
      AutoCloseable both =
          () -> {
            live.close(); // while those who follow it can still be told
            server.close();
          };
      opened.accept(both);
      control.subscribe(live);
      control.subscribe(api.sink());
      server.start();
      terminal.line("page on " + server.url("/"));
    }
    if (ports.otlp().isPresent()) {
      Map<String, String> resource =
          Map.of(
              "service.name",
              "sluice",
              "service.instance.id",
              ManagementFactory.getRuntimeMXBean().getName());
      OtlpPush push =
          new OtlpPush(
              ports.otlp().get(),
              resource,
              figures::snapshots,
              InstantSource.system(),
              terminal::line);
      opened.accept(push);
      push.start();
      terminal.line("metrics to " + ports.otlp().get());
    }
  }

  private static List<HttpRoute> health(RunControl control) {
    return List.of(
        HttpRoute.get("/healthz", Role.ANYBODY, call -> HttpReply.of(HttpReply.PLAIN, "ok\n")),
        HttpRoute.get(
            "/readyz",
            Role.ANYBODY,
            call ->
                control.status().phase() == RunPhase.CONNECTING
                    ? HttpReply.problem(503, "workers are connecting")
                    : HttpReply.of(HttpReply.PLAIN, "ready\n")));
  }

  private static String address(InetSocketAddress address) {
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  /** A way in which a run is driven from outside. */
  @FunctionalInterface
  public interface Endpoint {

    /**
     * Opens it, before workers connect.
     *
     * @param statistics what a script gets that asks for the statistics
     * @return what closes it
     * @throws IOException if it cannot be had, with one line that says why
     */
    AutoCloseable open(RunControl control, StatisticsLine statistics, Terminal terminal)
        throws IOException;
  }

  /**
   * The content of the live page beside what the run tells of itself.
   *
   * @param description the run
   * @param progress how far the steps of a scenario are
   * @param agents those of the fleet that has the workers
   * @param opened receives the page when there is one
   */
  public record PageContent(
      Supplier<RunDescription> description,
      Supplier<Progress> progress,
      LiveAgents agents,
      Consumer<? super LivePage> opened) {

    LivePage page(RunControl control, UnaryOperator<String> mask) {
      LivePage page = new LivePage(description.get(), control::status, progress, agents, mask);
      opened.accept(page);
      return page;
    }
  }
}
