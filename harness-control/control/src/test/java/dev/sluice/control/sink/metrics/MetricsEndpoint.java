package dev.sluice.control.sink.metrics;

import dev.sluice.control.endpoint.access.AccessTokens.Role;
import dev.sluice.control.endpoint.access.PortSettings;
import dev.sluice.control.endpoint.http.HttpRoute;
import dev.sluice.control.endpoint.http.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A server of metrics for each test, and ways to ask it. */
final class MetricsEndpoint implements BeforeEachCallback, AfterEachCallback {

  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final HttpClient http = HttpClient.newHttpClient();
  private final RunMetrics metrics = new RunMetrics("P1", UnaryOperator.identity());
  private final HttpServer server =
      new HttpServer(
          PortSettings.onLoopback(0),
          List.of(HttpRoute.get("/metrics", Role.ANYBODY, metrics::scrape)));
  private InetSocketAddress at;

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    at = server.start();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    server.close();
    metrics.close();
  }

  RunMetrics metrics() {
    return metrics;
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(request(path));
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(
            URI.create("http://" + at.getAddress().getHostAddress() + ":" + at.getPort() + path))
        .timeout(TIMEOUT);
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
